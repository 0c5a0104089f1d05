// @ts-check
/** Measures what the project promises of speed and size; prints one line a figure. */
import { loadTypeScript } from "./bundle.mjs";
import { runMain } from "./say.mjs";

await runMain(async () => {
  const { main } = await loadTypeScript("test/bench/main.ts");
  await main();
});

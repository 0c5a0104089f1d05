// @ts-check
/** Draws the screenshots of the README from a real screen. */
import { loadTypeScript } from "./bundle.mjs";
import { runMain } from "./say.mjs";

await runMain(async () => {
  const { main } = await loadTypeScript("test/support/screenshot.ts");
  await main();
});

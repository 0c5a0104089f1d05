// @ts-check
/** Records real runs of both pi versions for the tests: `npm run record [scene]`. */
import { loadTypeScript } from "./bundle.mjs";
import { runMain } from "./say.mjs";

await runMain(async () => {
  const { main } = await loadTypeScript("test/record/record.ts");
  await main();
});

// @ts-check
/** Puts plugins of others that the tests run beside into .cache/plugins. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache, holdsLock } from "./cache.mjs";
import { unpackPackages } from "./debianTree.mjs";
import { runMain, say } from "./say.mjs";

const packages = ["vim-fugitive", "vim-airline"];
const tree = join(cache, "plugins");

await runMain(() => {
  if (isThere() || !holdsLock("plugins") || isThere()) return;
  say(`fetching ${packages.join(" and ")} from Debian trixie (some 200 KB) ...`);
  unpackPackages({ tree, suite: "trixie", packages, alone: true });
});

function isThere() {
  return packages.every((name) => existsSync(join(tree, "usr", "share", name, "plugin")));
}

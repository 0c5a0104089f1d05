// @ts-check
/** Puts luacheck, the linter for Lua, into .cache/luacheck. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache, holdsLock } from "./cache.mjs";
import { isPublished, loaderOf, publishScript, shellQuoted, unpackPackages } from "./debianTree.mjs";
import { outputOf, runMain, SetupError, say } from "./say.mjs";

const tree = join(cache, "luacheck", "tree");
const startScript = join(cache, "luacheck", "bin", "luacheck");

await runMain(() => {
  if (isPublished(startScript, scriptText()) || !holdsLock("luacheck")) return;
  if (isPublished(startScript, scriptText())) return;
  say("fetching luacheck from Debian trixie (some 5 MB) ...");
  unpackPackages({ tree, suite: "trixie", packages: ["lua-check", "lua5.1"] });
  publishScript(startScript, scriptText(), checkStarts);
  say(`luacheck is in ${startScript}`);
});

function scriptText() {
  const usr = join(tree, "usr");
  if (!existsSync(usr)) return "";
  const { libraries, loader } = loaderOf(tree);
  const lua = [loader, "--library-path", libraries, join(usr, "bin", "lua5.1")];
  return `#!/bin/sh
export LUA_PATH=${shellQuoted(`${usr}/share/lua/5.1/?.lua;${usr}/share/lua/5.1/?/init.lua`)}
export LUA_CPATH=${shellQuoted(join(libraries, "lua", "5.1", "?.so"))}
exec ${lua.map(shellQuoted).join(" ")} ${shellQuoted(join(usr, "bin", "luacheck"))} "$@"
`;
}

/** @param {string} script */
function checkStarts(script) {
  try {
    execFileSync(script, ["--version"], { stdio: "pipe", timeout: 10_000 });
  } catch (error) {
    throw new SetupError(`${script} does not start: ${outputOf(error)}`);
  }
}

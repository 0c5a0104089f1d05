// @ts-check
/**
 * Puts the Neovims that the tests run on into .cache/nvim: `fetchNeovim.mjs [0.10] [0.12]`, both by default.
 * Elsewhere than on Debian, name your own binaries in NVIM_0_10 and NVIM_0_12.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache, holdsLock } from "./cache.mjs";
import { isPublished, loaderOf, publishScript, shellQuoted, unpackPackages } from "./debianTree.mjs";
import { outputOf, runMain, SetupError, say } from "./say.mjs";

/**
 * Debian's suites and the Neovim they carry: the oldest supported one, and the newest there is.
 * @typedef {{ series: string, suite: string }} Edition
 * @type {Edition[]}
 */
const editions = [
  { series: "0.10", suite: "trixie" },
  { series: "0.12", suite: "sid" },
];

const home = join(cache, "nvim");

/** @param {Edition} edition */
const startScript = ({ series }) => join(home, series, "bin", "nvim");

await runMain(() => {
  const missing = wantedEditions(process.argv.slice(2)).filter((edition) => !isReady(edition));
  if (missing.length > 0 && holdsLock("nvim")) {
    for (const edition of missing.filter((one) => !isReady(one))) provide(edition);
  }
});

/** @param {string[]} args */
function wantedEditions(args) {
  const known = editions.map(({ series }) => series);
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown) throw new SetupError(`Neovim ${unknown} cannot be fetched, only ${known.join(" and ")}`);
  return editions.filter(({ series }) => args.length === 0 || args.includes(series));
}

/** @param {Edition} edition */
function isReady(edition) {
  return isPublished(startScript(edition), scriptText(edition));
}

/** @param {Edition} edition */
function ownBinary({ series }) {
  return process.env[`NVIM_${series.replace(".", "_")}`];
}

/** @param {Edition} edition */
function provide(edition) {
  const own = ownBinary(edition);
  if (own && !existsSync(own)) throw new SetupError(`there is no Neovim at ${own}`);
  if (!own) fetchTree(edition);
  let version = "";
  publishScript(startScript(edition), scriptText(edition), (script) => {
    version = versionOf(script);
    const minor = Number(version.split(".")[1]);
    const fits = edition.series === "0.10" ? minor === 10 : minor >= 12;
    if (!fits) throw new SetupError(`Neovim ${edition.series} is needed, but ${version} was found`);
  });
  say(`Neovim ${version} is in ${startScript(edition)}`);
}

/** @param {Edition} edition */
function fetchTree(edition) {
  const tree = treeOf(edition);
  say(`fetching Neovim ${edition.series} from Debian ${edition.suite} (some 12 MB) ...`);
  unpackPackages({ tree, suite: edition.suite, packages: ["neovim", "patchelf"] });
  makeSelfContained(tree);
}

/** @param {Edition} edition */
function treeOf({ suite }) {
  return join(home, suite);
}

/**
 * Lets the binary find the loader and the libraries of its tree by itself. Started through the loader instead,
 * v:progpath would be the loader, and a Neovim with a terminal, which starts itself again as its server, would fail.
 * DT_RPATH and not DT_RUNPATH: libraries and Lua modules have to find theirs the same way.
 * @param {string} tree
 */
function makeSelfContained(tree) {
  const { libraries, loader } = loaderOf(tree);
  const patchelf = join(tree, "usr", "bin", "patchelf");
  const change = ["--set-interpreter", loader, "--force-rpath", "--set-rpath", libraries];
  const binary = join(tree, "usr", "bin", "nvim");
  try {
    execFileSync(loader, ["--library-path", libraries, patchelf, ...change, binary], { stdio: "pipe" });
  } catch (error) {
    throw new SetupError(`cannot prepare ${binary}: ${outputOf(error)}`);
  }
}

/** @param {Edition} edition */
function scriptText(edition) {
  const own = ownBinary(edition);
  return own ? `#!/bin/sh\nexec ${shellQuoted(own)} "$@"\n` : scriptForTree(treeOf(edition));
}

/** @param {string} tree */
function scriptForTree(tree) {
  const usr = join(tree, "usr");
  if (!existsSync(usr)) return "";
  const { libraries } = loaderOf(tree);
  const runtime = join(usr, "share", "nvim", "runtime");
  // A machine's own Neovim may bring parsers of another version: these come first.
  const parsers = join(usr, "lib", "nvim").replace(/[\\ ,]/g, "\\$&");
  return `#!/bin/sh
export VIMRUNTIME=${shellQuoted(runtime)}
export LUA_CPATH=${shellQuoted(`${join(libraries, "lua", "5.1", "?.so")};;`)}
exec ${shellQuoted(join(usr, "bin", "nvim"))} --cmd ${shellQuoted(`set rtp^=${parsers}`)} "$@"
`;
}

/** @param {string} script */
function versionOf(script) {
  try {
    const text = execFileSync(script, ["--version"], { encoding: "utf8", timeout: 10_000 });
    return /^NVIM v(\d+\.\d+\.\d+)/.exec(text)?.[1] ?? "an unknown version";
  } catch (error) {
    throw new SetupError(`${script} does not start: ${outputOf(error)}`);
  }
}

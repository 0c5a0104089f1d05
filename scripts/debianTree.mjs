// @ts-check
/** Debian packages of any suite, unpacked side by side into a folder of their own. Nothing is installed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readAptSources, sourceForSuite } from "./aptSource.mjs";
import { outputOf, SetupError } from "./say.mjs";

/**
 * Unpacks `packages` and, unless they are wanted alone, everything they depend on, the C library included, into `tree`.
 * @param {{ tree: string, suite: string, packages: string[], alone?: boolean }} wanted
 */
export function unpackPackages({ tree, suite, packages, alone = false }) {
  const work = `${tree}.apt`;
  rmSync(work, { recursive: true, force: true });
  rmSync(tree, { recursive: true, force: true });
  try {
    const options = prepareApt(work, suite);
    apt([...options, "update"], `read the package list of Debian ${suite}`);
    const archives = join(work, "cache", "archives");
    const fetch = alone ? ["download"] : ["install", "--download-only", "--yes"];
    apt([...options, ...fetch, ...packages], `download ${packages.join(" and ")} from Debian ${suite}`, archives);
    mkdirSync(tree, { recursive: true });
    for (const name of readdirSync(archives).filter((file) => file.endsWith(".deb"))) {
      execFileSync("dpkg-deb", ["--extract", join(archives, name), tree], { stdio: "pipe" });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * The folder of shared libraries of a tree, and the loader in it.
 * @param {string} tree
 * @returns {{ libraries: string, loader: string }}
 */
export function loaderOf(tree) {
  const parent = join(tree, "usr", "lib");
  for (const name of readdirSync(parent)) {
    const libraries = join(parent, name);
    const loader =
      name.includes("-linux-") && readdirSync(libraries).find((file) => /^ld-linux.*\.so\.\d+$/.test(file));
    if (loader) return { libraries, loader: join(libraries, loader) };
  }
  throw new SetupError(`no dynamic loader was unpacked into ${parent}`);
}

/**
 * Writes a start script in one step, so that whoever sees it sees all of it, and only if `check` accepts it.
 * @param {string} path
 * @param {string} text
 * @param {(script: string) => void} check gets the script under another name, and throws
 */
export function publishScript(path, text, check) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o755 });
  check(draft);
  renameSync(draft, path);
}

/**
 * Whether the start script is there and is the one wanted: it names its folder, which a moved checkout changes.
 * @param {string} path
 * @param {string} text
 */
export function isPublished(path, text) {
  return existsSync(path) && readFileSync(path, "utf8") === text;
}

/**
 * A value for `sh`, whatever the checkout's path holds.
 * @param {string} text
 */
export function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Lays out folders for apt that are ours alone, with no package installed in them.
 * @param {string} work
 * @param {string} suite
 * @returns {string[]} apt's options
 */
function prepareApt(work, suite) {
  const source = sourceForSuite(readAptSources(), suite, codename());
  if (!source) {
    throw new SetupError("this machine has no Debian apt source to fetch from (only Debian is supported here)");
  }
  mkdirSync(join(work, "lists", "partial"), { recursive: true });
  mkdirSync(join(work, "cache", "archives", "partial"), { recursive: true });
  writeFileSync(join(work, "status"), "");
  const sourceFile = join(work, `debian${source.extension}`);
  writeFileSync(sourceFile, source.text);
  return Object.entries({
    "Dir::Etc::sourcelist": sourceFile,
    "Dir::Etc::sourceparts": "-",
    "Dir::State::Lists": join(work, "lists"),
    "Dir::State::status": join(work, "status"),
    "Dir::Cache": join(work, "cache"),
    "Dir::Cache::archives": "archives",
    "APT::Install-Recommends": "false",
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
    // Otherwise an update that got nothing succeeds.
    "APT::Update::Error-Mode": "any",
  }).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

function codename() {
  const release = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  return /^VERSION_CODENAME=(.*)$/m.exec(release)?.[1] ?? "stable";
}

/**
 * @param {string[]} args
 * @param {string} purpose
 * @param {string} [cwd] where `download` puts what it gets
 */
function apt(args, purpose, cwd) {
  try {
    execFileSync("apt-get", ["--quiet", ...args], { cwd, stdio: "pipe", env: { ...process.env, LC_ALL: "C" } });
  } catch (error) {
    const reason = outputOf(error).match(/^[EW]: .*$/m)?.[0] ?? outputOf(error);
    throw new SetupError(`cannot ${purpose}: ${reason}`);
  }
}

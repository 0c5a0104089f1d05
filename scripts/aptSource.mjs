// @ts-check
/** The machine's own Debian apt source, with the suite replaced: no host name has to be known here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One source as apt reads it.
 * @typedef {{ text: string, extension: ".sources" | ".list" }} AptSource
 */

/** Names that every Debian release goes by, beside its own. */
const aliases = ["stable", "oldstable", "testing", "unstable", "sid"];
const oneLineSource = /^deb\s+(?<options>\[[^\]]*\]\s+)?(?<uri>\S+)\s+(?<suite>\S+)\s+(?<components>\S.*)$/;

/**
 * Lists the source files of this machine.
 * @param {string} [root] folder that holds apt's configuration
 * @returns {AptSource[]}
 */
export function readAptSources(root = "/etc/apt") {
  return [...readIfThere(join(root, "sources.list")), ...readFolder(join(root, "sources.list.d"))];
}

/**
 * Copies the machine's Debian archive for another suite. Other archives use Debian's suite names too, so the one that
 * names this release and is signed by Debian wins.
 * @param {AptSource[]} sources
 * @param {string} suite e.g. `trixie`
 * @param {string} codename suite of this machine, e.g. `bookworm`
 * @returns {AptSource | undefined}
 */
export function sourceForSuite(sources, suite, codename) {
  /** @param {Entry} entry */
  const distance = (entry) => (entry.suites.includes(codename) ? 0 : 2) + (entry.signedByDebian ? 0 : 1);
  const [chosen] = sources
    .flatMap(entriesOf)
    .filter((entry) => entry.suites.some((name) => name === codename || aliases.includes(name)))
    .sort((a, b) => distance(a) - distance(b));
  return chosen && { text: chosen.withSuite(suite), extension: chosen.extension };
}

/**
 * @typedef {object} Entry
 * @property {string[]} suites
 * @property {boolean} signedByDebian
 * @property {AptSource["extension"]} extension
 * @property {(suite: string) => string} withSuite
 */

/**
 * @param {AptSource} source
 * @returns {Entry[]}
 */
function entriesOf(source) {
  return source.extension === ".sources" ? stanzasOf(source.text) : linesOf(source.text);
}

/**
 * deb822: stanzas of `Field: value`, where an indented line continues the one before (an inline key does).
 * @param {string} text
 * @returns {Entry[]}
 */
function stanzasOf(text) {
  return text
    .split(/\n\s*\n/)
    .map((stanza) => fieldsOf(stanza))
    .filter((fields) => words(fields.get("types")).includes("deb") && words(fields.get("components")).includes("main"))
    .filter((fields) => !/^(no|false|0)$/i.test(fields.get("enabled") ?? "yes"))
    .map((fields) => ({
      suites: words(fields.get("suites")),
      signedByDebian: isDebianKeyring(fields.get("signed-by")),
      extension: /** @type {const} */ (".sources"),
      withSuite: (suite) => {
        const changed = new Map([...fields, ["types", "deb"], ["suites", suite], ["components", "main"]]);
        return `${[...changed].map(([name, value]) => `${name}: ${value}`).join("\n")}\n`;
      },
    }));
}

/**
 * @param {string} stanza
 * @returns {Map<string, string>} by lower-case field name; continuation lines stay in the value
 */
function fieldsOf(stanza) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  let last = "";
  for (const line of stanza.split("\n").filter((text) => !text.startsWith("#"))) {
    const field = /^(?<name>[A-Za-z-]+):\s*(?<value>.*)$/.exec(line)?.groups;
    if (field) last = field.name?.toLowerCase() ?? "";
    const value = field ? (field.value ?? "") : `${fields.get(last) ?? ""}\n${line}`;
    if (last) fields.set(last, value);
  }
  return fields;
}

/**
 * @param {string} text
 * @returns {Entry[]}
 */
function linesOf(text) {
  return text.split("\n").flatMap((line) => {
    const found = oneLineSource.exec(line.replace(/#.*$/, "").trim())?.groups;
    if (!found || !words(found.components).includes("main")) return [];
    return {
      suites: words(found.suite),
      signedByDebian: isDebianKeyring(found.options),
      extension: /** @type {const} */ (".list"),
      withSuite: (/** @type {string} */ suite) => `deb ${found.options ?? ""}${found.uri} ${suite} main\n`,
    };
  });
}

/** @param {string | undefined} value */
function isDebianKeyring(value) {
  return (value ?? "").includes("debian-archive");
}

/** @param {string | undefined} value */
function words(value) {
  return (value ?? "").split(/\s+/).filter(Boolean);
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    const names = readdirSync(folder).sort();
    return names.flatMap((name) => readIfThere(join(folder, name)));
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @returns {AptSource[]}
 */
function readIfThere(path) {
  const extension = /\.(sources|list)$/.exec(path)?.[0];
  if (extension !== ".sources" && extension !== ".list") return [];
  try {
    return [{ text: readFileSync(path, "utf8"), extension }];
  } catch {
    return [];
  }
}

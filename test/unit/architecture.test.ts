import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/paths";

const page = readFileSync(join(repository, "docs/architecture.md"), "utf8");
const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" }).filter(isTypeScript);
const folders = readdirSync(join(repository, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function isTypeScript(path: string): boolean {
  return path.endsWith(".ts");
}

/** As a file or a folder, or a module by its name. */
function isThere(path: string): boolean {
  return ["", ".lua"].some((end) => existsSync(join(repository, path + end)));
}

function inCode(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string);
}

/** Other folders of src/ that a file imports something from, be it a type. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(repository, "src", file), "utf8");
  const paths = [...text.matchAll(/\bfrom "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/g)].map(([, one, other]) => one ?? other);
  const targets = paths.map((path) => normalize(join(dirname(file), path as string)).split("/"));
  return targets.filter((parts) => parts.length > 1).map(([folder]) => folder as string);
}

/** By folder, as the page has them and as they are. */
function tableOfImports(): { told: Record<string, string[]>; real: Record<string, string[]> } {
  const rows = [...page.matchAll(/^\| `src\/(\w+)` \|.*\|(.*)\|$/gm)].map(([, folder, cell]) => [
    folder,
    inCode(cell as string)
      .filter((name) => folders.includes(name))
      .sort(),
  ]);
  const real = folders.map((folder) => {
    const all = sources.filter((path) => path.startsWith(`${folder}/`)).flatMap(importsOf);
    return [folder, [...new Set(all)].filter((other) => other !== folder).sort()];
  });
  return { told: Object.fromEntries(rows), real: Object.fromEntries(real) };
}

describe("docs/architecture.md", () => {
  it("has a row for each folder of src/, with the folders that it imports", () => {
    const { told, real } = tableOfImports();
    expect(told).toEqual(real);
  });

  it("says where each module of Lua belongs, and names no other", () => {
    const cells = page.slice(page.indexOf("| subject | modules |")).split("\n\n")[0] as string;
    const told = inCode(cells).filter((name) => name !== "@");
    const modules = readdirSync(join(repository, "lua/pi")).map((name) => name.replace(/\.lua$/, ""));
    expect([...new Set(modules)].filter((name) => !told.includes(name))).toEqual([]);
    expect(told.filter((name) => !isThere(`lua/pi/${name}`))).toEqual([]);
  });

  it("names no file that there is not", () => {
    const names = new Set(sources.map((path) => basename(path)));
    const paths = inCode(page).filter((code) => /^(src|lua|test|scripts|plugin|doc)\/[\w/.-]+$/.test(code));
    const bare = inCode(page).filter((code) => /^\w+\.ts$/.test(code));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
    expect(bare.filter((name) => !names.has(name))).toEqual([]);
    expect(paths.length + bare.length).toBeGreaterThan(40);
  });
});

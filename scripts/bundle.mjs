// @ts-check
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { cache, root } from "./cache.mjs";

/**
 * Loads a TypeScript module of this project, which not every supported Node can do by itself.
 * @param {string} source path in the project
 */
export async function loadTypeScript(source) {
  const folder = join(cache, "bundle");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(source, ".ts")}.mjs`);
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}

import { defineConfig } from "tsup";

/** One self-contained CommonJS file, and nothing beside it: every file in rplugin/node is taken for a plugin. */
export default defineConfig({
  entry: { pi: "src/main.ts" },
  outDir: "rplugin/node",
  outExtension: () => ({ js: ".cjs" }),
  format: "cjs",
  platform: "node",
  target: "node20",
  noExternal: [/.*/],
  minify: true,
  clean: false,
  sourcemap: false,
  silent: true,
  esbuildOptions(options) {
    // winston is two thirds of the `neovim` package and unused: a logger of our own is always given.
    options.alias = { winston: "./src/editor/noWinston.ts" };
    options.keepNames = true;
  },
});

import { defineConfig } from "tsup";

/** Bundles that need nothing beside them, for the Node of the user. */
const common = {
  platform: "node" as const,
  target: "node20",
  noExternal: [/.*/],
  minify: true,
  clean: false,
  sourcemap: false,
  silent: true,
};

export default defineConfig([
  {
    ...common,
    // One CommonJS file alone: every file in rplugin/node is taken for a plugin.
    entry: { pi: "src/main.ts" },
    outDir: "rplugin/node",
    outExtension: () => ({ js: ".cjs" }),
    format: "cjs",
    esbuildOptions(options) {
      // winston is two thirds of the `neovim` package and unused: a logger of our own is always given.
      options.alias = { winston: "./src/editor/noWinston.ts" };
      options.charset = "utf8";
    },
    esbuildPlugins: [
      {
        name: "libraries in files of their own, which the host reads when it needs them",
        setup({ onResolve }) {
          onResolve({ filter: /^@lezer\/markdown$/ }, () => ({ path: "../../dist/markdown.cjs", external: true }));
          onResolve({ filter: /^ignore$/ }, () => ({ path: "../../dist/ignore.cjs", external: true }));
        },
      },
    ],
  },
  {
    ...common,
    // pi loads it by itself; it takes no code with it but ours. TypeBox is what pi gives to every extension.
    noExternal: [/^(?!typebox$)/],
    external: ["typebox"],
    entry: { "pi-extension": "src/extension/main.ts" },
    outDir: "dist",
    outExtension: () => ({ js: ".js" }),
    format: "esm",
  },
  {
    ...common,
    // What the host loads for the first code, the first markup, and the first folder without git.
    entry: {
      highlight: "src/highlight/main.ts",
      markdown: "src/view/markdown/library.ts",
      ignore: "src/files/ignoreFiles.ts",
    },
    outDir: "dist",
    outExtension: () => ({ js: ".cjs" }),
    format: "cjs",
  },
]);

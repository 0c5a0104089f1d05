import { defineConfig } from "vitest/config";

/**
 * Real editors and processes: three at a time keep two cores busy. A machine that stands still for seconds must not
 * fail the whole suite: no timing decides a test, and what needed a second try is said.
 */
const real = {
  pool: "forks",
  maxWorkers: 3,
  globalSetup: "test/support/requireParts.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 1,
} as const;

/** What a user does most and what can go wrong with the host, once more; `PI_TEST_HOST=shared` runs any file so. */
const sharedHost = {
  name: "shared",
  include: ["conversation", "death", "quit"].map((name) => `test/e2e/${name}.test.ts`),
  env: { PI_TEST_HOST: "shared", PI_TEST_NEOVIM: "0.12" },
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000, isolate: false } },
      { test: { name: "contract", include: ["test/contract/**/*.test.ts"], ...real } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], ...real } },
      { test: { ...sharedHost, ...real } },
    ],
  },
});

import { defineConfig } from "vitest/config";

/** Real editors and processes: two at a time, since each keeps a core busy and timing must not decide a test. */
const real = { pool: "forks", maxWorkers: 2, globalSetup: "test/support/requireParts.ts" } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      {
        test: { name: "contract", include: ["test/contract/**/*.test.ts"], testTimeout: 30_000, ...real },
      },
      {
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, ...real },
      },
    ],
  },
});

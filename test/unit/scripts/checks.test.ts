import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tallyOf } from "../../../scripts/checks.mjs";

const loaded = { status: "passed", assertionResults: [{}] };
const green = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [loaded] };

function tally(report: object | undefined, succeeded: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "pi-nvim-tally-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "report.json");
  if (report) writeFileSync(path, JSON.stringify(report));
  return tallyOf(path, succeeded);
}

test("counts what passed, failed and was skipped", () => {
  expect(tally(green, true)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  expect(tally({ ...green, numFailedTests: 2 }, false)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test("a file that could not be loaded is a failure of its own", () => {
  const unloaded = { status: "failed", assertionResults: [] };
  const report = { ...green, numFailedTests: 2, testResults: [loaded, unloaded] };
  expect(tally(report, false)).toMatchObject({ failed: 3 });
});

test("an error outside of any test is a failure", () => {
  expect(tally(green, false)).toMatchObject({ passed: 5, failed: 1 });
});

test("a vitest that left no report has failed", () => {
  expect(tally(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

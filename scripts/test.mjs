// @ts-check
/** All checks and tests, or with `lint` the checks alone. The last line is `N passed, N failed[, N skipped]`. */
import { lintSteps, testSteps } from "./checks.mjs";
import { runSteps } from "./steps.mjs";

const steps = process.argv[2] === "lint" ? lintSteps() : [...lintSteps(), ...testSteps()];
const { passed, failed, skipped } = runSteps(steps);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exitCode = failed === 0 ? 0 : 1;

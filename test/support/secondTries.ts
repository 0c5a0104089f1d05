import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that passed only when they were tried again, with what failed before. */
export default class SecondTries implements Reporter {
  readonly #told: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [first] = test.result().errors ?? [];
    this.#told.push(`second try: ${test.module.relativeModuleId} > ${test.fullName}\n${first?.message ?? ""}`);
  }

  onTestRunEnd(): void {
    for (const text of this.#told) process.stdout.write(`${text}\n`);
  }
}

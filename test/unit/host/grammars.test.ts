import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Grammars } from "../../../src/host/grammars";
import { nullLogger } from "../../../src/log";

const folder = mkdtempSync(path.join(tmpdir(), "pi-grammars-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function withLog(file: string) {
  const log: string[] = [];
  return { log, grammars: new Grammars(file, { ...nullLogger, warn: (message) => log.push(message) }) };
}

describe("Grammars", () => {
  it("leave code plain when their file is missing, and log it once", () => {
    const { log, grammars } = withLog(path.join(folder, "missing.cjs"));
    expect(grammars.start("ts")).toBeUndefined();
    expect(grammars.start("lua")).toBeUndefined();
    expect(log).toHaveLength(1);
    expect(log[0]).toContain("missing.cjs");
    expect(log[0]).toContain(":PiBuild");
  });

  it("go on after a grammar that fails, and log it once", () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "pi-grammars-")), "bad.cjs");
    const body = "{ start: () => 1, line: () => { throw new Error('stuck') } }";
    writeFileSync(file, `module.exports = { createHighlighter: () => (${body}) };`);
    const { log, grammars } = withLog(file);
    for (let i = 0; i < 3; i++) expect(grammars.line(grammars.start("x"), "text")).toEqual({ spans: [], after: 1 });
    expect(log).toEqual(["a grammar failed: stuck"]);
    rmSync(path.dirname(file), { recursive: true });
  });
});

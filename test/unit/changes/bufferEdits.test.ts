import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeBuffer, type LineEdit } from "../../../src/changes/bufferEdits";
import { diffLines } from "../../../src/changes/lineDiff";
import { cpuTime } from "../../support/cpuTime";

/** What Neovim makes of edits: columns are bytes, an empty buffer has one empty line. */
function apply(lines: readonly string[], edits: readonly LineEdit[]): string[] {
  const result = lines.length === 0 ? [""] : [...lines];
  for (const { first, last, lines: put, col, endCol } of edits) {
    if (col === undefined) result.splice(first, last - first, ...put);
    else {
      const bytes = Buffer.from(result[first] as string);
      const [start, end] = [bytes.subarray(0, col), bytes.subarray(endCol)];
      result[first] = Buffer.concat([start, Buffer.from(put[0] as string), end]).toString();
      // A character that was cut in two would not come back whole.
      expect([start, end].map((part) => part.toString()).join("")).not.toContain("\ufffd");
    }
  }
  return result.length === 0 ? [""] : result;
}

const UNIX = { encoding: "utf-8", format: "unix", bomb: false } as const;
const line = fc.oneof(
  fc.constantFrom("", "a", "same", "日本", "𝒳𝒴", "𝒳𝒵", "é"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const text = fc
  .tuple(
    fc.array(
      line.map((each) => each.replace(/[\r\n\0\ufeff]/g, "")),
      { maxLength: 12 },
    ),
    fc.boolean(),
  )
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

const linesOf = (value: string) => (value === "" ? [] : value.replace(/\n$/, "").split("\n"));

describe("The edits of a buffer", () => {
  it("make any text out of any other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBuffer(Buffer.from(before), Buffer.from(after), UNIX);
        const wanted = linesOf(after);
        expect(apply(linesOf(before), change?.edits ?? [])).toEqual(wanted.length === 0 ? [""] : wanted);
        expect(change?.lineCount).toBe(Math.max(linesOf(before).length, 1));
      }),
      { numRuns: 500 },
    );
  });

  it("touch only what differs within a line", () => {
    const change = changeBuffer(Buffer.from("a\nlet x = 1;\nz\n"), Buffer.from("a\nlet x = 23;\nz\n"), UNIX);
    expect(change?.edits).toEqual([{ first: 1, last: 2, col: 8, endCol: 9, lines: ["23"] }]);
  });

  it("follow the file's line breaks, and leave to Neovim what is read in another way", () => {
    const change = (before: string, after: string, reading: Partial<Parameters<typeof changeBuffer>[2]>) =>
      changeBuffer(Buffer.from(before), Buffer.from(after), { ...UNIX, ...reading });
    expect(change("a\r\nb\r\n", "a\nb\n", { format: "dos" })).toMatchObject({ edits: [], format: "unix" });
    expect(change("a\r\nb\r\n", "a\r\nc\r\n", { format: "unix" })?.edits[0]?.lines).toEqual(["c"]);
    expect(change("a\nb\n", "a\nc\n", { format: "dos" })).toBeUndefined();
    expect(change("a\n", "b\n", { encoding: "cp932" })).toBeUndefined();
    expect(change("a\n", "b\0\n", {})).toBeUndefined();
    expect(changeBuffer(Buffer.from([0xff, 10]), Buffer.from("a\n"), UNIX)).toBeUndefined();
  });
});

describe("The difference between two texts", () => {
  it("gives hunks that make the one of the other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const result = [...before];
        for (const { oldStart, oldCount, newStart, newCount } of diffLines(before, after).reverse())
          result.splice(oldStart, oldCount, ...after.slice(newStart, newStart + newCount));
        expect(result).toEqual(after);
      }),
    );
  });

  it("takes no longer than it may for texts that have nothing in common", () => {
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, i) => `${name} ${(i * 7919) % 5000}`);
    const started = cpuTime();
    const hunks = diffLines(lines("a"), lines("b"));
    expect(cpuTime() - started).toBeLessThan(1_000);
    expect(hunks).toEqual([{ oldStart: 0, oldCount: 20_000, newStart: 0, newCount: 20_000 }]);
  });
});

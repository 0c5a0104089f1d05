import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteColumns, marksOf } from "../../../src/view/bytes";

describe("byteColumns", () => {
  it("counts bytes of UTF-8 for any text, asked in any order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(60)), (text, asked) => {
        const toByte = byteColumns(text);
        for (const index of asked.filter((at) => at <= text.length)) {
          const before = text.slice(0, index);
          const isInsidePair = /[\ud800-\udbff]$/.test(before);
          expect(toByte(index)).toBe(Buffer.byteLength(isInsidePair ? before.slice(0, -1) : before));
        }
      }),
    );
  });
});

describe("marksOf", () => {
  it("counts columns in bytes", () => {
    const text = "grüße 日本語 👩‍👩‍👧 e\u0301";
    const from = text.indexOf("日");
    expect(marksOf(text, [{ from, to: from + 3, group: "A" }])).toEqual([{ col: 8, endCol: 17, group: "A" }]);
    const whole = marksOf(text, [{ from: 0, to: text.length, group: "A" }]);
    expect(whole).toEqual([{ col: 0, endCol: Buffer.byteLength(text), group: "A" }]);
  });

  it("drops empty spans and clamps to the text", () => {
    const spans = [
      { from: 2, to: 2, group: "A" },
      { from: -4, to: 99, group: "B" },
      { from: 9, to: 12, group: "C" },
    ];
    expect(marksOf("four", spans)).toEqual([{ col: 0, endCol: 4, group: "B" }]);
  });

  it("puts outer marks before inner ones", () => {
    const spans = [
      { from: 2, to: 3, group: "C" },
      { from: 0, to: 2, group: "B" },
      { from: 0, to: 9, group: "A" },
    ];
    expect(marksOf("123456789", spans).map((mark) => mark.group)).toEqual(["A", "B", "C"]);
  });
});

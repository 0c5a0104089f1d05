import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLine, plainText, showLine, showLines } from "../../../src/view/shownText";

describe("text of extensions", () => {
  it("keeps lines, and turns colours into marks in bytes", () => {
    expect(showLines("日本 \u001b[31mred\u001b[0m\n\nplain")).toEqual({
      lines: ["日本 red", "", "plain"],
      marks: [0, 7, 10, "PiAnsiRed"],
    });
  });

  it("carries a colour over a line break, as a terminal does", () => {
    expect(showLines("\u001b[32ma\nb").marks).toEqual([0, 0, 1, "PiAnsiGreen", 1, 0, 1, "PiAnsiGreen"]);
  });

  it("shows a line break in a label as a sign, and no direction mark turns it round", () => {
    expect(showLine("Allow\nnot").lines).toEqual(["Allow␊not"]);
    expect(plainLine("Block\u202ewollA")).toBe("Block<202e>wollA");
  });

  it("says what it leaves out", () => {
    expect(showLines("a\n".repeat(20), 3).lines).toEqual(["a", "a", "a", "… (18 more lines)"]);
    expect(showLines("x".repeat(300_000)).lines.at(-1)).toBe("… (98 KB more)");
    expect(plainLine("x".repeat(600))).toBe(`${"x".repeat(499)}…`);
  });

  it("is never code, and never holds what a buffer line must not hold", () => {
    expect(plainText("%{execute('let g:pwn=1')}\r\n\u0000\u001b]0;title\u0007end")).toBe(
      "%{execute('let g:pwn=1')}\n␀end",
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        for (const line of [...showLines(raw).lines, ...showLine(raw).lines]) {
          expect(line).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f\u202a-\u202e\u2066-\u2069]/);
        }
      }),
    );
  });
});

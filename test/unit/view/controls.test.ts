import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutBefore, isHarmful, makeVisible, oneLine } from "../../../src/view/controls";

describe("makeVisible", () => {
  it("leaves plain text and tabs alone", () => {
    expect(makeVisible("a\tü 日本語 👩")).toEqual({ text: "a\tü 日本語 👩", spans: [] });
  });

  it.each([
    ["\0", "␀"],
    ["\n", "␊"],
    ["\v", "␋"],
    ["\f", "␌"],
    ["\r", "␍"],
    ["\x1b", "␛"],
    ["\x7f", "␡"],
    ["\x86", "<86>"],
    ["\ud800", "\ufffd"],
    ["\udc00", "\ufffd"],
  ])("shows %j as %s", (control, shown) => {
    const { text, spans } = makeVisible(`a${control}b`);
    expect(text).toBe(`a${shown}b`);
    expect(spans).toEqual([{ from: 1, to: 1 + shown.length, group: "PiControl" }]);
  });

  it("leaves nothing harmful, loses no text, and marks exactly what it replaced", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        const { text, spans } = makeVisible(raw);
        expect(isHarmful(text)).toBe(false);
        let kept = "";
        let at = 0;
        for (const span of spans) {
          kept += text.slice(at, span.from);
          at = span.to;
        }
        kept += text.slice(at);
        expect(kept).toBe([...raw].filter((char) => !isHarmful(char)).join(""));
      }),
    );
  });
});

describe("oneLine", () => {
  it("keeps a text with line breaks on one line", () => {
    expect(oneLine("a\nb\r\nc")).toBe("a␊b␍␊c");
  });

  it("cuts a long text, never inside a character", () => {
    expect(oneLine("abcdef", 4)).toBe("abc…");
    expect(oneLine("👩👩👩", 4)).toBe("👩…");
  });
});

describe("cutBefore", () => {
  it("moves a cut out of a surrogate pair", () => {
    expect(cutBefore("a👩b", 2)).toBe(1);
    expect(cutBefore("a👩b", 3)).toBe(3);
    expect(cutBefore("a👩", 3)).toBe(3);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLAIN_STYLE } from "../../../src/view/ansi";
import { parseAnsi, styleAfter } from "../../../src/view/ansiText";
import { cpuTime } from "../../support/cpuTime";

const parse = (raw: string, isOpen = false) => parseAnsi(raw, PLAIN_STYLE, isOpen);

describe("parseAnsi", () => {
  it("turns colours into spans", () => {
    const { text, spans, style } = parse("a \x1b[31mred\x1b[0m b");
    expect(text).toBe("a red b");
    expect(spans).toEqual([{ from: 2, to: 5, group: "PiAnsiRed" }]);
    expect(style.groups).toEqual([]);
  });

  it("says what is still on at the end", () => {
    const { style } = parse("\x1b[1;32mgo");
    expect(parseAnsi("on", style, false).spans.map((span) => span.group)).toEqual(["PiAnsiGreen", "PiAnsi_b"]);
  });

  it.each([
    ["cursor movement", "\x1b[2K\x1b[1Ax\x1b[?25l"],
    ["a link", "\x1b]8;;https://example.com\x1b\\x\x1b]8;;\x07"],
    ["a title", "\x1b]0;title\x07x"],
    ["a device string", "\x1bPq#0\x1b\\x"],
    ["a character set", "\x1b(Bx"],
    ["save and restore", "\x1b7x\x1b8"],
  ])("removes %s", (_name, raw) => expect(parse(raw).text).toBe("x"));

  it.each([["a\x1b"], ["a\x1b[31"], ["a\x1b]8;;http://x"], ["a\x1b]8;;x\x1b"], ["a\x1b("], ["a\x1bPq"]])(
    "holds back %j while the line is open",
    (raw) => {
      expect(parse(raw, true).text).toBe("a");
      expect(parse(raw, false).text).toMatch(/^a␛/);
    },
  );

  it("shows an ESC without meaning", () => {
    expect(parse("a\x1b!b").text).toBe("a␛!b");
  });

  it("joins spans that no change of colour parts", () => {
    expect(parse("\x1b[31mre\x1b[Kd\x1b[31m!").spans).toEqual([{ from: 0, to: 4, group: "PiAnsiRed" }]);
  });

  it("never takes back what it showed, wherever a growing line is cut", () => {
    const piece = fc.constantFrom(
      "\x1b[31m",
      "\x1b[0m",
      "\x1b[38;5;208m",
      "\x1b]8;;u\x07",
      "\x1b]8;;\x1b\\",
      "\x1b(B",
      "ab",
      "ü",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
        const raw = pieces.join("");
        const cut = at % (raw.length + 1);
        const open = parse(raw.slice(0, cut), true);
        const whole = parse(raw);
        expect(whole.text.startsWith(open.text)).toBe(true);
        const visible = (from: number) => whole.spans.filter((span) => span.from < from).map((span) => span.group);
        expect(open.spans.map((span) => span.group)).toEqual(visible(open.text.length));
      }),
    );
  });

  it("never leaves an ESC, and its spans lie in the text", () => {
    const unit = fc.constantFrom("\x1b", "[", "]", "3", "1", ";", "m", "8", "\x07", "\\", "a", "é", "P", "(");
    fc.assert(
      fc.property(fc.string({ unit }), fc.boolean(), (raw, isOpen) => {
        const { text, spans } = parse(raw, isOpen);
        expect(text).not.toContain("\x1b");
        for (const span of spans) expect(0 <= span.from && span.from < span.to && span.to <= text.length).toBe(true);
      }),
    );
  });

  it("reads a megabyte of unfinished sequences in no time", () => {
    const started = cpuTime();
    for (const piece of ["\x1b", "\x1b]", "\x1b[", "\x1bP", "\x1b[1;"]) parse(piece.repeat(100_000), true);
    expect(cpuTime() - started).toBeLessThan(2000);
  });
});

describe("styleAfter", () => {
  it("keeps the last colour of a text", () => {
    expect(styleAfter("\x1b[31ma\x1b[32mb", PLAIN_STYLE).groups).toEqual(["PiAnsiGreen"]);
  });
});

import { describe, expect, it } from "vitest";
import { PLAIN_STYLE } from "../../../src/view/ansi";
import { LONGEST_LINE, renderOutputLine } from "../../../src/view/outputLine";
import { cpuTime } from "../../support/cpuTime";

const render = (raw: string, isOpen = false) => renderOutputLine(raw, PLAIN_STYLE, isOpen, "PiToolOutput");

describe("renderOutputLine", () => {
  it("leaves a progress bar at its last state", () => {
    expect(render(" 10 %\r 50 %\r100 %").line.text).toBe("100 %");
    expect(render(" 10 %\r 50 %\r").line.text).toBe(" 50 %");
    expect(render("\r\r").line.text).toBe("");
  });

  it("keeps a colour that was switched on before the carriage return", () => {
    const { line, style } = render("\x1b[32m 10 %\r 20 %");
    expect(line.marks.map((mark) => mark.group)).toEqual(["PiToolOutput", "PiAnsiGreen"]);
    expect(style.groups).toEqual(["PiAnsiGreen"]);
  });

  it("cuts a long line and says how much there is", () => {
    const { line } = render("x".repeat(LONGEST_LINE + 12 * 1024));
    expect(line.text).toBe("x".repeat(LONGEST_LINE));
    expect(line.decor?.eol).toEqual([["… (12 KB more)", "PiPending"]]);
    expect(render("x".repeat(LONGEST_LINE)).line.decor).toBeUndefined();
  });

  it("does not cut a character in two", () => {
    const { line } = render("x".repeat(LONGEST_LINE - 1) + "👩".repeat(3));
    expect(line.text).toBe("x".repeat(LONGEST_LINE - 1));
    expect(line.marks.at(-1)?.endCol).toBe(LONGEST_LINE - 1);
  });

  it("handles a line of 13 MB, and lets no colour out of it", () => {
    const started = cpuTime();
    const { line, style } = render(`\x1b[31m${"x".repeat(13 * 1024 * 1024)}`);
    expect(cpuTime() - started).toBeLessThan(500);
    expect(line.text.length).toBe(LONGEST_LINE);
    expect(line.decor?.eol?.[0]?.[0]).toBe("… (13 MB more)");
    expect(style.groups).toEqual([]);
  });

  it("cuts no escape sequence and no character in two where it stops looking", () => {
    expect(render(`ab${"\x1b[31m".repeat(4000)}`).line.text).toBe("ab");
    expect(render(`${"\x1b[31m".repeat(3199)}abcd${"👩".repeat(2000)}`).line.text).toBe("abcd");
  });

  it.each(["\0", "\v", "\f", "\x1b", "\x7f"])("shows %j harmlessly and loses no text", (control) => {
    const { text } = render(`a${control}b`).line;
    expect(text).toMatch(/^a.b$/u);
    expect(text).not.toContain(control);
  });
});

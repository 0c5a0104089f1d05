import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatElapsed,
  formatMoney,
  formatTokens,
} from "../../../src/view/format";

describe("format", () => {
  it.each([
    [0, "0 ms"],
    [340.4, "340 ms"],
    [999.6, "1 s"],
    [1200, "1.2 s"],
    [4000, "4 s"],
    [9949, "9.9 s"],
    [9950, "10 s"],
    [59_499, "59 s"],
    [59_600, "1 min"],
    [125_000, "2 min 5 s"],
    [3_780_000, "1 h 3 min"],
    [-5, "0 ms"],
  ])("writes %d ms as %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

  it("counts a running clock in whole seconds", () => {
    expect(formatElapsed(3999)).toBe("3 s");
    expect(formatElapsed(-1)).toBe("0 s");
  });

  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [12_288, "12 KB"],
    [1_048_575, "1 MB"],
    [13 * 1024 * 1024, "13 MB"],
    [5 * 1024 ** 4, "5120 GB"],
  ])("writes %d bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [512, "512"],
    [3420, "3.4k"],
    [9960, "10k"],
    [34_000, "34k"],
    [999_499, "999k"],
    [999_500, "1M"],
    [1_240_000, "1.2M"],
  ])("writes %d tokens as %s", (tokens, text) => expect(formatTokens(tokens)).toBe(text));

  it.each([
    [0, "$0.00"],
    [0.0004, "<$0.001"],
    [0.0005, "$0.001"],
    [0.0049, "$0.005"],
    [0.0096, "$0.01"],
    [1.2, "$1.20"],
  ])("writes %d dollars as %s", (dollars, text) => expect(formatMoney(dollars)).toBe(text));

  it("counts one and many", () => {
    expect(formatCount(1, "line")).toBe("1 line");
    expect(formatCount(214, "line")).toBe("214 lines");
  });

  it("tells the local time, and nothing for no time", () => {
    expect(formatClock(new Date(2026, 2, 3, 4, 5).getTime())).toBe("04:05");
    expect(formatClock(Number.NaN)).toBe("");
  });
});

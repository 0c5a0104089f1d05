import { describe, expect, it } from "vitest";
import { applySgr, PLAIN_STYLE } from "../../../src/view/ansi";

const groups = (...params: string[]) => params.reduce((style, codes) => applySgr(style, codes), PLAIN_STYLE).groups;

describe("applySgr", () => {
  it.each([
    ["31", ["PiAnsiRed"]],
    ["97", ["PiAnsiBrightWhite"]],
    ["44", ["PiAnsiBgBlue"]],
    ["103;30", ["PiAnsiBlack", "PiAnsiBgBrightYellow"]],
    ["1", ["PiAnsi_b"]],
    ["1;3;4;7", ["PiAnsi_biur"]],
    ["1;31", ["PiAnsiRed", "PiAnsi_b"]],
    ["38;5;9", ["PiAnsiBrightRed"]],
    ["38;5;208", ["PiAnsi_fg_ff8700"]],
    ["48;5;232", ["PiAnsi_bg_080808"]],
    ["48;5;255", ["PiAnsi_bg_eeeeee"]],
    ["38;2;255;135;0;1", ["PiAnsi_fg_ff8700_b"]],
    ["38;2;1;2;3;48;2;4;5;6;3", ["PiAnsi_fg_010203_bg_040506_i"]],
    ["38:2::255:135:0", ["PiAnsi_fg_ff8700"]],
    ["38:2:255:135:0", ["PiAnsi_fg_ff8700"]],
    ["38:5:208;4", ["PiAnsi_fg_ff8700_u"]],
    ["4:3", ["PiAnsi_u"]],
    ["38;2;255;135;0;41", ["PiAnsiBgRed", "PiAnsi_fg_ff8700"]],
  ])("names %s", (params, names) => expect(groups(params)).toEqual(names));

  it.each([["0"], [""], ["39"], ["1;22;39"]])("takes colour away with %s", (params) => {
    expect(groups("31", params)).toEqual([]);
  });

  it("changes nothing for what it does not understand", () => {
    for (const params of ["99", "38;5;300", "38;2;1;2;999", "38", "5", "?25", "58;9", "1000000"]) {
      expect(groups("31", params), params).toEqual(["PiAnsiRed"]);
    }
  });

  it("switches each attribute off alone", () => {
    expect(groups("1;3;4;7;31", "22")).toEqual(["PiAnsiRed", "PiAnsi_iur"]);
    expect(groups("1;3;4;7", "23", "24", "27")).toEqual(["PiAnsi_b"]);
    expect(groups("4", "4:0")).toEqual([]);
    expect(groups("41;31", "49")).toEqual(["PiAnsiRed"]);
  });
});

import { describe, expect, it } from "vitest";
import { type RedrawEvent, Screen } from "../../support/screen";

/** A screen of `rows` lines, each as wide as the first. */
function screenOf(...rows: string[]): Screen {
  const screen = new Screen();
  const resize: RedrawEvent = ["grid_resize", [1, rows[0]?.length ?? 0, rows.length]];
  const lines = rows.map((text, row) => [1, row, 0, [...text].map((cell) => [cell])]);
  screen.redraw([resize, ["grid_line", ...lines], ["flush", []]]);
  return screen;
}

describe("Screen", () => {
  it("shows lines without the blanks at their end", () => {
    expect(screenOf("ab  ", "  cd").text()).toBe("ab\n  cd");
  });

  it("shows nothing of a frame before its flush, even when it comes in two notifications", () => {
    const screen = screenOf("old");
    screen.redraw([["grid_line", [1, 0, 0, [["n"], ["e"], ["w"]]]]]);
    expect(screen.text()).toBe("old");
    screen.redraw([["flush", []]]);
    expect(screen.text()).toBe("new");
  });

  it("repeats a cell, and keeps the attributes of the cell before when none are given", () => {
    const screen = screenOf("......");
    screen.redraw([
      ["hl_attr_define", [7, { bold: true }, {}, [{ kind: "syntax", hi_name: "Title", id: 7 }]]],
      ["grid_line", [1, 0, 1, [["a", 7, 2], ["b"], ["c", 0]]]],
      ["flush", []],
    ]);
    expect(screen.row(0)).toBe(".aabc.");
    expect([0, 1, 2, 3, 4].map((col) => screen.groupAt(0, col))).toEqual(["", "Title", "Title", "Title", ""]);
    expect(screen.highlightAt(0, 1).attributes).toEqual({ bold: true });
  });

  it("names every group that makes up a cell, topmost last", () => {
    const screen = screenOf("x");
    const info = [
      { kind: "ui", ui_name: "Normal", hi_name: "NormalFloat", id: 1 },
      { kind: "syntax", hi_name: "@markup.heading", id: 2 },
    ];
    screen.redraw([
      ["hl_attr_define", [3, {}, {}, info]],
      ["grid_line", [1, 0, 0, [["x", 3]]]],
      ["flush", []],
    ]);
    expect(screen.groupsOf("x")).toEqual(["NormalFloat", "@markup.heading"]);
    expect(screen.groupAt(0, 0)).toBe("@markup.heading");
  });

  it("counts columns in cells where a character is two cells wide", () => {
    const screen = screenOf("......");
    screen.redraw([
      ["grid_line", [1, 0, 0, [["日"], [""], ["👩‍👩‍👧"], [""], ["e"]]]],
      ["flush", []],
    ]);
    expect(screen.row(0)).toBe("日👩‍👩‍👧e.");
    expect(screen.find("e.")).toEqual({ row: 0, col: 4 });
    expect(screen.find("👩‍👩‍👧")).toEqual({ row: 0, col: 2 });
  });

  it("scrolls a region up and leaves what is around it", () => {
    const screen = screenOf("aaa", "bbb", "ccc", "ddd");
    screen.redraw([
      ["grid_scroll", [1, 0, 3, 0, 2, 1, 0]],
      ["flush", []],
    ]);
    expect(screen.rows()).toEqual(["bba", "ccb", "ccc", "ddd"]);
  });

  it("scrolls a region down", () => {
    const screen = screenOf("aa", "bb", "cc", "dd");
    screen.redraw([
      ["grid_scroll", [1, 1, 4, 0, 2, -2, 0]],
      ["flush", []],
    ]);
    expect(screen.rows()).toEqual(["aa", "bb", "cc", "bb"]);
  });

  it("keeps what still fits when it is resized, and clears when told", () => {
    const screen = screenOf("abc", "def");
    screen.redraw([
      ["grid_resize", [1, 2, 3]],
      ["flush", []],
    ]);
    expect(screen.rows()).toEqual(["ab", "de", ""]);
    screen.redraw([
      ["grid_clear", [1]],
      ["flush", []],
    ]);
    expect([screen.width, screen.height, screen.text()]).toEqual([2, 3, "\n\n"]);
  });

  it("knows the cursor, the mode and how many frames there were, and tells listeners", () => {
    const screen = screenOf("abc");
    let frames = 0;
    const stop = screen.onFlush(() => frames++);
    screen.redraw([
      ["grid_cursor_goto", [1, 0, 2]],
      ["mode_change", ["insert", 1]],
      ["flush", []],
    ]);
    stop();
    screen.redraw([["flush", []]]);
    expect([screen.cursor, screen.mode, screen.flushes, frames]).toEqual([{ row: 0, col: 2 }, "insert", 3, 1]);
  });

  it("names the place that does not exist", () => {
    const screen = screenOf("abc");
    expect(() => screen.row(1)).toThrow("the screen has 1 rows, there is no row 1");
    expect(() => screen.highlightAt(0, 3)).toThrow("no cell 0,3");
    expect(() => screen.groupsOf("zzz")).toThrow('"zzz" is not on the screen');
  });
});

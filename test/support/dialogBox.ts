/** A dialog's box as text, and under each line the highlight groups of its cells. */
import type { Screen } from "./screen";

/** Letters for groups: the outer ones tell more than where a link ends. */
const LETTERS: Record<string, string> = {
  FloatBorder: "b",
  Title: "h",
  NormalFloat: ".",
  PiDialogTitle: "T",
  PmenuSel: "S",
  Function: "k",
  Comment: "c",
  PiQuiet: "c",
  DiagnosticWarn: "t",
  PiAnsiRed: "r",
  DiffAdd: "+",
  DiffDelete: "-",
  PiDiffDeleteLine: "-",
  Statement: "w",
  String: "s",
  Constant: "d",
  Type: "y",
};

const letterOf = (groups: readonly string[]) => {
  const known = groups.filter((group) => group in LETTERS);
  return LETTERS[known.at(-1) ?? ""] ?? " ";
};

/** The rows and columns between the corners, or the whole of a screen that the dialog fills. */
export function boxOf(screen: Screen): string {
  const top = screen.find("╭");
  const bottom = screen.find("╰");
  if (!top || !bottom) throw new Error(`no box on the screen\n${screen.text()}`);
  const width = screen.row(top.row).indexOf("╮") - top.col;
  const lines: string[] = [];
  for (let row = top.row; row <= bottom.row; row++) {
    const cells = Array.from({ length: width + 1 }, (_, i) => letterOf(screen.highlightAt(row, top.col + i).groups));
    lines.push(screen.row(row).slice(top.col, top.col + width + 1), cells.join("").trimEnd());
  }
  return lines.join("\n");
}

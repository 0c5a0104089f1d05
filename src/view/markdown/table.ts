/** Tables of GFM: pipes between cells, a row of dashes under the header. */
import type { Span } from "../bytes";
import { inlineSpans } from "./inline";

/** Longer lines are no table rows. */
const LONGEST_ROW = 4000;
const DELIMITER_ROW = /^[-:|\t ]+$/;
const DELIMITER_CELL = /^[\t ]*:?-+:?[\t ]*$/;

/** Whether `row` stands under `header` as the line that makes both a table. */
export function isDelimiterRow(row: string, header: string): boolean {
  if (row.length > LONGEST_ROW || header.length > LONGEST_ROW) return false;
  if (!row.includes("|") || !DELIMITER_ROW.test(row)) return false;
  const cells = cellsOf(row);
  if (!cells.every((cell) => DELIMITER_CELL.test(row.slice(cell.from, cell.to)))) return false;
  return cells.length === cellsOf(header).length;
}

/** Pipes, and what is inside the cells. */
export function rowSpans(text: string, offset: number, isHeader: boolean): readonly Span[] {
  if (text.length > LONGEST_ROW) return [];
  const spans: Span[] = pipesOf(text).map((at) => ({ from: offset + at, to: offset + at + 1, group: "PiMarkup" }));
  for (const cell of cellsOf(text)) {
    const content = text.slice(cell.from, cell.to);
    const from = offset + cell.from;
    if (isHeader && content.trim() !== "") spans.push({ ...trimmed(content, from), group: "@markup.strong" });
    for (const span of inlineSpans(content)) spans.push({ ...span, from: from + span.from, to: from + span.to });
  }
  return spans;
}

interface Cell {
  readonly from: number;
  readonly to: number;
}

function cellsOf(row: string): readonly Cell[] {
  const bounds = [-1, ...pipesOf(row), row.length];
  const cells: Cell[] = [];
  for (let i = 1; i < bounds.length; i++) cells.push({ from: (bounds[i - 1] as number) + 1, to: bounds[i] as number });
  const isEmpty = (cell: Cell): boolean => row.slice(cell.from, cell.to).trim() === "";
  if (cells.length > 1 && isEmpty(cells[0] as Cell)) cells.shift();
  if (cells.length > 1 && isEmpty(cells.at(-1) as Cell)) cells.pop();
  return cells;
}

function pipesOf(row: string): number[] {
  const pipes: number[] = [];
  for (let at = row.indexOf("|"); at !== -1; at = row.indexOf("|", at + 1)) {
    if (!isEscaped(row, at)) pipes.push(at);
  }
  return pipes;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - slashes - 1) === 0x5c) slashes++;
  return slashes % 2 === 1;
}

function trimmed(content: string, from: number): Cell {
  const start = content.length - content.trimStart().length;
  return { from: from + start, to: from + content.trimEnd().length };
}

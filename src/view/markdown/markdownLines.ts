import type { Span } from "../bytes";
import { makeVisible } from "../controls";
import { firstChange, type LineRange, type SourceNow, trimBlankLines } from "../sourceLines";
import type { Decor, Line } from "../types";
import { type BlockState, NO_STATE } from "./blockState";
import type { CodeHighlighter } from "./codeHighlighter";
import { headingSource, INDENTED_CODE, PLAIN, SYNTAX, TABLE_ROW } from "./lineSources";
import { type LineGroup, type LineParts, type LineSource, MarkdownLine } from "./markdownLine";
import type { Paragraph } from "./paragraph";
import { type ScannedLine, scanLine } from "./scanLine";

const CODE_DECOR: Decor = { lineGroup: "PiCodeBlock" };

/**
 * Markdown as lines, kept while the text grows: a call scans the lines that are new and the one that was open.
 * What is inside lines is parsed only when someone reads their marks. Blank lines at both ends are not shown.
 */
export class MarkdownLines {
  readonly #highlighter: CodeHighlighter | undefined;
  readonly #raw: string[] = [];
  /** State after the line of the same index. */
  readonly #states: BlockState[] = [];
  readonly #out: MarkdownLine[] = [];
  /** Undoes what a line did to the paragraph before it. */
  readonly #undo = new Map<MarkdownLine, Paragraph>();
  #first = 0;
  #lastWasOpen = false;
  #wasStreaming = false;

  constructor(highlighter?: CodeHighlighter) {
    this.#highlighter = highlighter;
  }

  /**
   * @param isStreaming the text grows at its end, and did only that since the last call with true.
   * @returns the lines; the array is reused.
   */
  update(lines: readonly string[], isStreaming: boolean): readonly Line[] {
    const range = trimBlankLines(lines);
    const onlyGrew = isStreaming && this.#wasStreaming && range.first === this.#first;
    const now: SourceNow = { lines, range, lastIsOpen: isStreaming && range.end === lines.length, onlyGrew };
    const from = firstChange({ lines: this.#raw, lastWasOpen: this.#lastWasOpen }, now);
    if (from < this.#raw.length || from < range.end - range.first) this.#rescan(from, now);
    this.#first = range.first;
    this.#lastWasOpen = now.lastIsOpen;
    this.#wasStreaming = isStreaming;
    return this.#out;
  }

  #rescan(from: number, now: SourceNow): void {
    const leaf = this.#states[from - 1]?.leaf;
    const old = this.#cut(from);
    const count = now.range.end - now.range.first;
    for (let index = from; index < count; index++) {
      this.#add(index, now.lines[now.range.first + index] as string, now.lastIsOpen && index === count - 1);
    }
    if (leaf?.kind === "paragraph") this.#renew(leaf.paragraph);
    this.#keepOld(old, { first: from, end: Math.min(from + old.length, count) });
  }

  /** Forgets all lines from this one on. @returns them. */
  #cut(from: number): MarkdownLine[] {
    const dropped = this.#out.splice(from);
    this.#raw.length = this.#states.length = from;
    for (let i = dropped.length - 1; i >= 0; i--) {
      const line = dropped[i] as MarkdownLine;
      line.group?.pop();
      const paragraph = this.#undo.get(line);
      if (paragraph === undefined) continue;
      paragraph.end("plain");
      this.#undo.delete(line);
    }
    return dropped;
  }

  #add(index: number, raw: string, isOpen: boolean): void {
    const { text, spans } = makeVisible(raw);
    const before = this.#states[index - 1] ?? NO_STATE;
    const scanned = scanLine(text, { before, index, isOpen, highlighter: this.#highlighter });
    const line = new MarkdownLine(partsOf(text, spans, scanned));
    line.group?.push(line);
    this.#out.push(line);
    this.#raw.push(raw);
    this.#states.push(scanned.after);
    const { role } = scanned;
    if (role.kind !== "underline" && role.kind !== "delimiter") return;
    role.paragraph.end(role.kind === "delimiter" ? "table" : `heading${role.level}`);
    this.#undo.set(line, role.paragraph);
  }

  #renew(paragraph: Paragraph): void {
    paragraph.renew((index, line) => {
      this.#out[index] = line;
    });
  }

  #keepOld(old: readonly MarkdownLine[], range: LineRange): void {
    for (let index = range.first; index < range.end; index++) {
      const line = this.#out[index] as MarkdownLine;
      const before = old[index - range.first] as MarkdownLine;
      if (!line.looksLike(before)) continue;
      before.standFor(line);
      this.#out[index] = before;
      const paragraph = this.#undo.get(line);
      if (paragraph === undefined) continue;
      this.#undo.delete(line);
      this.#undo.set(before, paragraph);
    }
  }
}

function partsOf(text: string, controls: readonly Span[], scanned: ScannedLine): LineParts {
  const { role, contentFrom } = scanned;
  const prefix = controls.length === 0 ? scanned.prefix : [...scanned.prefix, ...controls];
  const group = groupOf(scanned);
  const source = group ?? sourceOf(scanned);
  const decor = role.kind === "code" ? CODE_DECOR : undefined;
  return { text, contentFrom, prefix, source, group, decor };
}

function groupOf({ role, after }: ScannedLine): LineGroup | undefined {
  if (role.kind === "text" && after.leaf.kind === "paragraph") return after.leaf.paragraph;
  return role.kind === "code" && after.leaf.kind === "fence" ? after.leaf.code : undefined;
}

function sourceOf({ role }: ScannedLine): LineSource {
  switch (role.kind) {
    case "heading":
      return headingSource(role.level);
    case "rule":
    case "fence":
    case "underline":
    case "delimiter":
      return SYNTAX;
    case "indented":
      return INDENTED_CODE;
    case "row":
      return TABLE_ROW;
    default:
      return PLAIN;
  }
}

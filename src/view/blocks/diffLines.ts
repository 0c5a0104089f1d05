/** How a diff looks: sign and line number, then the code with its syntax, before and after the change kept apart. */
import { NO_SPANS, type Span } from "../bytes";
import { type CodeLine, CodeLines, type CodeStyle } from "../codeLines";
import type { CodeHighlighter, CodeState } from "../markdown/codeHighlighter";
import type { LineSyntax } from "../syntax";
import type { Decor } from "../types";

const ADD = { lineGroup: "PiDiffAddLine" };
const DELETE = { lineGroup: "PiDiffDeleteLine" };
const HUNK = { lineGroup: "PiDiffHunk" };

/** Between two places of a file: pi's marker for lines it left out (blanks as wide as a line number, and dots), or git's. */
const BREAK = /^(?: +\.\.\.$|@@)/;
const NUMBER = /^[-+ ] *\d+ /;

/** The file as it was and as it is. */
export interface Sides {
  readonly old: CodeState;
  readonly new: CodeState;
}

/** @param isNumbered whether a line number stands after the sign. */
export function createDiffLines(
  language: string,
  highlighter: CodeHighlighter | undefined,
  isNumbered: boolean,
): CodeLines<Sides | undefined> {
  const initial = language === "" ? undefined : highlighter?.start(language);
  return new CodeLines<Sides | undefined>(isNumbered ? NUMBERED : PLAIN, (lineAt) =>
    highlighter === undefined || initial === undefined
      ? NO_SYNTAX
      : sidesSyntax(highlighter, { old: initial, new: initial }, lineAt),
  );
}

const NO_SYNTAX: LineSyntax<undefined> = {
  initial: undefined,
  step: () => ({ spans: NO_SPANS, after: undefined }),
};

function sidesSyntax(
  highlighter: CodeHighlighter,
  initial: Sides,
  lineAt: (index: number) => CodeLine,
): LineSyntax<Sides | undefined> {
  return {
    initial,
    step(before = initial, index) {
      const { raw, code } = lineAt(index);
      if (BREAK.test(raw)) return { spans: NO_SPANS, after: initial };
      const isRemoved = raw.startsWith("-");
      const { spans, after } = highlighter.line(isRemoved ? before.old : before.new, code);
      if (isRemoved) return { spans, after: { old: after, new: before.new } };
      const old = raw.startsWith("+") ? before.old : highlighter.line(before.old, code).after;
      return { spans, after: { old, new: after } };
    },
  };
}

function styleOf(codeFrom: (raw: string) => number): CodeStyle {
  return {
    codeFrom: (raw) => (BREAK.test(raw) ? raw.length : codeFrom(raw)),
    spans: (raw) => frontSpans(raw, codeFrom(raw)),
    decor: decorOf,
  };
}

const NUMBERED = styleOf((raw) => NUMBER.exec(raw)?.[0].length ?? 1);
const PLAIN = styleOf(() => 1);

function frontSpans(raw: string, codeFrom: number): readonly Span[] {
  if (BREAK.test(raw)) return NO_SPANS;
  const sign = raw.startsWith("+") ? "PiDiffAdd" : raw.startsWith("-") ? "PiDiffDelete" : "PiDiffContext";
  return [{ from: 0, to: codeFrom, group: sign }];
}

function decorOf(raw: string): Decor | undefined {
  if (BREAK.test(raw)) return HUNK;
  if (raw.startsWith("+")) return ADD;
  return raw.startsWith("-") ? DELETE : undefined;
}

/** The text of a file, as it was read or as it is written. */
import { NO_SPANS } from "../bytes";
import { CodeLines, type CodeStyle } from "../codeLines";
import type { CodeHighlighter, CodeState } from "../markdown/codeHighlighter";
import { codeSyntax } from "../syntax";

/** What pi's `read` says after the lines when there are more, and ours before them (src/editorTools/living.ts). */
const NOTE = /^\[(?:Showing lines \d|\d+ more lines in file|Unsaved: ).*\]$/;

export function isReadNote(line: string): boolean {
  return NOTE.test(line);
}

const WHOLE: CodeStyle = {
  codeFrom: (raw) => (isReadNote(raw) ? raw.length : 0),
  spans: (raw) => (isReadNote(raw) ? [{ from: 0, to: raw.length, group: "PiPending" }] : NO_SPANS),
  decor: () => undefined,
};

/** Undefined when nobody knows the language. */
export function createFileLines(
  language: string,
  highlighter: CodeHighlighter | undefined,
): CodeLines<CodeState> | undefined {
  if (codeSyntax(highlighter, language, () => "") === undefined) return undefined;
  return new CodeLines<CodeState>(WHOLE, (lineAt) => {
    const syntax = codeSyntax(highlighter, language, (index) => lineAt(index).code);
    return syntax ?? { initial: undefined, step: () => ({ spans: NO_SPANS, after: undefined }) };
  });
}

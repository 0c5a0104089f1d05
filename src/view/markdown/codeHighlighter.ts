/** How syntax highlighting of code plugs into markdown: any library that can go on from the line before. */
import type { Span } from "../bytes";

/** What a highlighter knows at the beginning of a line, e.g. that a comment is open. Never changed once made. */
export type CodeState = unknown;

export interface HighlightedLine {
  /** Standard groups (`@keyword`, …), positions within the line. */
  readonly spans: readonly Span[];
  readonly after: CodeState;
}

export interface CodeHighlighter {
  /** The state before the first line; undefined when the language is not known (or its grammar not loaded yet). */
  start(language: string): CodeState | undefined;
  line(state: CodeState, text: string): HighlightedLine;
}

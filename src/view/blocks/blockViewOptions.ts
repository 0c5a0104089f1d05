import type { CodeHighlighter } from "../markdown/codeHighlighter";
import type { DefaultOpen } from "./opening";

/** The same for all blocks of a transcript. */
export interface BlockViewOptions {
  /** Syntax highlighting inside code blocks; none when absent. */
  readonly highlighter?: CodeHighlighter;
  /** Overrides DEFAULT_OPEN for the kinds it names. */
  readonly defaultOpen?: DefaultOpen;
}

/** dist/highlight.cjs: the grammars, in a file of their own since most of the host's life goes by before the first code. */
import type { CodeHighlighter } from "../view/markdown/codeHighlighter";
import { findLanguage } from "./languages";
import { StreamHighlighter } from "./streamHighlighter";

export function createHighlighter(): CodeHighlighter {
  return new StreamHighlighter(findLanguage);
}

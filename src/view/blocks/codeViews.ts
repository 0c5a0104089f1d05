import type { ToolBlock } from "../../agent/blocks";
import type { CodeLines } from "../codeLines";
import type { CodeHighlighter, CodeState } from "../markdown/codeHighlighter";
import { languageOfPath } from "../syntax";
import { createDiffLines, type Sides } from "./diffLines";
import { isNumbered } from "./diffText";
import { createFileLines } from "./fileLines";
import type { ToolArgs } from "./toolArgs";
import { path } from "./toolHeader";

/** The code in a tool's arguments and output, in the language of its file; made anew when more of the path has come. */
export class CodeViews {
  readonly #block: ToolBlock;
  readonly #highlighter: CodeHighlighter | undefined;
  #file: { readonly language: string; readonly lines: CodeLines<CodeState> | undefined } | undefined;
  #diff: { readonly key: string; readonly lines: CodeLines<Sides | undefined> } | undefined;

  constructor(block: ToolBlock, highlighter: CodeHighlighter | undefined) {
    this.#block = block;
    this.#highlighter = highlighter;
  }

  /** Undefined when nobody knows the file's language. */
  file(args: ToolArgs): CodeLines<CodeState> | undefined {
    const language = languageOfPath(path(args));
    if (this.#file?.language !== language) {
      this.#file = { language, lines: createFileLines(language, this.#highlighter) };
    }
    return this.#file.lines;
  }

  diff(args: ToolArgs): CodeLines<Sides | undefined> {
    const language = languageOfPath(path(args));
    const numbered = isNumbered(this.#block);
    const key = `${numbered}:${language}`;
    if (this.#diff?.key !== key) {
      this.#diff = { key, lines: createDiffLines(language, this.#highlighter, numbered) };
    }
    return this.#diff.lines;
  }
}

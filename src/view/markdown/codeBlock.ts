import { movedSpans, type Span } from "../bytes";
import { codeSyntax, SyntaxLines } from "../syntax";
import type { CodeHighlighter, CodeState } from "./codeHighlighter";
import type { LineGroup, MarkdownLine } from "./markdownLine";

/** The lines between two fences. */
export class CodeBlock implements LineGroup {
  readonly members: MarkdownLine[] = [];
  readonly #highlighter: CodeHighlighter | undefined;
  readonly #language: string;
  /** Undefined: not asked yet; null: nobody knows the language. */
  #syntax: SyntaxLines<CodeState> | null | undefined;

  constructor(language: string, highlighter: CodeHighlighter | undefined) {
    this.#language = language;
    this.#highlighter = highlighter;
  }

  push(line: MarkdownLine): void {
    line.place = this.members.length;
    this.members.push(line);
  }

  pop(): void {
    this.members.pop();
    this.#syntax?.cut(this.members.length);
  }

  spans(line: MarkdownLine): readonly Span[] {
    this.#syntax ??= this.#begin();
    if (this.#syntax === null || this.members[line.place] !== line) {
      return [{ from: line.contentFrom, to: line.text.length, group: "@markup.raw.block" }];
    }
    return movedSpans(this.#syntax.spans(line.place), line.contentFrom);
  }

  #begin(): SyntaxLines<CodeState> | null {
    const textOf = (index: number): string => (this.members[index] as MarkdownLine).content;
    const syntax = codeSyntax(this.#highlighter, this.#language, textOf);
    return syntax === undefined ? null : new SyntaxLines(syntax);
  }
}

/** Syntax of lines that come one after the other and are asked for in any order. */
import type { Span } from "./bytes";
import type { CodeHighlighter, CodeState } from "./markdown/codeHighlighter";

/**
 * A line's highlighting depends on all lines before it, but no reader may have to wait for 100,000 of them: every so
 * many lines it begins anew, always at the same ones, so that it does not matter who asked for what before.
 */
const RESTART = 400;

/** How the lines of a text are highlighted one after the other. */
export interface LineSyntax<State> {
  /** What is known before the first line. */
  readonly initial: State;
  step(before: State, index: number): { readonly spans: readonly Span[]; readonly after: State };
}

/** Goes on from the nearest line before that was highlighted. What it knows of lines that change must be cut off. */
export class SyntaxLines<State> {
  readonly #syntax: LineSyntax<State>;
  /** State before the line of the same index, where it is known. */
  readonly #states = new Map<number, State>();
  /** No state is known beyond this index. */
  #end = 0;

  constructor(syntax: LineSyntax<State>) {
    this.#syntax = syntax;
  }

  spans(index: number): readonly Span[] {
    const first = index - (index % RESTART);
    let at = index;
    while (at > first && !this.#states.has(at)) at--;
    let state = at === first ? this.#syntax.initial : (this.#states.get(at) as State);
    for (; at < index; at++) state = this.#step(state, at).after;
    return this.#step(state, index).spans;
  }

  /** The lines from this one on are others now. */
  cut(count: number): void {
    for (; this.#end > count; this.#end--) this.#states.delete(this.#end);
  }

  #step(before: State, index: number) {
    const result = this.#syntax.step(before, index);
    this.#states.set(index + 1, result.after);
    this.#end = Math.max(this.#end, index + 1);
    return result;
  }
}

/** Lines of one language; undefined when nobody knows it. */
export function codeSyntax(
  highlighter: CodeHighlighter | undefined,
  language: string,
  textOf: (index: number) => string,
): LineSyntax<CodeState> | undefined {
  const initial = language === "" ? undefined : highlighter?.start(language);
  if (highlighter === undefined || initial === undefined) return undefined;
  return { initial, step: (before, index) => highlighter.line(before, textOf(index)) };
}

/** What a file is written in, by its name: its extension, or all of its name when it has none (`Makefile`). */
export function languageOfPath(path: string): string {
  const name = (path.split(/[\\/]/).pop() ?? "").toLowerCase();
  const dot = name.lastIndexOf(".");
  return name.startsWith("dockerfile") ? "dockerfile" : name.slice(dot + 1).slice(0, 40);
}

import { type StreamParser, StringStream } from "@codemirror/streamparser";
import type { Span } from "../view/bytes";
import type { CodeHighlighter, CodeState, HighlightedLine } from "../view/markdown/codeHighlighter";
import { copyState } from "./copyState";
import { groupByCase, nameGroup, styleOf } from "./groups";
import type { Grammar } from "./languages";

/** A grammar and what it knows at the beginning of a line. */
interface LineState {
  readonly grammar: Grammar;
  readonly state: unknown;
}

const TAB_SIZE = 8;
const INDENT_UNIT = 2;
/** Longer lines are data, not code: they stay plain, and the state goes on behind them. */
const LONGEST_LINE = 2000;
const NONE: readonly Span[] = [];
/** How often a grammar may change its mind without taking a character. */
const MOST_IDLE = 10;

/** Highlights line by line: each line costs its own length, wherever it stands. */
export class StreamHighlighter implements CodeHighlighter {
  readonly #find: (language: string) => Grammar | undefined;

  /** @param find the grammar of a language, by its name or an extension of its files. */
  constructor(find: (language: string) => Grammar | undefined) {
    this.#find = find;
  }

  start(language: string): CodeState | undefined {
    const grammar = this.#find(language);
    return grammar && ({ grammar, state: grammar.parser.startState?.(INDENT_UNIT) ?? {} } satisfies LineState);
  }

  line(before: CodeState, text: string): HighlightedLine {
    const { grammar, state: old } = before as LineState;
    if (text.length > LONGEST_LINE) return { spans: NONE, after: before };
    const { parser } = grammar;
    const state = copyState(parser, old);
    const after: LineState = { grammar, state };
    if (text !== "") return { spans: spansOf(grammar, state, text), after };
    parser.blankLine?.(state, INDENT_UNIT);
    return { spans: NONE, after };
  }
}

function spansOf(grammar: Grammar, state: unknown, text: string): readonly Span[] {
  const stream = new StringStream(text, TAB_SIZE, INDENT_UNIT);
  const spans: Span[] = [];
  while (!stream.eol()) {
    stream.start = stream.pos;
    const token = nextToken(grammar.parser, stream, state);
    const group = token ? groupOf(grammar, token, text, stream) : undefined;
    if (group !== undefined) addSpan(spans, stream.start, stream.pos, group);
  }
  return spans.length === 0 ? NONE : spans;
}

/** One that would go on for ever is made to take a character. */
function nextToken(parser: StreamParser<unknown>, stream: StringStream, state: unknown): string | null {
  for (let i = 0; i < MOST_IDLE; i++) {
    const token = parser.token(stream, state);
    if (stream.pos > stream.start) return token;
  }
  stream.next();
  return null;
}

function groupOf(grammar: Grammar, token: string, text: string, { start, pos }: StringStream): string | undefined {
  const own = grammar.groups[token];
  if (own !== undefined) return own;
  const { group, name } = styleOf(token);
  if (name !== undefined) {
    const byPlace = nameGroup(text, start, pos, name === "defined");
    return byPlace ?? (grammar.readsCase ? groupByCase(text.slice(start, pos)) : undefined);
  }
  if (group === "@property") return nameGroup(text, start, pos, false) ?? group;
  if (group === "@number" && pos - start === 1 && text[start] === ".") return undefined;
  if (group === "@string" && token !== "string" && text[start] === "/") return "@string.regexp";
  return group;
}

function addSpan(spans: Span[], from: number, to: number, group: string): void {
  const last = spans.at(-1);
  if (last?.to === from && last.group === group) spans[spans.length - 1] = { from: last.from, to, group };
  else spans.push({ from, to, group });
}

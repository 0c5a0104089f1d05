/** PHP: C's shape with variables, heredocs and HTML around it. */
import { clike } from "@codemirror/legacy-modes/mode/clike";
import type { StreamParser, StringStream } from "@codemirror/streamparser";
import { copyState } from "./copyState";
import { html } from "./html";
import { wordSet } from "./wordLists";

interface Tokens {
  tokenize: ((stream: StringStream, state: Tokens) => string | null) | null;
}

/** Everything up to a line that begins with the heredoc's name. */
function heredoc(name: string) {
  return (stream: StringStream, state: Tokens): string => {
    if (stream.sol() && stream.match(new RegExp(`^\\s*${name}\\b`))) state.tokenize = null;
    else stream.skipToEnd();
    return "string";
  };
}

const code = clike({
  name: "php",
  keywords: wordSet(`abstract and array as break case catch class clone const continue declare default do echo else
    elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for foreach
    function global goto if implements include include_once instanceof insteadof interface isset list match namespace new
    or print private protected public readonly require require_once return static switch throw trait try unset use var
    while xor yield from`),
  types: wordSet("int float string bool void mixed never iterable object callable self parent"),
  atoms: wordSet(
    "true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__",
  ),
  multiLineStrings: true,
  hooks: {
    $: (stream: StringStream) => {
      stream.eatWhile(/[\w$]/);
      return stream.current() === "$this" ? "self" : "variable";
    },
    "#": (stream: StringStream) => {
      if (stream.eat("[")) return "meta";
      stream.skipToEnd();
      return "comment";
    },
    "<": (stream: StringStream, state: Tokens) => {
      const opening = stream.match(/^<<\s*(["']?)(\w{1,40})\1/) as RegExpMatchArray | null;
      if (opening === null) return false;
      state.tokenize = heredoc(opening[2] as string);
      return "string";
    },
  },
}) as StreamParser<unknown>;

interface PhpState {
  isCode: boolean;
  /** Nothing was said yet: a snippet without `<?php` is code, a file that begins with HTML is not. */
  isOpen: boolean;
  html: unknown;
  code: unknown;
}

/** HTML with code between `<?php` and `?>`; code alone when it does not begin with a tag. */
export const php: StreamParser<unknown> = {
  startState: () => ({ isCode: true, isOpen: true, html: html.startState?.(2), code: code.startState?.(2) }),
  copyState: (state) => {
    const php = state as PhpState;
    return { ...php, html: copyState(html, php.html), code: copyState(code, php.code) };
  },
  token: (stream, given) => {
    const state = given as PhpState;
    if (state.isOpen && !stream.eatSpace()) {
      state.isOpen = false;
      state.isCode = !stream.match(/^<(?!\?)/, false);
    } else if (state.isOpen) return null;
    if (stream.match(/^<\?(?:php|=)?/)) {
      state.isCode = true;
      return "meta";
    }
    if (state.isCode && stream.match("?>")) {
      state.isCode = false;
      return "meta";
    }
    return state.isCode ? code.token(stream, state.code) : html.token(stream, state.html);
  },
};

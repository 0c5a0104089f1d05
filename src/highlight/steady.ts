/**
 * Grammars of the library made to depend on nothing but the line and what is known before it. At a character that
 * their languages do not have, they go on with the kind of whatever they have read last, in any text.
 */
import * as styles from "@codemirror/legacy-modes/mode/css";
import * as scripts from "@codemirror/legacy-modes/mode/javascript";
import type { StreamParser } from "@codemirror/streamparser";

/** With what a token of JavaScript can begin, and one of CSS. */
const IN_SCRIPT = /[\s\w$\xa1-\uffff"'`[\]{}(),;:./+\-*&%=<>!?|~^@]|#(?=[!\w$\xa1-\uffff])/y;
const IN_STYLE = /[^-]|-(?=[\d.-]|\w+-)/y;

interface TokenizeState {
  /** Another one within a string, a comment or a template. */
  readonly tokenize: unknown;
}

function steady(parser: StreamParser<unknown>, begins: RegExp): StreamParser<unknown> {
  const initial = parser.startState?.(0) as TokenizeState | undefined;
  return {
    ...parser,
    token: (stream, state) => {
      begins.lastIndex = stream.pos;
      if ((state as TokenizeState).tokenize !== initial?.tokenize || begins.test(stream.string)) {
        return parser.token(stream, state);
      }
      stream.next();
      return null;
    },
  };
}

export const javascript = steady(scripts.javascript, IN_SCRIPT);
export const typescript = steady(scripts.typescript, IN_SCRIPT);
export const json = steady(scripts.json, IN_SCRIPT);
export const css = steady(styles.css, IN_STYLE);
export const less = steady(styles.less, IN_STYLE);
export const sCSS = steady(styles.sCSS, IN_STYLE);

/** HTML with scripts and style sheets inside; also good for Vue, Svelte and Astro. */

import { html as tags } from "@codemirror/legacy-modes/mode/xml";
import type { StreamParser } from "@codemirror/streamparser";
import { copyState } from "./copyState";
import { css, javascript, typescript } from "./steady";

interface HtmlState {
  readonly tags: unknown;
  /** What the tag that is being read opens. */
  readonly opening: "script" | "style" | undefined;
  readonly inner: { readonly parser: StreamParser<unknown>; readonly state: unknown; readonly end: RegExp } | undefined;
}

const INDENT_UNIT = 2;

function innerOf(kind: "script" | "style", tag: string): HtmlState["inner"] {
  const script = /\blang=["']?ts|typescript/.test(tag) ? typescript : javascript;
  const parser = kind === "style" ? css : script;
  return { parser, state: parser.startState?.(INDENT_UNIT), end: new RegExp(`^</${kind}`, "i") };
}

export const html: StreamParser<unknown> = {
  startState: (unit): HtmlState => ({ tags: tags.startState?.(unit), opening: undefined, inner: undefined }),
  copyState: (given) => {
    const { tags: outer, opening, inner } = given as HtmlState;
    const copied = inner && { ...inner, state: copyState(inner.parser, inner.state) };
    return { tags: copyState(tags, outer), opening, inner: copied };
  },
  token: (stream, given) => {
    const state = given as { -readonly [K in keyof HtmlState]: HtmlState[K] };
    const { inner } = state;
    if (inner !== undefined) {
      if (!stream.match(inner.end, false)) return insideToken(stream, inner);
      state.inner = undefined;
    }
    const opens = stream.match(/^<(script|style)\b/i, false) as RegExpMatchArray | null;
    if (opens !== null) state.opening = (opens[1] as string).toLowerCase() as "script" | "style";
    const token = tags.token(stream, state.tags);
    if (state.opening !== undefined && stream.current().endsWith(">")) {
      if (!stream.current().endsWith("/>")) state.inner = innerOf(state.opening, stream.string);
      state.opening = undefined;
    }
    return token;
  },
};

/** A token of the script, cut where the closing tag begins: it may stand inside what is a string to the script. */
function insideToken(stream: Parameters<typeof html.token>[0], inner: NonNullable<HtmlState["inner"]>): string | null {
  const token = inner.parser.token(stream, inner.state);
  const end = stream.current().search(/<\/(?:script|style)/i);
  if (end > 0) stream.backUp(stream.current().length - end);
  return token;
}

import type { StreamParser } from "@codemirror/streamparser";

/** As CodeMirror does it: the object and the lists in it are copied, what these hold is shared. */
export function copyState(parser: StreamParser<unknown>, state: unknown): unknown {
  if (parser.copyState) return parser.copyState(state);
  if (typeof state !== "object" || state === null) return state;
  const copy: Record<string, unknown> = {};
  for (const key in state) {
    const value = (state as Record<string, unknown>)[key];
    copy[key] = Array.isArray(value) ? value.slice() : value;
  }
  return copy;
}

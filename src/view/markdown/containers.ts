/** Quotes and list items around a line (CommonMark 5). */
import type { Span } from "../bytes";
import type { Container } from "./blockState";
import { isThematicBreak, listMarker } from "./leafStarts";
import type { LineCursor } from "./lineCursor";

const QUOTE: Container = { kind: "quote" };
const GREATER = 0x3e;
/** Deeper nesting is text: no one reads it, and hostile text must not cost a list per character. */
const DEEPEST = 32;

/** Consumes the markers of the containers that go on in this line. @returns how many do. */
export function matchContainers(cursor: LineCursor, containers: readonly Container[], prefix: Span[]): number {
  let matched = 0;
  for (const container of containers) {
    if (container.kind === "quote") {
      if (!takeQuoteMark(cursor, prefix)) break;
    } else if (cursor.isBlank || cursor.indent >= container.width) cursor.skip(container.width);
    else break;
    matched++;
  }
  return matched;
}

export interface OpenOptions {
  /** Text goes on if nothing begins here: then not every list marker counts. */
  readonly afterText: boolean;
  readonly isOpen: boolean;
}

/** Consumes the markers of containers that begin in this line. @returns the containers, with these added. */
export function openContainers(
  cursor: LineCursor,
  containers: readonly Container[],
  prefix: Span[],
  options: OpenOptions,
): readonly Container[] {
  let open = containers;
  while (!cursor.isBlank && cursor.indent < 4 && open.length < DEEPEST) {
    const container = takeQuoteMark(cursor, prefix)
      ? QUOTE
      : takeListMarker(cursor, prefix, {
          ...options,
          afterText: options.afterText && open === containers,
        });
    if (container === undefined) break;
    open = [...open, container];
  }
  return open;
}

function takeQuoteMark(cursor: LineCursor, prefix: Span[]): boolean {
  if (cursor.indent >= 4 || cursor.nextCode !== GREATER) return false;
  const at = cursor.next;
  prefix.push({ from: at, to: cursor.text.length, group: "@markup.quote" });
  prefix.push({ from: at, to: at + 1, group: "PiMarkup" });
  cursor.take(1);
  cursor.skip(1);
  return true;
}

function takeListMarker(cursor: LineCursor, prefix: Span[], options: OpenOptions): Container | undefined {
  const code = cursor.nextCode;
  const canBe = code === 0x2a || code === 0x2b || code === 0x2d || (code >= 0x30 && code <= 0x39);
  if (!canBe) return undefined;
  const rest = cursor.rest;
  const marker = listMarker(rest, options.isOpen);
  if (marker === undefined || (options.afterText && !marker.interrupts) || isThematicBreak(rest)) return undefined;
  const at = cursor.next;
  const before = cursor.indent;
  cursor.take(marker.length);
  // More than four columns after the marker are an indented code block in the item.
  const after = cursor.isBlank || cursor.indent > 4 ? 1 : cursor.indent;
  cursor.skip(after);
  prefix.push({ from: at, to: at + marker.length, group: "@markup.list" });
  return { kind: "item", width: before + marker.length + after };
}

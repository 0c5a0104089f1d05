/** What one line of markdown is, given the state before it. Looks at no other line. */
import { NO_SPANS, type Span } from "../bytes";
import { type BlockState, type Container, type Fence, type Leaf, NO_LEAF, NO_STATE } from "./blockState";
import { CodeBlock } from "./codeBlock";
import type { CodeHighlighter } from "./codeHighlighter";
import { matchContainers, openContainers } from "./containers";
import { fenceStart, headingLevel, htmlEnd, isFenceEnd, isThematicBreak, underlineLevel } from "./leafStarts";
import { LineCursor } from "./lineCursor";
import { Paragraph } from "./paragraph";
import { isDelimiterRow } from "./table";

export type Role =
  | { readonly kind: PlainRole }
  | { readonly kind: "heading"; readonly level: number }
  /** Makes a heading of the paragraph before it. */
  | { readonly kind: "underline"; readonly level: 1 | 2; readonly paragraph: Paragraph }
  /** Makes a table's header of the line before it. */
  | { readonly kind: "delimiter"; readonly paragraph: Paragraph };

type PlainRole = "blank" | "text" | "rule" | "fence" | "code" | "indented" | "html" | "row";

/** One object of each, since there is a role for every line. */
const role = (kind: PlainRole): Role => ({ kind });
const BLANK = role("blank");
const TEXT = role("text");
const RULE = role("rule");
const FENCE = role("fence");
const CODE = role("code");
const INDENTED = role("indented");
const HTML = role("html");
const ROW = role("row");

export interface ScannedLine {
  readonly role: Role;
  readonly contentFrom: number;
  readonly prefix: readonly Span[];
  readonly after: BlockState;
}

export interface LineContext {
  readonly before: BlockState;
  /** Index of the line. */
  readonly index: number;
  /** The line may still grow: what its end would decide is left open, so that nothing flickers. */
  readonly isOpen: boolean;
  readonly highlighter: CodeHighlighter | undefined;
}

const SPACE = 0x20;
const TAB = 0x09;
const TASK = /^\[([ xX])\](?=[\t ])/;

export function scanLine(text: string, context: LineContext): ScannedLine {
  return (
    (context.before.containers.length === 0 ? scanSimple(text, context) : undefined) ??
    new LineScan(text, context).scan()
  );
}

/** Lines outside of quotes and lists that need no second look: most lines are like this. */
function scanSimple(text: string, context: LineContext): ScannedLine | undefined {
  const { before } = context;
  const { leaf, containers } = before;
  if (leaf.kind === "fence") {
    const code = text.charCodeAt(0);
    const isSimple = text === "" || (code !== SPACE && code !== TAB && code !== leaf.mark.charCodeAt(0));
    return isSimple ? { role: CODE, contentFrom: 0, prefix: NO_SPANS, after: before } : undefined;
  }
  if (leaf.kind === "html") return undefined;
  if (text === "") return { role: BLANK, contentFrom: 0, prefix: NO_SPANS, after: NO_STATE };
  if (leaf.kind === "table" || !beginsPlainly(text)) return undefined;
  return textLine(context, { contentFrom: 0, prefix: NO_SPANS, containers, goesOn: true });
}

/** Begins with a letter: no block but a paragraph does. Most lines do, so this is what is fast. */
function beginsPlainly(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code >= 0xc0;
}

class LineScan {
  readonly #context: LineContext;
  readonly #cursor: LineCursor;
  readonly #prefix: Span[] = [];
  #containers: readonly Container[] = [];
  /** The leaf before, when this line can belong to it. */
  #leaf: Leaf = NO_LEAF;

  constructor(text: string, context: LineContext) {
    this.#context = context;
    this.#cursor = new LineCursor(text);
  }

  scan(): ScannedLine {
    const { before, isOpen } = this.#context;
    const cursor = this.#cursor;
    const matched = matchContainers(cursor, before.containers, this.#prefix);
    const isInside = matched === before.containers.length;
    this.#containers = isInside ? before.containers : before.containers.slice(0, matched);
    if (isInside) {
      this.#leaf = before.leaf;
      if (before.leaf.kind === "fence") return this.#inFence(before.leaf);
      if (before.leaf.kind === "html") return this.#inHtml(before.leaf.end);
    }
    const afterText = this.#leaf.kind === "paragraph";
    const around = this.#containers;
    this.#containers = openContainers(cursor, around, this.#prefix, { afterText, isOpen });
    const isNew = this.#containers !== around;
    if (isNew) this.#leaf = NO_LEAF;
    if (cursor.isBlank) return this.#done(BLANK, NO_LEAF);
    // Text may go on without the markers of the quote or list that it stands in.
    const goesOn = !isNew && before.leaf.kind === "paragraph";
    if (cursor.indent >= 4) return goesOn ? this.#text(true) : this.#indented();
    return this.#begun() ?? this.#continued() ?? this.#text(goesOn);
  }

  #inFence(fence: Fence): ScannedLine {
    const cursor = this.#cursor;
    if (cursor.indent < 4 && isFenceEnd(cursor.rest, fence.mark, fence.length)) {
      return this.#done(FENCE, NO_LEAF);
    }
    cursor.skip(fence.indent);
    return this.#done(CODE, fence, cursor.pos);
  }

  #inHtml(end: RegExp | undefined): ScannedLine {
    if (end === undefined && this.#cursor.isBlank) return this.#done(BLANK, NO_LEAF);
    const isLast = end?.test(this.#cursor.rest) ?? false;
    return this.#done(HTML, isLast ? NO_LEAF : this.#context.before.leaf);
  }

  #indented(): ScannedLine {
    this.#cursor.skip(4);
    return this.#done(INDENTED, NO_LEAF, this.#cursor.pos);
  }

  /** Blocks that say at their beginning what they are, also directly after text. */
  #begun(): ScannedLine | undefined {
    const rest = this.#cursor.rest;
    const level = headingLevel(rest, this.#context.isOpen);
    if (level > 0) return this.#done({ kind: "heading", level }, NO_LEAF);
    const fence = fenceStart(rest);
    if (fence !== undefined) {
      const code = new CodeBlock(fence.language, this.#context.highlighter);
      const { mark, length } = fence;
      return this.#done(FENCE, { kind: "fence", mark, length, indent: this.#cursor.indent, code });
    }
    const end = htmlEnd(rest);
    if (end === null) return undefined;
    const isDone = end?.test(rest) ?? false;
    return this.#done(HTML, isDone ? NO_LEAF : { kind: "html", end });
  }

  /** Lines that are what they are because of the line before. */
  #continued(): ScannedLine | undefined {
    const rest = this.#cursor.rest;
    const leaf = this.#leaf;
    if (leaf.kind === "paragraph" && !this.#context.isOpen) {
      const { paragraph } = leaf;
      const level = underlineLevel(rest);
      if (level > 0) return this.#done({ kind: "underline", level: level as 1 | 2, paragraph }, NO_LEAF);
      const header = paragraph.members.at(-1)?.content ?? "";
      if (isDelimiterRow(rest, header)) return this.#done({ kind: "delimiter", paragraph }, { kind: "table" });
    }
    if (isThematicBreak(rest)) return this.#done(RULE, NO_LEAF);
    return leaf.kind === "table" ? this.#done(ROW, leaf) : undefined;
  }

  #text(goesOn: boolean): ScannedLine {
    let contentFrom = this.#cursor.next;
    const task = this.#containers.at(-1)?.kind === "item" && !goesOn ? TASK.exec(this.#cursor.rest) : null;
    if (task !== null) {
      const group = task[1] === " " ? "@markup.list.unchecked" : "@markup.list.checked";
      this.#prefix.push({ from: contentFrom, to: contentFrom + 3, group });
      contentFrom += 4;
    }
    const prefix = this.#prefix.length === 0 ? NO_SPANS : this.#prefix;
    return textLine(this.#context, { contentFrom, prefix, containers: this.#containers, goesOn });
  }

  #done(role: Role, leaf: Leaf, contentFrom = this.#cursor.next): ScannedLine {
    const { before } = this.#context;
    const isSame = leaf === before.leaf && this.#containers === before.containers;
    const after = isSame ? before : { containers: this.#containers, leaf };
    return { role, contentFrom, prefix: this.#prefix.length === 0 ? NO_SPANS : this.#prefix, after };
  }
}

interface TextLine {
  readonly contentFrom: number;
  readonly prefix: readonly Span[];
  readonly containers: readonly Container[];
  /** It belongs to the paragraph before, if there is one. */
  readonly goesOn: boolean;
}

function textLine(context: LineContext, { contentFrom, prefix, containers, goesOn }: TextLine): ScannedLine {
  const { before, index } = context;
  const after: BlockState =
    goesOn && before.leaf.kind === "paragraph"
      ? before
      : { containers, leaf: { kind: "paragraph", paragraph: new Paragraph(index) } };
  return { role: TEXT, contentFrom, prefix, after };
}

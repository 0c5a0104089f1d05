/** Spans of inline markdown: emphasis, code, links. The parsing is @lezer/markdown's. */
import { NO_SPANS, type Span } from "../bytes";

/** An inline element. Its children are there at run time but not in the package's types. */
interface InlineNode {
  readonly type: number;
  readonly from: number;
  readonly to: number;
  readonly children?: readonly InlineNode[];
}

interface InlineParser {
  parse(text: string): readonly InlineNode[];
  /** By type of node. */
  readonly names: readonly string[];
}

let loaded: InlineParser | undefined;

/**
 * The library is a fifth of the host's code: the build puts it into a file of its own (library.ts), which is read when
 * the first markup is shown, or by whoever calls this before. Throws when it is not there.
 */
export function loadInlineParser(): InlineParser {
  if (loaded !== undefined) return loaded;
  const { Autolink, parser, Strikethrough } = require("@lezer/markdown") as typeof import("./library");
  const configured = parser.configure([Strikethrough, Autolink]);
  loaded = {
    parse: (text) => configured.parseInline(text, 0) as readonly InlineNode[],
    names: configured.nodeSet.types.map((type) => type.name),
  };
  return loaded;
}

/** Without the library, text is shown as it is; the host has said so in the log. */
function inlineParser(): InlineParser | undefined {
  try {
    return loadInlineParser();
  } catch {
    return undefined;
  }
}

/** Nothing in a text without one of these is markup, and most prose has none: then the parser is not asked. */
const MARKUP = /[*_`~[<\\@]|:\/\/|www\.|mailto:|xmpp:/;

/** The parser's time can grow with the square of a hostile text's length; beyond this it is not asked. */
const LONGEST_PARSED = 16 * 1024;

/** Signs that the option `conceal` hides. */
const HIDDEN = "PiMarkupInline";

const GROUPS: Readonly<Record<string, string>> = {
  Emphasis: "@markup.italic",
  StrongEmphasis: "@markup.strong",
  Strikethrough: "@markup.strikethrough",
  InlineCode: "@markup.raw",
  URL: "@markup.link.url",
  LinkLabel: "@markup.link.label",
  EmphasisMark: HIDDEN,
  StrikethroughMark: HIDDEN,
  CodeMark: HIDDEN,
  LinkMark: HIDDEN,
  LinkTitle: HIDDEN,
  HTMLTag: "PiMarkup",
  Comment: "PiMarkup",
  ProcessingInstruction: "PiMarkup",
};

/** @returns spans in the order of the text, outer before inner. */
export function inlineSpans(text: string): readonly Span[] {
  if (text.length > LONGEST_PARSED || !MARKUP.test(text)) return NO_SPANS;
  const parser = inlineParser();
  if (parser === undefined) return NO_SPANS;
  const spans: Span[] = [];
  addSpans(parser.parse(text), parser.names, spans);
  return spans;
}

function addSpans(nodes: readonly InlineNode[], names: readonly string[], spans: Span[]): void {
  for (const node of nodes) {
    const name = names[node.type] as string;
    const children = node.children ?? [];
    if (name === "Link" || name === "Image") {
      addLink(node, names, spans);
      continue;
    }
    const group = GROUPS[name];
    if (group !== undefined) spans.push({ from: node.from, to: node.to, group });
    if (name === "Escape") spans.push({ from: node.from, to: node.from + 1, group: HIDDEN });
    addSpans(children, names, spans);
  }
}

/** Brackets alone, as in `a[0]`, could be a reference but hardly ever are: they stay what they are. */
function addLink({ from, to, children = [] }: InlineNode, names: readonly string[], spans: Span[]): void {
  const isReal = children.some((child) => names[child.type] === "URL" || names[child.type] === "LinkLabel");
  const marks = children.filter((child) => names[child.type] === "LinkMark");
  if (!isReal || marks.length < 2) {
    const others = children.filter((child) => names[child.type] !== "LinkMark");
    addSpans(others, names, spans);
    return;
  }
  spans.push({ from, to, group: "@markup.link" });
  const close = marks[1] as InlineNode;
  spans.push({ from: (marks[0] as InlineNode).to, to: close.from, group: "@markup.link.label" });
  // The address is a part of the text only where nothing else stands for it.
  spans.push({ from: close.from, to, group: HIDDEN });
  addSpans(children, names, spans);
}

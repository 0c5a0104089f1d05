/** Takes the context items out of a user's message again (written by agent/contextFormat.ts). */

export interface UserMessage {
  /** What the user wrote. */
  readonly lines: readonly string[];
  readonly items: readonly AttachedItem[];
}

/** An item as it stands in a message. */
export interface WrittenItem {
  readonly tag: "file" | "buffer" | "folder" | "context";
  readonly attributes: ReadonlyMap<string, string>;
  /** Of the fence; empty without one. */
  readonly language: string;
  /** Undefined where there is none, and a note says why. */
  readonly text: readonly string[] | undefined;
  readonly notes: readonly string[];
}

/** An item to show as one line, until it is opened. */
export interface AttachedItem {
  /** `src/pump.ts:10-24`, and what has to be said of it. */
  readonly chip: string;
  /** Its text and its notes. */
  readonly body: readonly string[];
}

const OPENING = /^<(file|buffer|folder|context)((?: [\w-]+="[^"<>]*")+)>$/;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
/** Our own items have two at most. */
const MOST_NOTES = 4;
const FENCE = /^(`{3,})[^`]*$/;

export function splitContext(text: string): UserMessage {
  const { lines, items } = readContext(text);
  const attached = items.map(({ attributes, text: body = [], notes }) => {
    return { chip: chipOf(attributes), body: [...body, ...notes] };
  });
  return { lines, items: attached };
}

/** In one line what the user wrote, or else what went with it. */
export function ownWords(text: string): string {
  const { lines, items } = splitContext(text);
  const words = lines.join("\n").trim();
  return words === "" ? items.map(({ chip }) => chip).join(", ") : words;
}

/** Items count only at the message's end, where we put them: the same text in the middle is the user's own. */
export function readContext(text: string): {
  readonly lines: readonly string[];
  readonly items: readonly WrittenItem[];
} {
  const lines = text.split(/\r\n|\n/);
  let items: WrittenItem[] = [];
  let start = lines.length;
  for (let i = 0; i < lines.length; ) {
    const read = readItem(lines, i);
    if (read === undefined) {
      if (lines[i] !== "") {
        items = [];
        start = lines.length;
      }
      i++;
      continue;
    }
    if (items.length === 0) start = i;
    items.push(read.item);
    i = read.next;
  }
  while (start > 0 && lines[start - 1] === "") start--;
  return { lines: lines.slice(0, start), items };
}

function readItem(lines: readonly string[], at: number): { item: WrittenItem; next: number } | undefined {
  const opening = OPENING.exec(lines[at] as string);
  if (opening === null) return undefined;
  const tag = opening[1] as WrittenItem["tag"];
  const attributes = readAttributes(opening[2] as string);
  const { language, text, next } = readFenced(lines, at + 1);
  const end = endOfNotes(lines, next, `</${tag}>`);
  const mayLackText = attributes.get("binary") === "true" || !/^(file|buffer)$/.test(tag);
  // Without a text there is a note that says why.
  if (end === undefined || end === at + 1 || !(text !== undefined || mayLackText)) return undefined;
  return { item: { tag, attributes, language, text, notes: lines.slice(next, end) }, next: end + 1 };
}

function readAttributes(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)] as unknown as [string, string, string][];
  return new Map(found.map(([, name, value]) => [name, unescapeXml(value)]));
}

interface Fenced {
  readonly language: string;
  readonly text: readonly string[] | undefined;
  readonly next: number;
}

function readFenced(lines: readonly string[], at: number): Fenced {
  const opening = lines[at] ?? "";
  const fence = FENCE.exec(opening)?.[1];
  const close = fence === undefined ? -1 : lines.indexOf(fence, at + 1);
  if (fence === undefined || close === -1) return { language: "", text: undefined, next: at };
  return { language: opening.slice(fence.length), text: lines.slice(at + 1, close), next: close + 1 };
}

/** Where the closing tag is; undefined when something else than notes comes before it. */
function endOfNotes(lines: readonly string[], from: number, closing: string): number | undefined {
  for (let i = from; i <= from + MOST_NOTES; i++) {
    if (lines[i] === closing) return i;
    if (!/^[^<`\s]/.test(lines[i] ?? "")) return undefined;
  }
  return undefined;
}

const FLAGS = ["unsaved", "binary"];

function chipOf(values: ReadonlyMap<string, string>): string {
  const lines = values.get("lines");
  const [first, last] = lines?.split("-") ?? [];
  const range = lines === undefined ? "" : `:${first === last || last === undefined ? first : lines}`;
  const flags = FLAGS.filter((flag) => values.get(flag) === "true");
  return `${values.get("name") ?? ""}${range}${flags.map((flag) => ` · ${flag}`).join("")}`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Takes the context items out of a user's message again (written by host/context.ts), to show each as one line. */

export interface UserMessage {
  /** What the user wrote. */
  readonly lines: readonly string[];
  readonly items: readonly AttachedItem[];
}

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

/** Items count only at the message's end, where we put them: the same text in the middle is the user's own. */
export function splitContext(text: string): UserMessage {
  const lines = text.split(/\r\n|\n/);
  let items: AttachedItem[] = [];
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

function readItem(lines: readonly string[], at: number): { item: AttachedItem; next: number } | undefined {
  const opening = OPENING.exec(lines[at] as string);
  if (opening === null) return undefined;
  const text = readFenced(lines, at + 1);
  const end = endOfNotes(lines, text.next, `</${opening[1]}>`);
  const mayLackText = / binary="true"/.test(opening[2] as string) || !/^(file|buffer)$/.test(opening[1] as string);
  const hasText = text.next > at + 1;
  // Without a text there is a note that says why.
  if (end === undefined || end === at + 1 || !(hasText || mayLackText)) return undefined;
  const body = [...text.lines, ...lines.slice(text.next, end)];
  return { item: { chip: chipOf(opening[2] as string), body }, next: end + 1 };
}

function readFenced(lines: readonly string[], at: number): { lines: readonly string[]; next: number } {
  const fence = FENCE.exec(lines[at] ?? "")?.[1];
  const close = fence === undefined ? -1 : lines.indexOf(fence, at + 1);
  return close === -1 ? { lines: [], next: at } : { lines: lines.slice(at + 1, close), next: close + 1 };
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

function chipOf(attributes: string): string {
  const values = new Map<string, string>();
  for (const [, name, value] of attributes.matchAll(ATTRIBUTE))
    values.set(name as string, unescapeXml(value as string));
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

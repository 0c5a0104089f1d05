/** Takes the context items out of a user's message again (written by host/context.ts), to show each as one line. */

export interface UserMessage {
  /** What the user wrote. */
  readonly lines: readonly string[];
  /** `src/pump.ts:10-24`, one for each item. */
  readonly chips: readonly string[];
}

const OPENING = /^<(file|buffer)((?: [\w-]+="[^"<>]*")+)>$/;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
const FENCE = /^(`{3,})[^`]*$/;

/** Items count only at the message's end, where we put them: the same text in the middle is the user's own. */
export function splitContext(text: string): UserMessage {
  const lines = text.split(/\r\n|\n/);
  let chips: string[] = [];
  let start = lines.length;
  for (let i = 0; i < lines.length; ) {
    const item = readItem(lines, i);
    if (item === undefined) {
      if (lines[i] !== "") {
        chips = [];
        start = lines.length;
      }
      i++;
      continue;
    }
    if (chips.length === 0) start = i;
    chips.push(item.chip);
    i = item.next;
  }
  while (start > 0 && lines[start - 1] === "") start--;
  return { lines: lines.slice(0, start), chips };
}

function readItem(lines: readonly string[], at: number): { chip: string; next: number } | undefined {
  const opening = OPENING.exec(lines[at] as string);
  const fence = opening === null ? undefined : FENCE.exec(lines[at + 1] ?? "")?.[1];
  if (opening === null || fence === undefined) return undefined;
  const close = lines.indexOf(fence, at + 2);
  if (close === -1 || lines[close + 1] !== `</${opening[1]}>`) return undefined;
  return { chip: chipOf(opening[2] as string), next: close + 2 };
}

function chipOf(attributes: string): string {
  const values = new Map<string, string>();
  for (const [, name, value] of attributes.matchAll(ATTRIBUTE))
    values.set(name as string, unescapeXml(value as string));
  const name = values.get("name") ?? "";
  const range = /^(\d+)-(\d+)$/.exec(values.get("lines") ?? "");
  if (range === null) return values.get("lines") === undefined ? name : `${name}:${values.get("lines")}`;
  return range[1] === range[2] ? `${name}:${range[1]}` : `${name}:${range[0]}`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

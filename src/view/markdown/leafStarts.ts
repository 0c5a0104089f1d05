/** How the blocks that hold text begin (CommonMark 4). All take the line from its first character that is no space. */

/** Level of an ATX heading, 0 when it is none. A heading may still be typed: `isOpen` wants the space after the marks. */
export function headingLevel(rest: string, isOpen: boolean): number {
  const match = /^(#{1,6})([\t ]|$)/.exec(rest);
  if (match === null || (isOpen && match[2] === "")) return 0;
  return (match[1] as string).length;
}

export interface FenceStart {
  readonly mark: "`" | "~";
  readonly length: number;
  readonly language: string;
}

export function fenceStart(rest: string): FenceStart | undefined {
  const match = /^(`{3,}|~{3,})(.*)$/.exec(rest);
  if (match === null) return undefined;
  const [, run, info] = match as unknown as [string, string, string];
  const mark = run.startsWith("~") ? "~" : "`";
  if (mark === "`" && info.includes("`")) return undefined;
  return { mark, length: run.length, language: languageOf(info) };
}

/** Whether the line closes a fence. */
export function isFenceEnd(rest: string, mark: string, length: number): boolean {
  let run = 0;
  while (rest[run] === mark) run++;
  return run >= length && rest.slice(run).trim() === "";
}

/** `ts {1,3}`, `{.python}`, `Rust,ignore` → `ts`, `python`, `rust`. */
function languageOf(info: string): string {
  return (/^[\t ]*\{?\.?([\w+#-]{1,40})/.exec(info)?.[1] ?? "").toLowerCase();
}

/** `---`, `* * *`, `___`. */
export function isThematicBreak(rest: string): boolean {
  const mark = rest[0];
  if (mark !== "-" && mark !== "*" && mark !== "_") return false;
  let count = 0;
  for (const char of rest) {
    if (char === mark) count++;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= 3;
}

/** Level of the heading that an underline makes of the paragraph before, 0 when it is none. */
export function underlineLevel(rest: string): 0 | 1 | 2 {
  if (!/^(?:=+|-+)[\t ]*$/.test(rest)) return 0;
  return rest.startsWith("=") ? 1 : 2;
}

/** The bullet or number that a list item begins with. */
export interface ListMarker {
  readonly length: number;
  /** Whether it may stand directly after a line of text, as CommonMark has it: bullets, and `1.`. */
  readonly interrupts: boolean;
}

export function listMarker(rest: string, isOpen: boolean): ListMarker | undefined {
  const match = /^(?:[-+*]|(\d{1,9})[.)])([\t ]|$)/.exec(rest);
  if (match === null) return undefined;
  const length = match[0].length - (match[2] as string).length;
  const isEmpty = rest.slice(length).trim() === "";
  if (isOpen && match[2] === "") return undefined;
  return { length, interrupts: !isEmpty && (match[1] === undefined || Number(match[1]) === 1) };
}

const HTML_BLOCK_NAMES =
  "address|article|aside|blockquote|body|br|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|" +
  "figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|option|p|param|" +
  "picture|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const HTML_BLOCK = new RegExp(`^</?(?:${HTML_BLOCK_NAMES})(?:[\\t />]|$)`, "i");

/** How an HTML block that begins here ends: `null` when none does, `undefined` at a blank line. */
export function htmlEnd(rest: string): RegExp | undefined | null {
  if (!rest.startsWith("<")) return null;
  if (/^<(?:script|pre|style|textarea)(?:[\t >]|$)/i.test(rest)) return /<\/(?:script|pre|style|textarea)>/i;
  if (rest.startsWith("<!--")) return /-->/;
  if (rest.startsWith("<?")) return /\?>/;
  if (/^<![a-z]/i.test(rest)) return />/;
  return HTML_BLOCK.test(rest) ? undefined : null;
}

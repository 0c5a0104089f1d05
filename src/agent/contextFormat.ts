import { pathForPi } from "../files/pathForPi";
import type { ContextItem, ContextLines } from "../promptContract";

/**
 * The message that pi gets: the user's text, then every context item with its name, its text between fences, and notes.
 * view/contextChips.ts reads this form back, to show an item as one line until it is opened.
 * @param cwd pi's folder: paths below it are given relative to it, others as they are.
 */
export function formatMessage(text: string, context: readonly ContextItem[], cwd: string): string {
  if (context.length === 0) return text;
  // Whatever names the same thing twice, it goes once.
  const items = new Set(context.map((item) => formatItem(item, cwd)));
  // pi reads a command's name up to the first space.
  const start = /^\/\S+$/.test(text) ? `${text} ` : text;
  return [...(start === "" ? [] : [start]), ...items].join("\n\n");
}

function formatItem(item: ContextItem, cwd: string): string {
  if (item.kind === "lines") return formatLines(item, cwd);
  if (item.kind === "text") return element("context", attribute("name", item.name), item);
  const name = attribute("name", pathForPi(item.path, cwd));
  return item.kind === "folder" ? element("folder", name, item) : element("file", `${name} binary="true"`, item);
}

function formatLines(item: ContextLines, cwd: string): string {
  const tag = item.path === undefined ? "buffer" : "file";
  const name = attribute("name", item.path === undefined ? item.name : pathForPi(item.path, cwd));
  const range = item.first === item.last ? `${item.first}` : `${item.first}-${item.last}`;
  const lines = item.whole && !item.notes?.length ? "" : ` lines="${range}"`;
  const flags = `${item.partial ? ' part="selection"' : ""}${item.modified ? ' unsaved="true"' : ""}`;
  return element(tag, `${name}${lines}${flags}`, item);
}

interface Body {
  readonly kind: ContextItem["kind"];
  readonly text: string;
  readonly filetype?: string;
  readonly notes?: readonly string[];
}

/** The text between fences, if there is any to have, then one line for each note. */
function element(tag: string, attributes: string, { kind, text, filetype, notes }: Body): string {
  const lines = [`<${tag}${attributes}>`];
  if (kind === "lines" || text !== "") {
    const fence = fenceFor(text);
    lines.push(`${fence}${languageOf(filetype ?? "")}`, text, fence);
  }
  for (const note of notes ?? []) lines.push(noteLine(note));
  lines.push(`</${tag}>`);
  return lines.join("\n");
}

/** A note may hold outside text: it must not look like the end of the item. */
function noteLine(note: string): string {
  return note
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[<`]+/, "");
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

/** A fence longer than any run of backticks in the text. */
export function fenceFor(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(3, longest + 1));
}

/** A filetype is outside text: only what can be the info string of a fence. */
function languageOf(filetype: string): string {
  return /^[\w.+#-]+$/.test(filetype) ? filetype : "";
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\n\r]/g, (char) => ESCAPES[char] as string);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
};

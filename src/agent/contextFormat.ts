import path from "node:path";
import type { ContextItem } from "../contract";

/**
 * The message that pi gets: the user's text, then every context item as path, line numbers and fenced text.
 * view/contextChips.ts reads this form back, to show an item as one line.
 * @param cwd pi's folder: paths below it are given relative to it, others as they are.
 */
export function formatMessage(text: string, context: readonly ContextItem[], cwd: string): string {
  if (context.length === 0) return text;
  const items = context.map((item) => formatItem(item, cwd));
  return [...(text === "" ? [] : [text]), ...items].join("\n\n");
}

function formatItem(item: ContextItem, cwd: string): string {
  const tag = item.path === undefined ? "buffer" : "file";
  const name = item.path === undefined ? item.name : pathForPi(item.path, cwd);
  const lines = item.first === item.last ? `${item.first}` : `${item.first}-${item.last}`;
  const notes = `${item.partial ? ' part="selection"' : ""}${item.modified ? ' unsaved="true"' : ""}`;
  const fence = fenceFor(item.text);
  const body = `${fence}${languageOf(item.filetype)}\n${item.text}\n${fence}`;
  return `<${tag} name="${escapeAttribute(name)}" lines="${lines}"${notes}>\n${body}\n</${tag}>`;
}

/** A path as pi's tools understand it. */
export function pathForPi(absolute: string, cwd: string): string {
  const relative = path.relative(cwd, absolute);
  const isInside = relative !== "" && !/^\.\.([\\/]|$)/.test(relative) && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join("/") : absolute;
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

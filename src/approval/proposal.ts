/** What a call of `edit` or `write` would make of a file, before it runs. */
import { readFile, stat } from "node:fs/promises";
import { namedPath, resolveToolPath } from "../changes/toolCall";
import type { ToolCall, ToolInput } from "../extension/wire";

/** Bytes of a file that are read for a diff. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Both texts with LF as line break and without BOM, as pi's `edit` sees them. */
export interface Proposal {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isNew: boolean;
}

interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** Undefined where it cannot be said: another tool, no text, too large, or a text that pi finds only roughly. */
export async function proposalOf({ toolName, input }: ToolCall, cwd: string): Promise<Proposal | undefined> {
  const path = pathOf(input);
  if (path === undefined || (toolName !== "edit" && toolName !== "write")) return undefined;
  const before = await readBefore(resolveToolPath(path, cwd));
  if (before === undefined) return undefined;
  const after = toolName === "write" ? writtenText(input) : editedText(before ?? "", editsOf(input));
  if (after === undefined || after.length > MOST_BYTES) return undefined;
  return { path, before: before ?? "", after, isNew: before === null };
}

/** The file that a call is about, unless its name is empty. */
export function pathOf(input: ToolInput): string | undefined {
  return namedPath(input) || undefined;
}

/** The replacements of an edit that are texts. */
export function editsOf({ edits }: ToolInput): readonly Edit[] {
  return Array.isArray(edits) ? edits.filter(isEdit) : [];
}

function toLf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function isEdit(edit: Partial<Edit> | null): edit is Edit {
  return typeof edit?.oldText === "string" && typeof edit.newText === "string";
}

/** Null: there is no file. */
async function readBefore(file: string): Promise<string | null | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return text.includes("\0") ? undefined : toLf(text);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : undefined;
  }
}

function writtenText({ content }: ToolInput): string | undefined {
  return typeof content === "string" ? toLf(content.replace(/^\uFEFF/, "")) : undefined;
}

/** Every text is looked for in the file as it is now, as pi does it. */
function editedText(before: string, edits: readonly Edit[]): string | undefined {
  const found = edits.map(({ oldText, newText }) => {
    const old = toLf(oldText);
    const at = old === "" ? -1 : before.indexOf(old);
    return { at, end: at + old.length, isOnce: at === before.lastIndexOf(old), newText: toLf(newText) };
  });
  found.sort((one, other) => one.at - other.at);
  let after = "";
  let end = 0;
  for (const edit of found) {
    if (edit.at < end || !edit.isOnce) return undefined;
    after += before.slice(end, edit.at) + edit.newText;
    end = edit.end;
  }
  return found.length === 0 ? undefined : after + before.slice(end);
}

import path from "node:path";
import type { Attachment } from "../composeContract";
import type { ContextItem } from "../promptContract";
import { readContext, type WrittenItem } from "../view/contextChips";
import { formatMessage } from "./contextFormat";

/** What the user typed, as it can be put back into the prompt. */
export interface Draft {
  readonly text: string;
  readonly context: readonly ContextItem[];
  readonly attachments?: readonly Attachment[];
}

/** Several as one: the texts one below the other. */
export function joinDrafts(drafts: readonly Draft[]): Draft {
  const text = drafts.map((draft) => draft.text).join("\n\n");
  return {
    text,
    context: drafts.flatMap((draft) => draft.context),
    attachments: drafts.flatMap((draft) => draft.attachments ?? []),
  };
}

/**
 * A message of the session as a draft: what went with it goes with it again, but for the files that its own text names,
 * which are read anew. Text of others that only looks like ours stays text.
 */
export function draftOf(message: string, cwd: string): Draft {
  const { lines, items } = readContext(message);
  const text = lines.join("\n");
  const context = items.map((item) => contextItem(item, cwd));
  if (formatMessage(text, context, cwd) !== message) return { text: message, context: [] };
  const isNamed = ({ attributes }: WrittenItem) => namesOf(attributes.get("name") ?? "").some((n) => text.includes(n));
  return { text, context: context.filter((_, index) => !isNamed(items[index] as WrittenItem)) };
}

function namesOf(name: string): string[] {
  return [`@${name}`, `@"${name}"`];
}

function contextItem({ tag, attributes, language, text: body, notes }: WrittenItem, cwd: string): ContextItem {
  const name = attributes.get("name") ?? "";
  const text = (body ?? []).join("\n");
  const said = notes.length > 0 && { notes };
  if (tag === "context") return { kind: "text", name, filetype: language, text, ...said };
  const file = path.resolve(cwd, name);
  if (tag === "folder") return { kind: "folder", path: file, text, notes };
  if (attributes.get("binary") === "true") return { kind: "binary", path: file, text, notes };
  const range = attributes.get("lines");
  const [first = 1, last = range === undefined ? (body ?? []).length : first] = (range ?? "")
    .split("-")
    .filter(Boolean)
    .map(Number);
  return {
    kind: "lines",
    ...(tag === "file" && { path: file }),
    name: tag === "file" ? path.basename(file) : name,
    filetype: language,
    first,
    last,
    partial: attributes.get("part") === "selection",
    text,
    modified: attributes.get("unsaved") === "true",
    ...(range === undefined && { whole: true }),
    ...said,
  };
}

import type { FileEntry } from "../editorContract";
import { PiError } from "../errors";
import type { ToolParameters } from "../extension/toolParameters";
import { bufferEdits } from "./bufferEdits";
import type { ToolContext, ToolTable } from "./editorTools";

/** More than a user goes through, and few enough for the editor to take at once. */
const MOST_ENTRIES = 500;

type Entry = ToolParameters<"nvim_findings">["findings"][number];

/** Tools that show something to the user, or change text, files and lists of theirs: see CHANGING_EDITOR_TOOLS. */
export const changingTools: Pick<
  ToolTable,
  "nvim_open" | "nvim_findings" | "nvim_set_quickfix" | "nvim_edit" | "nvim_format" | "nvim_save"
> = {
  async nvim_open({ path, line }, { ask, file }) {
    const { isShown } = await ask("file.open", { path: await file(path), ...(line && { line }) });
    return isShown ? `The user sees ${path} now.` : `The user is typing: they were told that you want to show ${path}.`;
  },

  async nvim_findings({ findings }, context) {
    const { files } = await context.ask("findings.set", { findings: await entriesOf(findings, context) });
    if (findings.length === 0) return "The findings were removed.";
    return `The user sees ${count(findings.length, "finding")} in ${count(files, "file")}.`;
  },

  async nvim_set_quickfix({ title, entries }, context) {
    await context.ask("quickfix.set", { title, entries: await entriesOf(entries, context) });
    return `The quickfix list has ${count(entries.length, "entry", "entries")} now.`;
  },

  async nvim_edit({ path, edits }, { ask, file }) {
    const name = await file(path);
    const { item, tick } = await ask("buffer.read", { path: name });
    if (item.notes?.length) throw new PiError("refused", `${path} is too large for this: ask the user to save it.`);
    await ask("buffer.edit", { path: name, tick, edits: bufferEdits(item.text, edits) });
    return `${path} was changed in the editor; it is not saved.`;
  },

  async nvim_format({ path }, { ask, file }) {
    const { isChanged } = await ask("file.format", { path: await file(path) });
    return isChanged ? `${path} was formatted; it is not saved.` : `${path} was formatted already.`;
  },

  async nvim_save({ path }, { ask, file }) {
    const { isWritten } = await ask("file.save", { path: await file(path) });
    return isWritten ? `${path} was saved.` : `${path} had no unsaved changes.`;
  },
};

async function entriesOf(entries: readonly Entry[], { file }: ToolContext): Promise<readonly FileEntry[]> {
  if (entries.length > MOST_ENTRIES)
    throw new PiError("invalid", `Give ${MOST_ENTRIES} at most, not ${entries.length}.`);
  return Promise.all(entries.map(async (entry) => ({ ...entry, path: await file(entry.path) })));
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

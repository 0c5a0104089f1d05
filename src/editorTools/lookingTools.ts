import { access, constants } from "node:fs/promises";
import type { OpenBuffer, UserView } from "../editorContract";
import { PiError } from "../errors";
import type { ToolTable } from "./editorTools";
import { itemText, joinNotes } from "./itemText";

/** A server may have to read a project before it says anything. */
const DIAGNOSTICS_LIMIT_MS = 30_000;

/** Tools that show what the editor has. */
export const lookingTools: Pick<ToolTable, "nvim_buffers" | "nvim_buffer" | "nvim_diagnostics" | "nvim_quickfix"> = {
  async nvim_buffers(_input, { ask }) {
    const { buffers, total, view } = await ask("buffers.list", {});
    const notes = total > buffers.length ? [`Cut: ${buffers.length} of ${total} buffers are here.`] : [];
    const list = buffers.length === 0 ? "No buffer is open." : `Open buffers:\n${buffers.map(bufferRow).join("\n")}`;
    return [joinNotes(list, notes), ...(view === undefined ? [] : viewText(view))].join("\n\n");
  },

  async nvim_buffer({ path, buffer, first, last }, { ask, file }) {
    if (path === undefined && buffer === undefined) {
      throw new PiError("invalid", "Say which one: a path, or the number of a buffer as nvim_buffers gives it.");
    }
    const lines = { ...(first && { first }), ...(last && { last }) };
    const which = path === undefined ? { buffer: buffer as number } : { path: await readable(await file(path)) };
    const { item, total } = await ask("buffer.read", { ...which, ...lines });
    if (item.kind !== "lines") return itemText(item);
    const state = item.modified ? ", with changes that are not saved" : "";
    return itemText(item, [`Lines ${item.first}-${item.last} of ${total} of the buffer ${item.name}${state}.`]);
  },

  async nvim_diagnostics({ path, severity }, { ask, file }) {
    const params = { ...(path !== undefined && { path: await file(path) }), ...(severity && { severity }) };
    const { item, isSettled, hasServer } = await ask("diagnostics.list", params, { limitMs: DIAGNOSTICS_LIMIT_MS });
    const notes: string[] = [];
    if (!isSettled) notes.push("The language server was still busy: this may be from before the last change.");
    if (!hasServer) notes.push("No language server is attached there: only other tools of the editor report.");
    return itemText(item, notes);
  },

  async nvim_quickfix(_input, { ask }) {
    const { item } = await ask("quickfix.get", {});
    return item.kind === "text" ? `${item.name}\n${itemText(item)}` : itemText(item);
  },
};

function bufferRow({ buffer, name, filetype, lines, modified, shown }: OpenBuffer): string {
  const facts = [filetype, `${lines} lines`, modified && "unsaved changes", shown && "in a window"];
  return `${buffer}: ${name} (${facts.filter(Boolean).join(", ")})`;
}

function viewText({ name, line, column, selection, visible }: UserView): string[] {
  const parts = [`The user looks at ${name}, cursor at line ${line}, column ${column}.`];
  if (selection?.kind === "lines") {
    parts.push(`Selected, in lines ${selection.first}-${selection.last}:\n${itemText(selection)}`);
  }
  if (visible.kind === "lines") parts.push(`Visible, lines ${visible.first}-${visible.last}:\n${itemText(visible)}`);
  return parts;
}

/** The editor may have read what pi may not. */
async function readable(file: string): Promise<string> {
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw new PiError("refused", `${file} cannot be read.`);
  });
  return file;
}

/** What a model is told of each editor tool: a sentence or two, and the parameters. */
import { type Static, Type } from "typebox";
import type { EditorTool } from "./editorTools";

const path = Type.String({ description: "Path of the file" });
const line = Type.Integer({ minimum: 1, description: "Line, from 1" });
const symbol = Type.String({ description: "Name as it stands in that line" });
const place = Type.Object({ path, line, symbol });
const text = (description: string) => Type.String({ description });
// A plain `enum`: not every provider takes a union of literals.
const severity = Type.Unsafe<"error" | "warning" | "info" | "hint">({
  type: "string",
  enum: ["error", "warning", "info", "hint"],
});

const entry = Type.Object({
  path,
  line,
  column: Type.Optional(Type.Integer({ minimum: 1, description: "Byte of the line, from 1" })),
  end_line: Type.Optional(Type.Integer({ minimum: 1 })),
  message: text("What is to be said about it"),
  severity: Type.Optional(severity),
});

export const PARAMETERS = {
  nvim_buffers: Type.Object({}),
  nvim_buffer: Type.Object({
    path: Type.Optional(text("Path of the file")),
    buffer: Type.Optional(Type.Integer({ minimum: 1, description: "Number of a buffer, in place of a path" })),
    first: Type.Optional(Type.Integer({ minimum: 1, description: "First line, from 1" })),
    last: Type.Optional(Type.Integer({ minimum: 1, description: "Last line" })),
  }),
  nvim_diagnostics: Type.Object({
    path: Type.Optional(text("Path of the file; without it all files that the editor has diagnostics for")),
    severity: Type.Optional(severity),
  }),
  nvim_quickfix: Type.Object({}),
  nvim_definition: place,
  nvim_references: place,
  nvim_hover: place,
  nvim_symbols: Type.Object({
    path: Type.Optional(text("File to outline; or, with query, one whose server is asked")),
    query: Type.Optional(text("Name, or part of it, to look for in the whole workspace")),
  }),
  nvim_rename_preview: Type.Object({ path, line, symbol, new_name: text("The name it would get") }),
  nvim_open: Type.Object({ path, line: Type.Optional(line) }),
  nvim_findings: Type.Object({ findings: Type.Array(entry) }),
  nvim_set_quickfix: Type.Object({ title: text("What the list is of"), entries: Type.Array(entry) }),
  nvim_edit: Type.Object({
    path,
    edits: Type.Array(
      Type.Object({
        oldText: text("Text as it stands there, once only"),
        newText: text("What is to stand in its place"),
      }),
    ),
  }),
  nvim_format: Type.Object({ path }),
  nvim_save: Type.Object({ path }),
} as const satisfies Record<EditorTool, ReturnType<typeof Type.Object>>;

export type ToolParameters<T extends EditorTool> = Static<(typeof PARAMETERS)[T]>;

export const DESCRIPTIONS: Readonly<Record<EditorTool, string>> = {
  nvim_buffers:
    "What the user has open in their editor (Neovim) and looks at: buffers, cursor, selection, visible lines.",
  nvim_buffer: "The text of an open buffer as it is in the user's editor now, with unsaved changes.",
  nvim_diagnostics:
    "Errors and warnings that language servers and linters report in the user's editor. Waits until they have caught up with the last edit.",
  nvim_quickfix: "The quickfix list of the user's editor.",
  nvim_definition: "Where the language server finds a symbol defined.",
  nvim_references: "Where the language server finds a symbol used.",
  nvim_hover: "What the language server tells about a symbol: type, signature, documentation.",
  nvim_symbols: "Symbols that the language server knows: those of a file, or of the workspace by name.",
  nvim_rename_preview: "Which lines a rename by the language server would change. Changes nothing.",
  nvim_open: "Shows the user a file at a line, in a window of their editor.",
  nvim_findings:
    "Shows your findings to the user as diagnostics in the editor, in place of those you showed before. An empty list removes them.",
  nvim_set_quickfix: "Gives the user a quickfix list of places to go through.",
  nvim_edit:
    "Changes the text of an open buffer in the user's editor, and leaves it unsaved: for files with unsaved changes, which edit refuses.",
  nvim_format: "Formats an open file in the user's editor, with what the user formats it with, and leaves it unsaved.",
  nvim_save: "Saves the user's unsaved changes of a file.",
};

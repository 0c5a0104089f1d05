import { isNamed } from "./gateRules";

/** The tools that look at the user's Neovim or act in it, and whether one changes something there. */
const EDITOR_TOOLS = {
  nvim_buffers: "reads",
  nvim_buffer: "reads",
  nvim_diagnostics: "reads",
  nvim_quickfix: "reads",
  nvim_definition: "reads",
  nvim_references: "reads",
  nvim_hover: "reads",
  nvim_symbols: "reads",
  nvim_rename_preview: "reads",
  nvim_open: "changes",
  nvim_findings: "changes",
  nvim_set_quickfix: "changes",
  nvim_edit: "changes",
  nvim_format: "changes",
  nvim_save: "changes",
} as const;

export type EditorTool = keyof typeof EDITOR_TOOLS;

const names = Object.keys(EDITOR_TOOLS) as readonly EditorTool[];

/** What `approve` may be about: text, files, lists and windows of the user's. */
export const CHANGING_EDITOR_TOOLS: readonly EditorTool[] = names.filter((name) => EDITOR_TOOLS[name] === "changes");

/** Which of them an agent gets: those that only read, all, or those that are named (`*` stands for any text). */
export type EditorToolChoice = "read" | "all" | readonly string[];

export function chosenTools(choice: EditorToolChoice | undefined): readonly EditorTool[] {
  if (choice === undefined) return [];
  if (choice === "all") return names;
  if (choice === "read") return names.filter((name) => EDITOR_TOOLS[name] === "reads");
  return names.filter((name) => isNamed(name, choice));
}

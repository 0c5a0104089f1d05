import { isToolNamed } from "../extension/gateRules";

/** Tools of ours that change text, files or lists of the user's. */
const BY_THE_EDITOR = ["nvim_edit", "nvim_format", "nvim_save", "nvim_set_quickfix"];

/** Who names the one means the others: the same thing under another name, or by way of the editor. */
const MEANS_TOO: readonly (readonly [tool: string, too: readonly string[]])[] = [
  ["bash", ["powershell"]],
  ["edit", BY_THE_EDITOR],
  ["write", BY_THE_EDITOR],
];

/** The tools that patterns of the user stand for, as patterns. */
export function askedTools(patterns: readonly string[]): readonly string[] {
  const more = MEANS_TOO.filter(([tool]) => isToolNamed(tool, patterns)).flatMap(([, too]) => too);
  return [...new Set([...patterns, ...more])];
}

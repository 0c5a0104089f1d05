import { CHANGING_EDITOR_TOOLS } from "../extension/editorTools";
import { isNamed } from "../extension/gateRules";

/** Who names the one means the others: the same thing under another name, or by way of the editor. */
const MEANS_TOO: readonly (readonly [tool: string, too: readonly string[]])[] = [
  ["bash", ["powershell"]],
  ["edit", CHANGING_EDITOR_TOOLS],
  ["write", CHANGING_EDITOR_TOOLS],
];

/** The tools that patterns of the user stand for, as patterns. */
export function askedTools(patterns: readonly string[]): readonly string[] {
  const more = MEANS_TOO.filter(([tool]) => isNamed(tool, patterns)).flatMap(([, too]) => too);
  return [...new Set([...patterns, ...more])];
}

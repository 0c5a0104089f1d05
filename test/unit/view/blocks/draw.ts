import type { Line } from "../../../../src/view/types";
import { checkLine } from "../markdown/shown";

/**
 * Lines as a picture: sign, text, what follows it, `⟶` what stands at the right edge, `{group}` of the whole line.
 * Checks on the way that each line may go to Neovim.
 */
export function draw(lines: readonly Line[]): string[] {
  return lines.map((line) => {
    checkLine(line);
    const { sign, eol = [], right = [], lineGroup } = line.decor ?? {};
    const text = (chunks: readonly (readonly [string, string])[]): string => chunks.map(([each]) => each).join("");
    const parts = [`${sign?.[0] ?? " "} ${line.text}${eol.length > 0 ? " " : ""}${text(eol)}`];
    if (right.length > 0) parts.push(`⟶ ${text(right)}`);
    if (lineGroup !== undefined) parts.push(`{${lineGroup}}`);
    return parts.join("  ").trimEnd();
  });
}

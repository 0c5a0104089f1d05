import type { Block } from "../../src/agent/blocks";
import { createHighlighter } from "../../src/highlight/main";
import { BlockLines } from "../../src/view/blockLines";
import { createBlockView } from "../../src/view/blocks/createBlockView";
import type { Chunk, Line } from "../../src/view/types";

const highlighter = createHighlighter();

/**
 * Blocks as the transcript shows them, as text: sign, line, what follows it, `⟶` what stands at the right edge, and
 * under each line its highlighting as `group "text"`.
 */
export function picture(blocks: readonly Block[], open: boolean | undefined, now = 0): string {
  const source = new BlockLines(blocks, {
    createView: (block) => createBlockView(block, { highlighter }),
    isOpen: () => open,
  });
  source.now = now;
  const lines = blocks.flatMap((_, index) => source.slice(index, 0, source.count(index)).lines);
  return `${lines.flatMap(drawLine).join("\n")}\n`;
}

function drawLine(line: Line): string[] {
  const { sign, eol = [], right = [], lineGroup } = line.decor ?? {};
  const parts = [`${sign?.[0] ?? " "} ${line.text}${eol.length > 0 ? " " : ""}${textOf(eol)}`];
  if (right.length > 0) parts.push(`⟶ ${textOf(right)}`);
  if (lineGroup !== undefined) parts.push(`{${lineGroup}}`);
  const bytes = Buffer.from(line.text);
  const marks = line.marks.map(
    ({ col, endCol, group }) => `${group} ${JSON.stringify(bytes.toString("utf8", col, endCol))}`,
  );
  const chunks = [...(sign ? [sign] : []), ...eol, ...right].map(([text, group]) => `${group} ${JSON.stringify(text)}`);
  const all = [...chunks, ...marks];
  return [parts.join("  ").trimEnd(), ...(all.length > 0 ? [`      · ${all.join(" · ")}`] : [])];
}

function textOf(chunks: readonly Chunk[]): string {
  return chunks.map(([text]) => text).join("");
}

/** Highlighting of lines that need no others for it. */
import { NO_SPANS, type Span } from "../bytes";
import { inlineSpans } from "./inline";
import type { LineSource, MarkdownLine } from "./markdownLine";
import { rowSpans } from "./table";

export const PLAIN: LineSource = { spans: () => NO_SPANS };

/** Syntax from end to end: a fence, a rule, an underline. */
export const SYNTAX: LineSource = {
  spans: (line) => [{ from: line.contentFrom, to: line.text.length, group: "PiMarkup" }],
};

export const INDENTED_CODE: LineSource = {
  spans: (line) => [{ from: line.contentFrom, to: line.text.length, group: "@markup.raw.block" }],
};

export const TABLE_ROW: LineSource = { spans: (line) => rowSpans(line.content, line.contentFrom, false) };

const HEADINGS: readonly LineSource[] = [1, 2, 3, 4, 5, 6].map((level) => ({
  spans: (line) => headingSpans(line, level),
}));

export function headingSource(level: number): LineSource {
  return HEADINGS[level - 1] as LineSource;
}

function headingSpans(line: MarkdownLine, level: number): readonly Span[] {
  const { contentFrom, content } = line;
  const spans: Span[] = [
    { from: contentFrom, to: line.text.length, group: `@markup.heading.${level}` },
    { from: contentFrom, to: contentFrom + level, group: "PiMarkup" },
  ];
  const from = contentFrom + level;
  for (const span of inlineSpans(content.slice(level))) {
    spans.push({ from: from + span.from, to: from + span.to, group: span.group });
  }
  return spans;
}

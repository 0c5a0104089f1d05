/** A tool call as a question: what would happen, in words and as text to read. */
import type { ToolCall, ToolInput } from "../extension/wire";
import { createDiffLines } from "../view/blocks/diffLines";
import { createFileLines } from "../view/blocks/fileLines";
import { isShellTool } from "../view/blocks/toolHeader";
import { oneLine } from "../view/controls";
import type { CodeHighlighter } from "../view/markdown/codeHighlighter";
import { type ShownText, showLines, withVisibleDirections } from "../view/shownText";
import { languageOfPath } from "../view/syntax";
import type { Line } from "../view/types";
import { editorCall } from "./editorCall";
import { numberedDiff } from "./numberedDiff";
import { editsOf, type Proposal, pathOf } from "./proposal";
import { linesOf } from "./textLines";

export interface ShownCall {
  readonly title: string;
  readonly message: ShownText;
}

/** Lines of a diff in the question: more are read side by side. */
const MOST_DIFF_LINES = 300;
const LONGEST_NAME = 200;

export function showCall(
  call: ToolCall,
  proposal: Proposal | undefined,
  highlighter: CodeHighlighter | undefined,
): ShownCall {
  const { toolName, input } = call;
  if (proposal !== undefined) return showChange(proposal, highlighter);
  if (isShellTool(toolName)) return showCommand(toolName, input, highlighter);
  const path = pathOf(input);
  if (path !== undefined && (toolName === "edit" || toolName === "nvim_edit")) {
    const where = toolName === "edit" ? "which is not in the file word for word" : "in the editor's text";
    return showRawEdit(path, input, where, highlighter);
  }
  if (toolName === "write" && path !== undefined) return showRawWrite(path, input);
  const { title, lines } = editorCall(call) ?? { title: `Call ${named(toolName)}?`, lines: argumentLines(input) };
  return { title, message: showLines(lines.join("\n")) };
}

function named(name: string): string {
  return oneLine(name, LONGEST_NAME);
}

function showCommand(tool: string, { command, timeout }: ToolInput, highlighter: CodeHighlighter | undefined) {
  const limit = typeof timeout === "number" ? `  (at most ${timeout} s)` : "";
  const text = typeof command === "string" ? command : "";
  return { title: `Run this command?${limit}`, message: codeText(text, tool, highlighter) };
}

/** All of it, in the colours of its language where that is known. */
function codeText(text: string, language: string, highlighter: CodeHighlighter | undefined): ShownText {
  const lines = withVisibleDirections(text.trimEnd()).split(/\r\n|\n/);
  const isLong = lines.length > MOST_DIFF_LINES || lines.some((line) => line.length > 1000);
  const code = isLong ? undefined : createFileLines(language, highlighter);
  return code === undefined ? showLines(text.trimEnd()) : shownLines(code.update(whole(lines)));
}

function showChange({ path, before, after, isNew }: Proposal, highlighter: CodeHighlighter | undefined): ShownCall {
  const { lines, added, removed } = numberedDiff(linesOf(before), linesOf(after));
  const counts = [added > 0 ? `+${added}` : "", removed > 0 ? `−${removed}` : ""].filter((count) => count !== "");
  const what = isNew ? "Write the new file" : "Change";
  const title = [`${what} ${named(path)}?`, ...counts].join("  ");
  if (lines.length === 0) return { title, message: showLines("Its lines stay as they are.") };
  return { title, message: diffText(path, lines, true, highlighter) };
}

/** What will be looked for, where it cannot be said what that makes of the file. */
function showRawEdit(path: string, input: ToolInput, where: string, highlighter?: CodeHighlighter): ShownCall {
  const signed = (sign: string, text: string) => linesOf(text).map((line) => `${sign}${line}`);
  const lines = editsOf(input).flatMap(({ oldText, newText }, index) => [
    `@@ replacement ${index + 1}, ${where} @@`,
    ...signed("-", oldText),
    ...signed("+", newText),
  ]);
  return { title: `Change ${named(path)}?`, message: diffText(path, lines, false, highlighter) };
}

function showRawWrite(path: string, { content }: ToolInput): ShownCall {
  const text = typeof content === "string" ? content : "";
  const message = showLines(`The file that is there is large or no text. In its place:\n\n${text}`);
  return { title: `Overwrite ${named(path)}?`, message };
}

function diffText(path: string, lines: readonly string[], isNumbered: boolean, highlighter?: CodeHighlighter) {
  const shown = lines.slice(0, MOST_DIFF_LINES).map(withVisibleDirections);
  const view = createDiffLines(languageOfPath(path), highlighter, isNumbered);
  const text = shownLines(view.update(whole(shown)));
  const more = lines.length - shown.length;
  return more > 0
    ? { ...text, lines: [...text.lines, `… (${more} more lines: see it as a diff of two buffers)`] }
    : text;
}

function whole(lines: readonly string[]) {
  return { lines, range: { first: 0, end: lines.length }, lastIsOpen: false, onlyGrew: false };
}

function shownLines(lines: readonly Line[]): ShownText {
  const marks: (number | string)[] = [];
  const rows: (number | string)[] = [];
  for (const [row, line] of lines.entries()) {
    for (const { col, endCol, group } of line.marks) marks.push(row, col, endCol, group);
    if (line.decor?.lineGroup !== undefined) rows.push(row, line.decor.lineGroup);
  }
  const texts = lines.map(({ text, decor }) => text + (decor?.eol ?? []).map(([more]) => more).join(""));
  return { lines: texts, marks, rows };
}

/** Each argument by its name; texts of several lines as they are, indented. */
function argumentLines(input: ToolInput): readonly string[] {
  const entries = Object.entries(input);
  if (entries.length === 0) return ["without arguments"];
  return entries.flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
    const lines = text.split("\n");
    return lines.length === 1 ? [`${name}: ${text}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}

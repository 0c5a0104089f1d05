/** Calls of our own tools that act in the editor, as questions. */
import type { EditorTool } from "../extension/editorTools";
import type { ToolParameters } from "../extension/toolParameters";
import type { ToolCall } from "../extension/wire";
import { oneLine } from "../view/controls";
import { formatCount } from "../view/format";

export interface EditorCall {
  readonly title: string;
  readonly lines: readonly string[];
}

type Questions = { readonly [T in EditorTool]?: (input: ToolParameters<T>) => EditorCall };
type Entry = ToolParameters<"nvim_findings">["findings"][number];

const LONGEST_NAME = 200;

const QUESTIONS: Questions = {
  nvim_open: ({ path, line }) => ({
    title: `Show you ${named(path)}${line === undefined ? "" : `, line ${line}`}?`,
    lines: [],
  }),
  nvim_format: ({ path }) => ({ title: `Format ${named(path)} in the editor?`, lines: [] }),
  nvim_save: ({ path }) => ({ title: `Save your unsaved changes of ${named(path)}?`, lines: [] }),
  nvim_findings: ({ findings }) => ({
    title: findings.length === 0 ? "Take pi's findings away?" : `Show you ${formatCount(findings.length, "finding")}?`,
    lines: findings.map(entryLine),
  }),
  nvim_set_quickfix: ({ title, entries }) => ({
    title: `Give you a quickfix list of ${formatCount(entries.length, "entry", "entries")}?`,
    lines: [title, ...entries.map(entryLine)],
  }),
};

/** Undefined for other tools, and for arguments that are none of theirs. */
export function editorCall({ toolName, input }: ToolCall): EditorCall | undefined {
  const ask = QUESTIONS[toolName as EditorTool] as ((input: unknown) => EditorCall) | undefined;
  try {
    return ask?.(input);
  } catch {
    return undefined;
  }
}

function entryLine({ path, line, message, severity }: Entry): string {
  return `${named(path)}:${line}  ${severity === undefined ? "" : `${severity}: `}${message}`;
}

/** @throws for what is no name. */
function named(path: string): string {
  return oneLine(path, LONGEST_NAME);
}

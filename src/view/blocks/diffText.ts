/** What an edit changed, as lines that begin with `+`, `-` or a space: pi's own diff, or the texts it was given. */
import type { ToolBlock } from "../../agent/blocks";
import type { ToolArgs } from "./toolArgs";

export interface DiffText {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

export function diffOf(block: ToolBlock, args: ToolArgs): DiffText {
  const diff = fieldOf(block.details, "diff");
  if (typeof diff === "string" && diff !== "") return counted(diff.split(/\r\n|\n/));
  const lines: string[] = [];
  for (const edit of args.edits()) {
    for (const line of edit.removed) lines.push(`-${line}`);
    for (const line of edit.added) lines.push(`+${line}`);
  }
  return counted(lines);
}

/** Whether the lines of an edit have numbers, as in pi's own diff: after the sign, before a space. */
export function isNumbered(block: ToolBlock): boolean {
  const diff = fieldOf(block.details, "diff");
  return typeof diff === "string" && /^[-+ ] *\d+ /.test(diff);
}

function counted(lines: readonly string[]): DiffText {
  let added = 0;
  let removed = 0;
  for (const line of lines) {
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
  }
  return { lines, added, removed };
}

/** A field of untrusted data. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

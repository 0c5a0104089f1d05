/** What an edit changed, as lines that begin with `+`, `-` or a space: pi's own diff, or the texts it was given. */
import type { ToolBlock } from "../../agent/blocks";
import { makeVisible } from "../controls";
import { makeLine } from "../line";
import type { Line } from "../types";
import type { ToolArgs } from "./toolArgs";

export interface DiffText {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

const ADD = { lineGroup: "PiDiffAdd" };
const DELETE = { lineGroup: "PiDiffDelete" };
const CONTEXT = { lineGroup: "PiDiffContext" };
const HUNK = { lineGroup: "PiDiffHunk" };

/** pi's marker for lines it left out: blanks as wide as a line number, and dots. */
const LEFT_OUT = /^ +\.\.\.$/;

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

export function renderDiffLine(raw: string): { line: Line; style: undefined } {
  const { text, spans } = makeVisible(raw);
  return { line: makeLine(text, spans, decorOf(raw)), style: undefined };
}

function decorOf(raw: string): { lineGroup: string } {
  if (raw.startsWith("@@") || LEFT_OUT.test(raw)) return HUNK;
  if (raw.startsWith("+")) return ADD;
  return raw.startsWith("-") ? DELETE : CONTEXT;
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

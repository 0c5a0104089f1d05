/** The one line that says what a tool call does: its name and what matters of its arguments. */
import { oneLine } from "../controls";
import type { DiffText } from "./diffText";
import type { Piece } from "./richText";
import type { ToolArgs } from "./toolArgs";

/** What the tool works on, from its arguments. */
type Describe = (args: ToolArgs) => string;

/** Longest path in characters: it has to be whole to be opened. */
const LONGEST_PATH = 300;
/** Longest command or arguments: two rows of a narrow window. What is cut here, the body shows in full. */
const LONGEST_WORDS = 120;

const DESCRIBE: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ["bash", command],
  ["powershell", command],
  ["read", (args) => `${path(args)}${readRange(args)}`],
  ["edit", path],
  ["write", path],
  ["ls", path],
  ["grep", search],
  ["find", search],
  // Tools of the editor, see src/extension/editorTools.ts.
  ["nvim_buffer", editorPlace],
  ["nvim_diagnostics", editorPlace],
  ["nvim_definition", editorPlace],
  ["nvim_references", editorPlace],
  ["nvim_hover", editorPlace],
  ["nvim_symbols", editorPlace],
  ["nvim_rename_preview", editorPlace],
  ["nvim_open", editorPlace],
  ["nvim_edit", path],
  ["nvim_format", path],
  ["nvim_save", path],
]);

/** pi's tools whose arguments the header shows in full, but for texts that the body shows. */
export function isKnownTool(name: string): boolean {
  return DESCRIBE.has(name);
}

/** pi's tools that run a command. */
export function isShellTool(name: string): boolean {
  return name === "bash" || name === "powershell";
}

export function headerPieces(name: string, args: ToolArgs, diff: DiffText | undefined): readonly Piece[] {
  const what = oneLine((DESCRIBE.get(name) ?? anyArgs)(args), LONGEST_PATH);
  const pieces: Piece[] = [[oneLine(name, 80) || "tool", "PiTool"]];
  if (what !== "") pieces.push(["  ", ""], [what, "PiToolArgs"]);
  if (diff === undefined || (diff.added === 0 && diff.removed === 0)) return pieces;
  pieces.push(["  ", ""], [`+${diff.added}`, "PiDiffAdd"]);
  if (diff.removed > 0) pieces.push([" ", ""], [`−${diff.removed}`, "PiDiffDelete"]);
  return pieces;
}

/** The first line of a command as far as a header has room, with a sign that there is more. */
export function firstLine(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return "";
  const line = oneLine(lines[first] as string, LONGEST_WORDS);
  const hasMore = lines.slice(first + 1).some((other) => other.trim() !== "");
  return hasMore && !line.endsWith("…") ? `${line} …` : line;
}

/** A command that its header does not show in full. */
export function longCommand(lines: readonly string[]): readonly string[] {
  return lines.length > 1 || (lines[0]?.length ?? 0) > LONGEST_WORDS ? lines : [];
}

function command(args: ToolArgs): string {
  const timeout = args.number("timeout");
  const line = firstLine(args.lines("command") ?? []);
  return timeout === undefined ? line : `${line}  (timeout ${timeout} s)`;
}

/** `file_path` is what some models say for `path`, and pi accepts. */
export function path(args: ToolArgs): string {
  return (args.lines("path") ?? args.lines("file_path") ?? []).join("\n");
}

/** `:10-24` as editors take it. */
function readRange(args: ToolArgs): string {
  const offset = args.number("offset");
  const limit = args.number("limit");
  if (offset === undefined && limit === undefined) return "";
  const first = offset ?? 1;
  return limit === undefined ? `:${first}` : `:${first}-${first + limit - 1}`;
}

function search(args: ToolArgs): string {
  const parts = [(args.lines("pattern") ?? []).join("\n")];
  const where = path(args);
  const glob = args.lines("glob");
  if (where !== "") parts.push(`in ${where}`);
  if (glob !== undefined) parts.push(`(${glob.join("\n")})`);
  return parts.join("  ");
}

/** A file with its line, what is looked for, and what it would be called. */
function editorPlace(args: ToolArgs): string {
  const line = args.number("line") ?? args.number("first");
  const buffer = args.number("buffer");
  const where = buffer === undefined ? path(args) : `buffer ${buffer}`;
  const name = [...(args.lines("symbol") ?? []), ...(args.lines("query") ?? [])].join(" ");
  const renamed = args.lines("new_name")?.join(" ");
  const parts = [
    line === undefined ? where : `${where}:${line}`,
    renamed === undefined ? name : `${name} → ${renamed}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}

/** Arguments of a tool that we do not know, as one readable line: `query: "x", limit: 3`. */
function anyArgs(args: ToolArgs): string {
  if (args.complete === undefined) return "";
  const parts: string[] = [];
  let length = 0;
  for (const [key, value] of Object.entries(args.complete)) {
    const part = `${key}: ${compactJson(value)}`;
    parts.push(part);
    length += part.length;
    if (length > LONGEST_WORDS) break;
  }
  return oneLine(parts.join(", "), LONGEST_WORDS);
}

function compactJson(value: unknown): string {
  if (typeof value === "string" && value.length > LONGEST_WORDS) return JSON.stringify(value.slice(0, LONGEST_WORDS));
  return JSON.stringify(value) ?? String(value);
}

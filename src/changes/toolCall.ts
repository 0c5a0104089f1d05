import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** pi's own tools that change nothing. Everything else may: `bash`, and the tools of extensions. */
const READ_ONLY = new Set(["read", "grep", "find", "ls"]);
/** Ours, whose changes are made through the editor. */
const OURS = /^nvim_/;

/** pi's tools that change the one file they name. */
const FILE_TOOLS = new Set(["edit", "write"]);

/** Which files a call can change: the one it names, or any. */
export type Reach = "any" | { readonly path: string };

export function reachOf(call: ToolCall): Reach | "none" {
  if (READ_ONLY.has(call.name) || OURS.test(call.name)) return "none";
  const named = namedPath(call.args);
  return FILE_TOOLS.has(call.name) && named !== undefined ? { path: named } : "any";
}

/** The file that a call names. Some models say `file_path`, which pi takes too. */
export function namedPath(args: ToolCall["args"]): string | undefined {
  const named = args.path ?? args.file_path;
  return typeof named === "string" ? named : undefined;
}

/** A path as pi's tools understand it (dist/core/tools/path-utils.js): `@` in front, `~`, file: URLs, odd blanks. */
export function resolveToolPath(named: string, cwd: string): string {
  const plain = named.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ").replace(/^@/, "");
  if (plain === "~") return homedir();
  if (plain.startsWith("~/")) return path.join(homedir(), plain.slice(2));
  if (plain.startsWith("file://")) return fileURLToPath(plain);
  return path.resolve(cwd, plain);
}

/** A path of a pi that runs elsewhere, as it is called here. */
export function toLocal(file: string, remote: string | undefined, cwd: string): string {
  if (remote === undefined) return file;
  const below = path.posix.relative(remote, file);
  return below.startsWith("..") || path.posix.isAbsolute(below) ? file : path.join(cwd, below);
}

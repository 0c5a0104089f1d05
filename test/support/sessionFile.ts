/** Session files as pi writes them, made by hand for tests and benches. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WireRecord } from "./records";

export interface SessionText {
  readonly cwd: string;
  /** Prompts and their replies, in turn. */
  readonly turns: readonly (readonly [prompt: string, reply: string])[];
  readonly id?: string;
  readonly name?: string;
}

/** Where pi keeps the sessions of a folder below its agent folder. */
export function sessionFolder(agentDir: string, cwd: string): string {
  return join(agentDir, "sessions", `--${cwd.slice(1).replaceAll(/[/:]/g, "-")}--`);
}

const AT = "2026-01-02T03:04:05.000Z";

/** Entries of a session, messages where nothing else is said, each behind the one before: `e1`, `e2` ... */
export function inOneBranch(entries: readonly object[]): WireRecord[] {
  return entries.map((entry, i) => ({
    type: "message",
    id: `e${i + 1}`,
    parentId: i === 0 ? null : `e${i}`,
    timestamp: AT,
    ...entry,
  }));
}

/** The text of a session that does not branch. */
export function sessionText({ cwd, turns, id = "made", name }: SessionText): string {
  const entries: object[] = turns.flatMap(([prompt, reply]) => [
    { message: { role: "user", content: [{ type: "text", text: prompt }], timestamp: 1 } },
    { message: assistant(reply) },
  ]);
  if (name !== undefined) entries.push({ type: "session_info", name });
  return [{ type: "session", version: 3, id, timestamp: AT, cwd }, ...inOneBranch(entries)]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("");
}

/** Writes a session where pi looks for it. @returns its path. */
export function writeSession(agentDir: string, fileName: string, session: SessionText): string {
  const path = join(sessionFolder(agentDir, session.cwd), fileName);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sessionText(session));
  return path;
}

function assistant(text: string): object {
  const cost = { input: 0.001, output: 0.001, cacheRead: 0, cacheWrite: 0, total: 0.002 };
  const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost };
  const head = { role: "assistant", content: [{ type: "text", text }], api: "openai-completions" };
  return { ...head, provider: "scripted", model: "demo", usage, stopReason: "stop", timestamp: 2 };
}

/** pi's saved decisions on trust: `trust.json` in its folder, read as pi reads it and written as pi writes it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { messageOf, PiError } from "../../errors";
import type { Environment } from "../environment";
import { canonicalFolder, upwards } from "./projectFiles";

export interface SavedDecision {
  /** The folder that it was made for: this one or one above it. */
  readonly folder: string;
  readonly trusted: boolean;
}

/** pi's lock is a folder beside the file; one that is older belongs to a process that died (milliseconds). */
const STALE_LOCK_MS = 10_000;
const LOCK_TRIES = 20;
const LOCK_WAIT_MS = 25;

/** pi's own folder. */
function agentFolder(env: Environment): string {
  const home = env.HOME || homedir();
  const own = env.PI_CODING_AGENT_DIR;
  return own ? resolve(own.replace(/^~(?=$|[\\/])/, home)) : join(home, ".pi", "agent");
}

/** The nearest decision that was saved for a folder or one above it. What cannot be read counts as none. */
export function savedDecision(folder: string, env: Environment): SavedDecision | undefined {
  const decisions = readOr(() => readTrustFile(trustFile(env)), {});
  for (const at of upwards(canonicalFolder(folder))) {
    const trusted = decisions[at];
    if (trusted !== undefined && trusted !== null) return { folder: at, trusted };
  }
  return undefined;
}

/** What pi's own settings say of folders that nothing was decided for. */
export function defaultTrust(env: Environment): "ask" | "always" | "never" {
  const settings = readOr(() => readJson(join(agentFolder(env), "settings.json")), {});
  const { defaultProjectTrust: value } = settings as { defaultProjectTrust?: unknown };
  return value === "always" || value === "never" ? value : "ask";
}

/** Saves a decision for exactly this folder. @throws PiError with one sentence. */
export async function saveDecision(folder: string, trusted: boolean, env: Environment): Promise<void> {
  const path = trustFile(env);
  mkdirSync(dirname(path), { recursive: true });
  await withLock(`${path}.lock`, () => {
    const decisions = { ...readTrustFile(path), [canonicalFolder(folder)]: trusted };
    const sorted = Object.fromEntries(Object.entries(decisions).sort(([a], [b]) => (a < b ? -1 : 1)));
    const next = `${path}.${process.pid}.tmp`;
    writeFileSync(next, `${JSON.stringify(sorted, null, 2)}\n`);
    renameSync(next, path);
  });
}

function trustFile(env: Environment): string {
  return join(agentFolder(env), "trust.json");
}

type Decisions = Readonly<Record<string, boolean | null>>;

function readTrustFile(path: string): Decisions {
  if (!existsSync(path)) return {};
  const value = readOr(() => readJson(path), undefined);
  const isValid = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isValid && Object.values(value).every((each) => each === null || typeof each === "boolean")) {
    return value as Decisions;
  }
  throw new PiError("invalid", `pi's file ${path} is damaged: mend or remove it, then decide again.`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

async function withLock(lock: string, act: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw new PiError("refused", messageOf(error));
      if (attempt === LOCK_TRIES) throw new PiError("refused", "pi's trust.json is in use: decide again in a moment.");
      if (isStale(lock)) readOr(() => rmdirSync(lock), undefined);
      else await pause(LOCK_WAIT_MS);
    }
  }
  try {
    act();
  } finally {
    readOr(() => rmdirSync(lock), undefined);
  }
}

function isStale(lock: string): boolean {
  return readOr(() => Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS, false);
}

import { createHash } from "node:crypto";
import path from "node:path";
import { type PromptEntry, PromptStore } from "./promptStore";
import { readSessionPrompts } from "./sessionPrompts";

/** More than anybody walks through; Neovim gets them in one message. */
const MOST_ENTRIES = 1000;
const MOST_CHARACTERS = 500_000;

/** The prompts of all projects. */
export class PromptHistory {
  /** Who asks gets all that was added before. */
  #added: Promise<void> = Promise.resolve();

  /** Remembers a prompt. @param folder where the histories of all projects are */
  add(folder: string, project: string, entry: PromptEntry): Promise<void> {
    const adding = this.#added.then(() => storeOf(folder, project).add(entry));
    this.#added = adding.catch(() => undefined);
    return adding;
  }

  /**
   * The prompts of a project, each text once, newest first: those typed here, and those of pi's own sessions.
   * @param sessionFile pi's present session file, whose folder holds the others
   */
  async read(folder: string, project: string, sessionFile?: string): Promise<PromptEntry[]> {
    await this.#added;
    const [own, fromSessions] = await Promise.all([
      storeOf(folder, project).read(),
      sessionFile === undefined ? [] : readSessionPrompts(path.dirname(sessionFile)),
    ]);
    return newestFirst([...own, ...fromSessions]);
  }
}

function newestFirst(entries: readonly PromptEntry[]): PromptEntry[] {
  const seen = new Set<string>();
  const list: PromptEntry[] = [];
  let room = MOST_CHARACTERS;
  for (const entry of [...entries].sort((one, other) => other.at - one.at)) {
    if (seen.has(entry.text)) continue;
    seen.add(entry.text);
    room -= entry.text.length;
    if (room < 0 || list.length === MOST_ENTRIES) break;
    list.push(entry);
  }
  return list;
}

function storeOf(folder: string, project: string): PromptStore {
  return new PromptStore(path.join(folder, projectKey(project)));
}

/** A folder name for a project's path: readable, and never the same for two paths. */
export function projectKey(project: string): string {
  const readable = path
    .basename(project)
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);
  return `${readable}-${createHash("sha256").update(project).digest("hex").slice(0, 16)}`;
}

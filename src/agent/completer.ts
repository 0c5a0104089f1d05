import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { FileIndex } from "../files/fileIndex";
import { rank } from "../files/fuzzy";
import type { SlashCommand } from "../pi/protocol";
import type { Completion } from "../promptContract";

/** More items help nobody: one types on. Commands are few, and all of them can be asked for. */
const MOST_ITEMS = 50;
const MOST_COMMANDS = 500;

/** `/…`, `~/…`, `./…`, `../…`, `C:\\…`. */
const OUTSIDE = /^(?:(?:~|\.\.?)?\/|\.\.$|[A-Za-z]:[\\/])/;

/** Where prompts of the editor's library come from, and what goes before their names where pi has the same. */
const LIBRARY = "prompts";

/** What the editor itself has to offer. */
export interface Offers {
  readonly own: readonly Completion[];
  /** Absolute paths of its buffers, the last used first. */
  readonly recent: readonly string[];
}

/** Completes commands and mentions in prompts. */
export class Completer {
  readonly #indexes = new Map<string, FileIndex>();

  /**
   * Each under the name that runs it. Where names are the same, ours for pi's terminal comes before pi's, and pi's
   * before one of the library.
   */
  commands(query: string, own: readonly Completion[], pi: readonly SlashCommand[]): readonly Completion[] {
    const pis = new Set(pi.map(({ name }) => name));
    const ours = own.map((one) => (one.source === LIBRARY && pis.has(one.name) ? withPrefix(one) : one));
    const taken = new Set(ours.map(({ name }) => name));
    const offered = pi.filter(({ name }) => !taken.has(name)).map(asCompletion);
    return rank([...ours, ...offered], query, ({ name }) => name, MOST_COMMANDS);
  }

  async mentions(query: string, { own, recent }: Offers, cwd: string): Promise<readonly Completion[]> {
    const named = own.filter(({ name }) => name.includes(query));
    const files = OUTSIDE.test(query) ? await entriesBelow(query, cwd) : await this.#files(query, recent, cwd);
    return [...named, ...files].slice(0, MOST_ITEMS);
  }

  async #files(query: string, recent: readonly string[], cwd: string): Promise<Completion[]> {
    const paths = await this.#indexOf(cwd).search(query, MOST_ITEMS);
    const first = query === "" ? relativeTo(cwd, recent) : [];
    return [...new Set([...first, ...paths])].map(asEntry);
  }

  #indexOf(cwd: string): FileIndex {
    const known = this.#indexes.get(cwd);
    if (known !== undefined) return known;
    const index = new FileIndex(cwd);
    this.#indexes.set(cwd, index);
    return index;
  }
}

function withPrefix(item: Completion): Completion {
  return { ...item, name: `${LIBRARY}:${item.name}` };
}

function asCompletion({ name, description, source }: SlashCommand): Completion {
  return { name, kind: "command", source, ...(description !== undefined && { description }) };
}

function asEntry(name: string): Completion {
  return { name, kind: name.endsWith("/") ? "folder" : "file" };
}

function relativeTo(cwd: string, files: readonly string[]): string[] {
  const names = files.map((file) => path.relative(cwd, file));
  return names.filter((name) => name !== "" && !name.startsWith("..") && !path.isAbsolute(name));
}

/** Outside of pi's folder nothing is listed ahead: one folder at a time, as typed. */
async function entriesBelow(query: string, cwd: string): Promise<Completion[]> {
  const typed = query.slice(0, query.lastIndexOf("/") + 1);
  const folder = path.resolve(
    cwd,
    typed.replace(/^~/, () => homedir()),
  );
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? "/" : ""}`).sort();
  const fitting = rank(names, query.slice(typed.length), (name) => name, MOST_ITEMS);
  return fitting.map((name) => asEntry(`${typed}${name}`));
}

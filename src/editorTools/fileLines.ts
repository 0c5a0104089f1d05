import { readText } from "../files/readText";

/** Longest line that is shown of a place, in characters. */
const MOST_CHARACTERS = 300;

/** Lines of files on disk, each file read once at most for as long as this is used. */
export class FileLines {
  readonly #files = new Map<string, Promise<readonly string[]>>();

  /** @param line from 0. @returns empty when there is none. */
  async at(file: string, line: number): Promise<string> {
    let lines = this.#files.get(file);
    if (lines === undefined) {
      lines = read(file);
      this.#files.set(file, lines);
    }
    return (await lines)[line] ?? "";
  }
}

async function read(file: string): Promise<readonly string[]> {
  const part = await readText(file).catch(() => undefined);
  return part === undefined || part === "binary" ? [] : part.text.split(/\r?\n/);
}

/** A line as it is shown beside its place. */
export function shownLine(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MOST_CHARACTERS ? `${trimmed.slice(0, MOST_CHARACTERS)}…` : trimmed;
}

import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import type { Logger, LogLevel } from "../log";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error", "off"];
/** Lines kept until the file is known. */
const EARLY_LINES = 200;

/** The host's log. Neovim names the file at the greeting; what is logged before is kept until then. */
export class FileLog implements Logger {
  #stream: WriteStream | undefined;
  #level: LogLevel = "info";
  #early: string[] = [];

  /** Opens the file, in place of one that is open; a file that cannot be written is no reason to stop. */
  open(file: string, level: string): void {
    this.#level = LEVELS.find((known) => known === level) ?? "info";
    try {
      mkdirSync(path.dirname(file), { recursive: true });
    } catch {
      return;
    }
    this.#stream?.end();
    this.#stream = createWriteStream(file, { flags: "a" }).on("error", () => {
      this.#stream = undefined;
    });
    for (const line of this.#early) this.#stream.write(line);
    this.#early = [];
  }

  debug(message: string, ...details: unknown[]): void {
    this.#write("debug", message, details);
  }

  info(message: string, ...details: unknown[]): void {
    this.#write("info", message, details);
  }

  warn(message: string, ...details: unknown[]): void {
    this.#write("warn", message, details);
  }

  error(message: string, ...details: unknown[]): void {
    this.#write("error", message, details);
  }

  #write(level: LogLevel, message: string, details: readonly unknown[]): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.#level)) return;
    const rest = details.map((detail) => ` ${typeof detail === "string" ? detail : inspect(detail)}`).join("");
    const line = `${new Date().toISOString()} ${level.toUpperCase()} host ${message}${rest}`.replace(/\n/g, "\\n");
    if (this.#stream !== undefined) this.#stream.write(`${line}\n`);
    else if (this.#early.length < EARLY_LINES) this.#early.push(`${line}\n`);
  }
}

/** What the host logs through: to a file in production, to memory in tests, nowhere by default. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "off";

export interface Logger {
  /** Prompt text, records and anything else that may hold private text goes here and only here. */
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}

export const nullLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

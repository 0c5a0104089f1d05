/** Takes out of a recording what differs from run to run or tells of the machine it was made on. */
import type { RawRecord } from "../support/rawPi";

const FIELDS: Readonly<Record<string, unknown>> = {
  timestamp: 1_767_225_600_000,
  durationMs: 12,
  responseId: "chatcmpl-1",
};

export class Normalizer {
  readonly #folders: Readonly<Record<string, string>>;
  readonly #ids = new Map<string, string>();

  /** @param folders names to give to folders of this machine. */
  constructor(folders: Readonly<Record<string, string>>) {
    this.#folders = folders;
  }

  record(record: RawRecord): RawRecord {
    return this.#value("", record) as RawRecord;
  }

  #value(key: string, value: unknown): unknown {
    if (key === "timestamp" && typeof value === "string") return "2026-01-01T00:00:00.000Z";
    if (Object.hasOwn(FIELDS, key) && typeof value === typeof FIELDS[key]) return FIELDS[key];
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value("", item));
    if (typeof value !== "object" || value === null) return value;
    return this.#object(value as Record<string, unknown>);
  }

  /** The system prompt and what `agent_end` repeats are long and of no use here. */
  #object(object: Record<string, unknown>): unknown {
    if (object.role === "system") return { role: "system", content: "You are pi.", timestamp: FIELDS.timestamp };
    const short = object.type === "agent_end" ? { ...object, messages: [] } : object;
    // Cumulative snapshots of old versions, which nobody reads: they grow with the square of the reply.
    const { partial: _, ...fields } = short;
    if (fields.type === "message_update") delete fields.message;
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, this.#value(key, value)]));
  }

  #text(text: string): string {
    const named = Object.entries(this.#folders).reduce((all, [path, name]) => all.replaceAll(path, name), text);
    return named
      .replace(/\/tmp\/[\w./-]*pi-bash-\w+\.log/g, "/tmp/pi-bash-1.log")
      .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, (id) => this.#id(id, "session"))
      .replace(/^[\da-f]{8}$/, (id) => this.#id(id, "entry"));
  }

  #id(id: string, kind: string): string {
    const known = this.#ids.get(id) ?? `${kind}-${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }
}

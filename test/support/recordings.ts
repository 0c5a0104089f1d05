/** The recordings of real runs in test/fixtures (see test/record). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "../../src/pi/compat";
import { isEventType, type PiEvent } from "../../src/pi/protocol";
import { repository } from "./paths";
import type { RawRecord } from "./rawPi";

export interface Recording {
  /** `pi-1.6.0/tools` */
  readonly name: string;
  readonly records: readonly RawRecord[];
  readonly events: readonly PiEvent[];
  /** What pi gave as the session afterwards, as our client would. */
  readonly history: History;
}

const folder = join(repository, "test/fixtures");

export function recordings(): Recording[] {
  const versions = readdirSync(folder).filter((name) => name.startsWith("pi-"));
  return versions.flatMap((version) => {
    const names = readdirSync(join(folder, version)).filter((name) => name.endsWith(".jsonl"));
    return names.map((name) => load(`${version}/${name.replace(".jsonl", "")}`));
  });
}

function load(name: string): Recording {
  const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  const records = lines.map((line) => JSON.parse(line) as RawRecord);
  const isEvent = (record: RawRecord) => isEventType(record.type);
  const events = records.filter(isEvent) as unknown as PiEvent[];
  return { name, records, events: withSettled(events), history: historyOf(records) };
}

/** What src/pi/runWatch.ts adds to the stream of a pi that does not say `agent_settled`. */
function withSettled(events: readonly PiEvent[]): readonly PiEvent[] {
  if (events.some(({ type }) => type === "agent_settled")) return events;
  const lastEnd = events.findLastIndex(({ type }) => type === "agent_end");
  const isLastOfRun = (index: number): boolean => {
    const next = events.slice(index + 1).find(({ type }) => type === "agent_start" || type === "auto_retry_start");
    return (
      index === lastEnd ||
      (next?.type === "agent_start" && !("willRetry" in (events[index] ?? {}) && willRetry(events[index])))
    );
  };
  return events.flatMap((event, index) =>
    event.type === "agent_end" && isLastOfRun(index) ? [event, { type: "agent_settled", aborted: false }] : [event],
  );
}

function willRetry(event: PiEvent | undefined): boolean {
  return event?.type === "agent_end" && event.willRetry === true;
}

function historyOf(records: readonly RawRecord[]): History {
  const answer = (command: string) => records.findLast((record) => record.command === command && record.success);
  const entries = answer("get_entries")?.data as Omit<Extract<History, { kind: "entries" }>, "kind"> | undefined;
  if (entries !== undefined) return { kind: "entries", ...entries };
  const { messages } = (answer("get_messages")?.data ?? { messages: [] }) as Omit<
    Extract<History, { kind: "messages" }>,
    "kind"
  >;
  return { kind: "messages", messages };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SCRIPTED_MODEL } from "./modelServer";
import type { PiProgram } from "./paths";
import { waitFor } from "./waitFor";

/** A record of pi's, unchecked: what is in it is the test's business. */
export interface RawRecord {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An assistant message, as far as tests look into it. */
export interface RawMessage {
  readonly role: string;
  readonly stopReason?: string;
  readonly errorMessage?: string;
  readonly content: readonly Record<string, unknown>[];
}

/** Real pi in RPC mode with none of our code in between: the reference that our own client is measured by. */
export class RawPi {
  readonly records: RawRecord[] = [];
  stderr = "";
  readonly #child: ChildProcess;
  readonly #tellsSettled: boolean;
  #rest = "";

  /** Starts pi in `folder`, with `folder/agent` as its agent directory. */
  constructor({ command: [node, script], version }: PiProgram, folder: string, moreArgs: readonly string[] = []) {
    this.#tellsSettled = !version.startsWith("0.");
    const env = { PATH: process.env.PATH ?? "", HOME: folder, PI_CODING_AGENT_DIR: join(folder, "agent") };
    const args = [script, "--mode", "rpc", "--offline", "--no-session", "--model", SCRIPTED_MODEL, ...moreArgs];
    this.#child = spawn(node, args, { cwd: folder, env, stdio: "pipe" });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
  }

  send(record: RawRecord): void {
    this.#child.stdin?.write(`${JSON.stringify(record)}\n`);
  }

  /** Sends a prompt and gives the assistant's messages once nothing goes on any more, retries included. */
  async promptAndWait(message: string): Promise<RawMessage[]> {
    const start = this.records.length;
    this.send({ type: "prompt", message });
    if (this.#tellsSettled) await this.waitForRecord(({ type }) => type === "agent_settled", start);
    else await this.#waitUntilIdle(start);
    const ends = this.records.slice(start).filter((record) => record.type === "message_end");
    return ends.map((end) => end.message as RawMessage).filter(({ role }) => role === "assistant");
  }

  /** Sends a command and gives pi's answer to it. */
  async ask(command: RawRecord): Promise<RawRecord> {
    const id = `ask-${this.records.length}`;
    const start = this.records.length;
    this.send({ ...command, id });
    // Old versions answer a command that they do not know without its id.
    const isAnswer = (record: RawRecord) => record.id === id || (!record.id && record.command === command.type);
    const at = await this.waitForRecord(isAnswer, start);
    return this.records[at] as RawRecord;
  }

  /** Waits for a record at or after index `from`. @returns its index. */
  async waitForRecord(test: (record: RawRecord) => boolean, from = 0): Promise<number> {
    const context = () =>
      `${this.records.map((record) => JSON.stringify(record).slice(0, 300)).join("\n")}\n${this.stderr}`;
    const find = () => this.records.findIndex((record, index) => index >= from && test(record));
    await waitFor(() => find() >= 0, { what: "a record of pi", deadline: 20_000, context });
    return find();
  }

  /** Deltas of one kind, e.g. `text_delta`. */
  deltas(type: string): unknown[] {
    const events = this.records.map((record) => record.assistantMessageEvent as { type: string } | undefined);
    return events.filter((event) => event?.type === type);
  }

  /** Closes stdin, which ends pi. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.stdin?.end();
    await exited;
  }

  /** A pi without `agent_settled` is idle when, after the end of a run, it says so and has not begun a retry. */
  async #waitUntilIdle(start: number): Promise<void> {
    for (let from = start; ; ) {
      const end = await this.waitForRecord(({ type }) => type === "agent_end", from);
      const id = `idle-${end}`;
      this.send({ id, type: "get_state" });
      const answer = await this.waitForRecord((record) => record.id === id, end);
      const retries = this.records.slice(end, answer).some(({ type }) => type === "auto_retry_start");
      const state = this.records[answer]?.data as { isStreaming: boolean };
      if (!retries && !state.isStreaming) return;
      from = end + 1;
    }
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.records.push(JSON.parse(line) as RawRecord);
  }
}

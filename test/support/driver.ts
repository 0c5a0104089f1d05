import { expect } from "vitest";
import { unexpectedErrors } from "./faults";
import type { Exit, Mode, NvimProcess } from "./nvim";
import { BUFFER_TEXT, WINDOW_OF } from "./probes";
import { markedProcesses, type RunningProcess } from "./processes";
import type { Screen } from "./screen";
import { type WaitOptions, waitFor } from "./waitFor";
import type { Workspace } from "./workspace";

export { type NeovimOptions, startNeovim } from "./start";

/** An event of the plugin as the `User` autocommands saw it. */
export interface UserEvent {
  readonly name: string;
  readonly data?: unknown;
}

/** Neither host nor pi nor a tool may outlive the editor by more than this (milliseconds). */
const ORPHAN_DEADLINE = 5_000;

/** A person at a Neovim: types, looks at the screen, waits for what appears. */
export class Driver {
  readonly #allowedErrors: RegExp[] = [];
  #lastScreen: string | undefined;

  constructor(
    readonly nvim: NvimProcess,
    readonly workspace: Workspace,
    readonly marker: string,
  ) {
    workspace.enter();
  }

  get screen(): Screen {
    return this.nvim.screen;
  }

  get pid(): number {
    return this.nvim.pid;
  }

  get exit(): Promise<Exit> {
    return this.nvim.exit;
  }

  /** Feeds keys in Neovim's notation (`<Esc>`, `<C-s>`). Does not wait for them to take effect. */
  async keys(keys: string): Promise<void> {
    let rest = Buffer.from(keys);
    while (rest.length > 0) {
      const taken = (await this.nvim.request("nvim_input", [rest.toString()])) as number;
      if (taken <= 0) await waitFor(async () => !(await this.mode()).blocking, { what: "room for more keys" });
      rest = rest.subarray(taken);
    }
  }

  /** Feeds text as it stands: `<` is `<`, a line break is Enter. */
  async type(text: string): Promise<void> {
    await this.keys(text.replaceAll("<", "<lt>").replaceAll("\n", "<CR>"));
  }

  /** Types a command line and Enter, and waits until it has run. */
  async command(line: string): Promise<void> {
    await this.type(`:${line}\n`);
    await this.lua("return 1");
  }

  /** Runs a chunk of Lua and gives what it returns. Waits for keys fed before. */
  async lua<T = unknown>(code: string, ...args: readonly unknown[]): Promise<T> {
    try {
      return (await this.nvim.request("nvim_exec_lua", [code, args])) as T;
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${await this.describe()}`, { cause: error });
    }
  }

  async mode(): Promise<Mode> {
    return this.nvim.mode();
  }

  async resize(width: number, height: number): Promise<void> {
    await this.nvim.request("nvim_ui_try_resize", [width, height]);
    const fits = () => this.screen.width === width && this.screen.height === height;
    await this.waitFor(fits, { what: `a screen of ${width} x ${height}` });
  }

  /** Waits for a condition; its failure shows the screen. */
  async waitFor<T>(condition: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<T>> {
    return waitFor(condition, { context: () => this.describe(), ...options });
  }

  /** Waits until the screen shows `text`. */
  async waitForText(text: string | RegExp, options: WaitOptions = {}): Promise<void> {
    await this.waitFor(() => matches(this.screen.text(), text), { what: `${text} on the screen`, ...options });
  }

  /** Waits until the transcript holds `text`. */
  async waitForChat(text: string | RegExp, options: WaitOptions = {}): Promise<void> {
    const context = async () => `transcript:\n${await this.chatText()}\n${await this.describe()}`;
    await this.waitFor(async () => matches(await this.chatText(), text), {
      what: `${text} in the transcript`,
      context,
      ...options,
    });
  }

  /** Lines of the transcript of this tab page; empty when there is none. */
  async chatText(): Promise<string> {
    return this.lua(BUFFER_TEXT, "pi");
  }

  async promptText(): Promise<string> {
    return this.lua(BUFFER_TEXT, "pi-prompt");
  }

  /** The window of the current tab page that shows a buffer of this filetype. */
  async windowOf(filetype: "pi" | "pi-prompt"): Promise<number | undefined> {
    const id = await this.lua<number>(WINDOW_OF, filetype);
    return id === 0 ? undefined : id;
  }

  /** Waits until the status has these fields; other fields may be anything. It comes a moment after what it tells of. */
  async waitForStatus(fields: Record<string, unknown>): Promise<void> {
    await this.waitFor(async () => expect(await this.status()).toMatchObject(fields) ?? true, {
      what: `the status ${JSON.stringify(fields)}`,
    });
  }

  async status(): Promise<Record<string, unknown>> {
    return this.lua(`return require("pi").status() or vim.empty_dict()`);
  }

  /** The plugin's `User` events so far, all or those of one name. */
  async events(name?: string): Promise<UserEvent[]> {
    const events = await this.lua<UserEvent[]>("return _G.pi_test_events or {}");
    return name === undefined ? events : events.filter((event) => event.name === name);
  }

  /** Waits until so many runs have ended for good and nothing is going on. */
  async waitUntilSettled(runs = 1, options: WaitOptions = {}): Promise<void> {
    const isSettled = async () => {
      const ends = await this.events("PiAgentSettled");
      return ends.length >= runs && (await this.status()).busy !== true;
    };
    await this.waitFor(isSettled, { what: `the end of ${runs} runs`, ...options });
  }

  /** `:messages`. */
  async messages(): Promise<string> {
    return this.lua(`return vim.api.nvim_exec2("messages", { output = true }).output`);
  }

  /** Processes started by this Neovim, itself among them. */
  processes(): RunningProcess[] {
    return markedProcesses(this.marker);
  }

  /** Lets an error message pass that the test provokes: all others fail it at the end. */
  expectError(pattern: RegExp): void {
    this.#allowedErrors.push(pattern);
  }

  /** Screen, mode and what Neovim wrote to stderr, for failures. */
  async describe(): Promise<string> {
    const mode = await this.mode().catch(() => undefined);
    const state = mode ? `mode ${mode.mode}${mode.blocking ? ", waits for a key" : ""}` : "no answer to nvim_get_mode";
    const stderr = this.nvim.stderr === "" ? "" : `\nstderr: ${this.nvim.stderr}`;
    return `${this.lastScreen} [${state}]${stderr}`;
  }

  /** The screen in a frame; after the end, the last one that was looked at. */
  get lastScreen(): string {
    if (this.#lastScreen !== undefined) return this.#lastScreen;
    const edge = "─".repeat(this.screen.width);
    return `┌${edge}\n${this.screen
      .rows()
      .map((row) => `│${row}`)
      .join("\n")}\n└${edge}`;
  }

  /** Waits until no process of this test is left. */
  async waitUntilGone(deadline = ORPHAN_DEADLINE): Promise<void> {
    const context = () => this.processes().map(describeProcess).join("\n");
    const what = "the end of every process that was started";
    await waitFor(() => this.processes().length === 0, { what, deadline, context });
  }

  /** Ends Neovim; fails when it had shown an error nobody expected, or when a process stays behind. */
  async dispose(orphanDeadline = ORPHAN_DEADLINE): Promise<void> {
    const faults: string[] = [];
    const collect = (error: unknown) => void faults.push((error as Error).message);
    if (!this.nvim.exited) await this.#checkMessages().catch(collect);
    this.#lastScreen = this.lastScreen;
    if (!this.nvim.exited) await this.#quit();
    await this.waitUntilGone(orphanDeadline).catch(collect);
    for (const { pid } of this.processes()) process.kill(pid, "SIGKILL");
    this.workspace.leave();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  async #checkMessages(): Promise<void> {
    if ((await this.mode()).blocking) throw new Error(`Neovim still waits for a key\n${await this.describe()}`);
    const [errmsg, messages] = [await this.lua<string>("return vim.v.errmsg"), await this.messages()];
    const errors = unexpectedErrors(errmsg, messages, this.#allowedErrors);
    if (errors.length > 0) throw new Error(`unexpected error messages:\n${errors.join("\n")}`);
  }

  async #quit(): Promise<void> {
    this.nvim.request("nvim_command", ["qa!"]).catch(() => undefined);
    const hasEnded = () => this.nvim.exited !== undefined;
    await waitFor(hasEnded, { deadline: 4_000 }).catch(() => this.nvim.kill("SIGKILL"));
    await this.exit;
  }
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

function describeProcess({ pid, command }: RunningProcess): string {
  return `${pid} ${command}`;
}

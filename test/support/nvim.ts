import { type ChildProcess, spawn } from "node:child_process";
import { attach, type NeovimClient } from "neovim";
import { type RedrawEvent, Screen } from "./screen";
import { DEFAULT_DEADLINE, withDeadline } from "./waitFor";

export interface NvimProcessOptions {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly width: number;
  readonly height: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Mode {
  readonly mode: string;
  /** True when Neovim waits for a key and answers nothing but a few API functions until it comes. */
  readonly blocking: boolean;
}

const silent = () => undefined;
const silentLogger = { level: "error", info: silent, warn: silent, error: silent, debug: silent };

/** A real Neovim as a child, with a screen attached. No call can hang: each has a deadline, and ends with the process. */
export class NvimProcess {
  readonly screen = new Screen();
  readonly exit: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #client: NeovimClient;
  #stderr = "";
  #exited: Exit | undefined;

  private constructor(options: NvimProcessOptions) {
    const { binary, args, cwd, env } = options;
    this.#child = spawn(binary, ["--embed", ...args], { cwd, env: { ...env }, stdio: "pipe" });
    this.#child.stdin?.on("error", silent);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-10_000);
    });
    this.exit = new Promise((resolve) => {
      const end = (exit: Exit) => resolve((this.#exited = exit));
      this.#child.once("exit", (code, signal) => end({ code, signal }));
      this.#child.once("error", (error) => {
        this.#stderr += error.message;
        end({ code: null, signal: null });
      });
    });
    this.#client = attach({ proc: this.#child, options: { logger: silentLogger as never } });
    this.#client.on("notification", (method: string, args: RedrawEvent[]) => {
      if (method === "redraw") this.screen.redraw(args);
    });
  }

  /** Starts Neovim and waits until it has read its configuration. */
  static async start(options: NvimProcessOptions): Promise<NvimProcess> {
    const nvim = new NvimProcess(options);
    const ui = { rgb: true, ext_linegrid: true, ext_hlstate: true };
    await nvim.request("nvim_ui_attach", [options.width, options.height, ui]);
    return nvim;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get exited(): Exit | undefined {
    return this.#exited;
  }

  get stderr(): string {
    return this.#stderr;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async request(method: string, args: readonly unknown[], deadline = DEFAULT_DEADLINE): Promise<unknown> {
    const call = `${method}(${JSON.stringify(args).slice(1, -1).slice(0, 200)})`;
    if (this.#exited) throw new Error(`${call}: ${this.#farewell()}`);
    const answer = this.#client.request(method, [...args]);
    answer.catch(silent);
    const ended = this.exit.then(() => {
      throw new Error(`${call}: ${this.#farewell()}`);
    });
    const what = () => `${call} was not answered within ${deadline} ms`;
    return withDeadline(Promise.race([answer, ended]), deadline, what);
  }

  /** Answered even while Neovim waits for a key. */
  async mode(): Promise<Mode> {
    return (await this.request("nvim_get_mode", [])) as Mode;
  }

  #farewell(): string {
    const { code, signal } = this.#exited ?? {};
    return `Neovim has ended (code ${code}, signal ${signal}) ${this.#stderr}`.trim();
  }
}

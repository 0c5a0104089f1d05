/** One child process with pipes: started, fed, watched and ended with everything it started. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import spawn from "cross-spawn";
import { messageOf, PiError } from "../errors";
import { type Logger, nullLogger } from "../log";
import { describeExit, type PiExit } from "./exit";
import { killAll, killTreeOnWindows, listProcesses, type ProcessEntry, signalGroup, treeOf } from "./processTree";
import { Tail } from "./tail";
import { guardGroup } from "./watchdog";

export type { PiExit };

/** Milliseconds from one step of ending pi to the next. */
export interface StopLadder {
  /** From the end of stdin to SIGTERM. */
  readonly termAfterMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
}

export interface PiProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string | undefined>>;
  onData(chunk: Buffer): void;
  /** Once, after the last data. */
  onExit(exit: PiExit): void;
  readonly logger?: Logger;
}

/** Together under the 5 s that nothing of ours may outlive Neovim. */
const DEFAULT_LADDER: StopLadder = { termAfterMs: 2000, killAfterMs: 2000 };

const STDERR_BYTES = 64 * 1024;
/** How long the pipes may stay open after the exit: something pi started can hold them for ever. */
const DRAIN_MS = 250;
/** pi's exit usually follows a broken pipe at once; if not, it cannot be talked to any more. */
const BROKEN_INPUT_MS = 300;
const GROUP_POLL_MS = 50;
/** How long what was killed may take to be gone. */
const DYING_MS = 1000;
/** How often it is looked which tools run: each look costs some milliseconds. */
const LOOK_MS = 1000;

const isWindows = process.platform === "win32";

export class PiProcess {
  readonly pid: number;
  /** Resolves with the exit, at the same moment as `onExit`. */
  readonly exited: Promise<PiExit>;

  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: PiProcessOptions;
  readonly #logger: Logger;
  readonly #stderr = new Tail(STDERR_BYTES);
  readonly #callOffWatchdog: () => void;
  #resolveExited!: (exit: PiExit) => void;
  #exit: PiExit | undefined;
  /** Set at the exit of pi itself; its pipes may still hold data then. */
  #ended: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined;
  #groupEnd: Promise<void> | undefined;
  #isGroupGone = false;
  #expected = false;
  #inputClosed = false;
  #hasTermed = false;
  #ladder = DEFAULT_LADDER;
  #step: NodeJS.Timeout | undefined;
  /** What ran below pi when that was last looked at: tools have groups of their own, and are lost once pi is gone. */
  #tree: readonly ProcessEntry[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: NodeJS.Timeout | undefined;

  /** Resolves when the process exists. @throws PiError `spawn_failed` */
  static start(options: PiProcessOptions): Promise<PiProcess> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(spawnError(options.file, error));
      try {
        const child = spawn(options.file, [...options.args], {
          cwd: options.cwd,
          env: options.env as NodeJS.ProcessEnv,
          stdio: "pipe",
          // A group of its own, so that it can be ended as a whole.
          detached: !isWindows,
          windowsHide: true,
        }) as ChildProcessWithoutNullStreams;
        child.once("error", fail);
        child.once("spawn", () => resolve(new PiProcess(child, options)));
      } catch (error) {
        fail(error);
      }
    });
  }

  private constructor(child: ChildProcessWithoutNullStreams, options: PiProcessOptions) {
    this.#child = child;
    this.#options = options;
    this.#logger = options.logger ?? nullLogger;
    this.pid = child.pid as number;
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
    this.#callOffWatchdog = guardGroup(this.pid);
    child.on("error", (error) => this.#logger.warn("pi process:", messageOf(error)));
    child.stdout.on("data", (chunk: Buffer) => options.onData(chunk));
    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("error", (error) => this.#logger.warn("pi output:", messageOf(error)));
    }
    // Also reached by writing to a pi that has just died: without a listener it would end the host.
    child.stdin.on("error", (error) => this.#onInputError(error));
    child.once("exit", (code, signal) => this.#onExit(code, signal));
    child.once("close", () => this.#report());
  }

  get exit(): PiExit | undefined {
    return this.#exit;
  }

  /** The end of what it has written to stderr so far. */
  get stderr(): string {
    return this.#stderr.toString();
  }

  /** Sends one line. Never blocks: what pi does not take yet waits in the stream, in order. */
  write(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  /**
   * End of stdin, then TERM, then KILL, to pi and all it started. May be called again with a shorter ladder.
   * Resolves when nothing of it runs any more.
   */
  async stop(ladder: Partial<StopLadder> = {}): Promise<PiExit> {
    this.#ladder = { ...DEFAULT_LADDER, ...ladder };
    if (!this.#ended) {
      this.#expected = true;
      this.#rememberTree();
      this.#child.stdin.end();
      if (this.#hasTermed) this.#after(this.#ladder.killAfterMs, () => this.#kill());
      else this.#after(this.#ladder.termAfterMs, () => this.#terminate());
    }
    const exit = await this.exited;
    await this.#endGroup();
    return exit;
  }

  /** A tool has begun: once it has run for a moment, it is remembered what runs, in case pi dies before it. */
  toolStarted(): void {
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      this.#lookAtTools();
    }, LOOK_MS).unref();
  }

  /** A tool is at work. */
  toolWorks(): void {
    if (performance.now() >= this.#lookedAt + LOOK_MS) this.#lookAtTools();
  }

  #lookAtTools(): void {
    if (isWindows || this.#ended) return;
    this.#lookedAt = performance.now();
    this.#tree = treeOf(this.pid);
  }

  /** KILL to all of it, at once and synchronously. */
  killNow(): void {
    if (!this.#ended) this.#expected = true;
    this.#kill();
  }

  #kill(): void {
    if (this.#isGroupGone) return;
    if (!this.#ended) this.#rememberTree();
    if (!isWindows) this.#killRest();
    else if (!this.#ended) killTreeOnWindows(this.pid);
  }

  #terminate(): void {
    this.#hasTermed = true;
    this.#rememberTree();
    if (isWindows) killTreeOnWindows(this.pid);
    else signalGroup(this.pid, "SIGTERM");
    this.#after(this.#ladder.killAfterMs, () => this.#kill());
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(action, ms);
    this.#step.unref();
  }

  #rememberTree(): void {
    if (isWindows) return;
    const known = new Set(this.#tree.map(({ pid }) => pid));
    this.#tree = [...this.#tree, ...treeOf(this.pid).filter(({ pid }) => !known.has(pid))];
  }

  #killRest(): void {
    if (isWindows) return;
    signalGroup(this.pid, "SIGKILL");
    killAll(this.#tree);
    this.#tree = [];
  }

  #onInputError(error: Error): void {
    this.#logger.warn("pi does not take input any more:", messageOf(error));
    if (this.#ended || this.#expected || this.#inputClosed) return;
    this.#inputClosed = true;
    this.#after(BROKEN_INPUT_MS, () => this.#kill());
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#ended = { code, signal };
    clearTimeout(this.#step);
    clearTimeout(this.#look);
    this.#callOffWatchdog();
    this.#child.stdin.destroy();
    setTimeout(() => this.#report(), DRAIN_MS).unref();
    // pi may have stood behind a wrapper that ended alone.
    if (!this.#expected) void this.#endGroup();
  }

  #report(): void {
    if (this.#exit || !this.#ended) return;
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    const stderr = this.#stderr.toString();
    const inputClosed = this.#inputClosed && this.#ended.signal === "SIGKILL";
    const exit = describeExit({ ...this.#ended, stderr, expected: this.#expected, inputClosed });
    this.#exit = exit;
    this.#options.onExit(exit);
    this.#resolveExited(exit);
  }

  /** Ends what is left of the group after its leader; once, since its number may belong to others later. */
  #endGroup(): Promise<void> {
    this.#groupEnd ??= this.#endRest();
    return this.#groupEnd;
  }

  async #endRest(): Promise<void> {
    if (!isWindows && this.#hasGroup()) {
      signalGroup(this.pid, "SIGTERM");
      await this.#waitForGroup(this.#ladder.killAfterMs);
    }
    this.#killRest();
    await this.#waitForGroup(DYING_MS);
    this.#isGroupGone = true;
  }

  /** Resolves when nothing is left of the group, or after some milliseconds. */
  async #waitForGroup(most: number): Promise<void> {
    const end = performance.now() + most;
    while (performance.now() < end && !isWindows && this.#hasGroup()) {
      await new Promise((resolve) => setTimeout(resolve, GROUP_POLL_MS));
    }
  }

  /** Zombies answer signal 0 until somebody reaps them; in a container nobody may. */
  #hasGroup(): boolean {
    return signalGroup(this.pid, 0) && listProcesses().some(({ group }) => group === this.pid);
  }
}

function spawnError(file: string, error: unknown): PiError {
  // The file was there a moment ago: what is missing is what its first line names.
  const isMissing = (error as NodeJS.ErrnoException | null)?.code === "ENOENT";
  const fault = isMissing ? "the program that its first line (#!) names does not exist" : messageOf(error);
  return new PiError("spawn_failed", `${file} could not be started: ${fault}.`, { cause: error });
}

import { existsSync } from "node:fs";
import type { AgentSpec } from "../agentContract";
import { PiError } from "../errors";
import type { RpcSessionState } from "../pi/protocol";
import type { ReadAlong } from "./readAlong";
import { SessionHold } from "./sessionHold";

export interface PiSessionHooks {
  spec(): AgentSpec;
  /** What pi last said of itself. */
  state(): RpcSessionState | undefined;
  /** What shows a session from its file. */
  readAlong(file: string): ReadAlong;
  /** Another Neovim has taken the session: two that write to it would each lose what the other says. */
  lost(text: string): void;
}

const READING = "You read along with another Neovim: :PiResume takes its session over, or forks it.";

const LOST = "Another Neovim has taken this session over: :PiResume takes it back.";

/** Which session an agent's pi is to open, and how: to go on with, as a copy, or not at all but to read along. */
export class PiSession {
  readonly #hooks: PiSessionHooks;
  readonly #hold: SessionHold;
  #isForking = false;
  /** Set while the session is another Neovim's. */
  #reading: ReadAlong | undefined;

  constructor(locks: string | undefined, hooks: PiSessionHooks) {
    this.#hooks = hooks;
    this.#hold = new SessionHold(locks, () => hooks.lost(LOST));
  }

  /** The session to go on with. pi writes its file only with the first reply, and refuses one that is not there. */
  get file(): string | undefined {
    const [spec, state] = [this.#hooks.spec(), this.#hooks.state()];
    const session = state?.sessionFile ?? spec.session;
    if (session === undefined) return undefined;
    // A file elsewhere cannot be looked for: it is there once the session has a message.
    const isThere = spec.remote === undefined ? existsSync(session) : (state?.messageCount ?? 1) > 0;
    return isThere ? session : undefined;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** A new start is asked for. @returns the spec with the session that it is to begin with. */
  begin({ session: asked, ...spec }: AgentSpec): AgentSpec {
    const session = spec.begin === "last" ? undefined : (asked ?? this.file);
    this.#isForking = spec.begin === undefined ? spec.cwd !== this.#hooks.spec().cwd : spec.begin === "fork";
    this.endReading();
    if (session === undefined) return spec;
    if (spec.begin === "take") this.#hold.take(session);
    if (spec.begin === "read") this.#reading = this.#hooks.readAlong(session);
    return { ...spec, session };
  }

  /** Shows the session where it is only read. */
  async read(): Promise<void> {
    await this.#reading?.start();
  }

  endReading(): void {
    this.#reading?.stop();
    this.#reading = undefined;
  }

  /** pi's arguments. @throws PiError where another Neovim has the session. */
  args(): string[] {
    if (this.isReading) throw new PiError("refused", READING);
    const { extension } = this.#hooks.spec();
    return [...(extension === undefined ? [] : ["-e", extension]), ...this.#sessionArgs()];
  }

  #sessionArgs(): string[] {
    const session = this.file;
    if (session === undefined) return this.#hooks.spec().begin === "last" ? ["--continue"] : [];
    if (!this.#isForking) this.#hold.check(session);
    return [this.#isForking ? "--fork" : "--session", session];
  }

  /** @throws PiError where another Neovim has the session. */
  check(session: string): void {
    this.#hold.check(session);
  }

  /** pi has started: what comes later goes on with what it has. */
  started(): void {
    this.#isForking = false;
  }

  /** pi has told which session it has. */
  keep({ sessionFile }: RpcSessionState): void {
    this.#hold.keep(sessionFile);
  }

  /** pi has ended. */
  leave(): void {
    this.#hold.leave();
  }
}

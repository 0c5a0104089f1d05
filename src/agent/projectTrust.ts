import type { AgentSpec } from "../agentContract";
import type { TrustChoice, TrustReport } from "../controlContract";
import { PiError } from "../errors";
import type { PiClient, PiExit } from "../pi/client";
import type { Environment } from "../pi/environment";
import { canonicalFolder } from "../pi/trust/projectFiles";
import { DENY_ALL_FLAGS, isFlagRefusal, type TrustState, trustState } from "../pi/trust/trustState";
import { saveDecision } from "../pi/trust/trustStore";
import type { Gaps } from "./gaps";

/** What was decided until Neovim ends, for all agents. */
export class TrustDecisions {
  readonly forNow = new Map<string, boolean>();
  /** Folders that the user was asked about. */
  readonly asked = new Set<string>();
  /** Commands whose pi knows no trust. */
  readonly untrusting = new Set<string>();
}

export interface TrustHooks {
  spec(): AgentSpec;
  isBusy(): boolean;
  /** Whether a restart would lose what was said. */
  isUnsaved(): boolean;
  restart(): Promise<void>;
  /** Nobody has decided on this folder yet. */
  ask(report: TrustReport): void;
  notice(text: string): void;
  changed(): void;
}

/** Whether one pi may load the files that its project has for it. The flags are given at its start only. */
export class ProjectTrust {
  readonly #decisions: TrustDecisions;
  readonly #gaps: Gaps;
  readonly #hooks: TrustHooks;
  /** As pi was started. */
  #started: TrustState | undefined;
  #isRestartDue = false;

  constructor(decisions: TrustDecisions, gaps: Gaps, hooks: TrustHooks) {
    this.#decisions = decisions;
    this.#gaps = gaps;
    this.#hooks = hooks;
  }

  /** Whether pi runs without files that the project has for it. */
  get isLeftOut(): boolean {
    return this.#started !== undefined && !this.#started.loaded;
  }

  /** Starts pi with the flags that fit, once more where it does not know them. */
  async start(launch: (flags: readonly string[]) => Promise<PiClient>): Promise<PiClient> {
    const state = this.#state();
    this.#started = state;
    this.#hooks.changed();
    this.#askOnce(state);
    if (state.flags.length === 0) return launch([]);
    if (!this.#decisions.untrusting.has(this.#command())) {
      const client = await launch(state.flags);
      if (await this.#takesFlags(client)) return client;
      this.#decisions.untrusting.add(this.#command());
    }
    return this.#startOld(state, launch);
  }

  /** pi ended at its start because of our flags: `start` goes on. */
  isRefusal(exit: PiExit): boolean {
    return isFlagRefusal(exit.stderr);
  }

  report(): TrustReport {
    const { folder, found, saved, forNow, argument, loaded, isOpen } = this.#state();
    return { folder, found, loaded, isOpen, choice: choiceOf(saved?.trusted, forNow), ...describe(saved, argument) };
  }

  /** Takes the user's decision. The agents of the folder hear of it by `decided`. */
  async choose(choice: TrustChoice): Promise<string> {
    const { folder } = this.#state();
    if (choice === "always" || choice === "never") {
      await saveDecision(folder, choice === "always", this.#environment());
      this.#decisions.forNow.delete(folder);
    } else if (choice === "now" || choice === "notNow") {
      this.#decisions.forNow.set(folder, choice === "now");
    } else {
      throw new PiError("invalid", `There is no such decision: ${String(choice)}.`);
    }
    this.#decisions.asked.add(folder);
    return folder;
  }

  /** A decision was taken: pi is started again where it matters, when it is idle. */
  async decided(folder: string): Promise<void> {
    const state = this.#state();
    if (this.#started === undefined || state.folder !== folder || state.loaded === this.#started.loaded) return;
    if (this.#hooks.isUnsaved()) {
      this.#hooks.notice(
        "This session is not saved: :PiRestart has pi act on your decision, and begins a new session.",
      );
      return;
    }
    this.#isRestartDue = true;
    if (!this.#hooks.isBusy()) await this.settled();
  }

  /** pi is idle. */
  async settled(): Promise<void> {
    if (!this.#isRestartDue) return;
    this.#isRestartDue = false;
    await this.#hooks.restart();
  }

  #state(): TrustState {
    const { cwd, args, cmd, remote } = this.#hooks.spec();
    const forNow = this.#decisions.forNow.get(canonicalFolder(cwd));
    const isElsewhere = remote !== undefined;
    return trustState({ folder: cwd, args: [...cmd, ...args], env: this.#environment(), forNow, isElsewhere });
  }

  #environment(): Environment {
    return { ...process.env, ...this.#hooks.spec().env };
  }

  #command(): string {
    return JSON.stringify(this.#hooks.spec().cmd);
  }

  #askOnce(state: TrustState): void {
    if (!state.isOpen || this.#decisions.asked.has(state.folder)) return;
    this.#decisions.asked.add(state.folder);
    this.#hooks.ask(this.report());
  }

  /** Whether pi is still there when it could have answered. */
  async #takesFlags(client: PiClient): Promise<boolean> {
    try {
      await client.request({ type: "get_state" });
      return true;
    } catch {
      return !isFlagRefusal(client.stderr);
    }
  }

  /** A pi that knows no trust loads everything, or nothing at all. */
  async #startOld(state: TrustState, launch: (flags: readonly string[]) => Promise<PiClient>): Promise<PiClient> {
    if (state.loaded) return launch([]);
    const client = await launch(DENY_ALL_FLAGS);
    const left = "extensions, skills, prompt templates and themes are all left out here, yours too";
    void this.#gaps.tell("knows no trust of projects", `${left}, and .pi/settings.json is read.`);
    return client;
  }
}

function choiceOf(saved: boolean | undefined, forNow: boolean | undefined): TrustChoice | undefined {
  if (forNow !== undefined) return forNow ? "now" : "notNow";
  if (saved !== undefined) return saved ? "always" : "never";
  return undefined;
}

function describe(saved: TrustState["saved"], argument: boolean | undefined): { reason?: string } {
  if (argument !== undefined)
    return { reason: `Your own arguments decide: they ${argument ? "load" : "leave out"} them.` };
  if (saved !== undefined)
    return { reason: `pi's trust.json ${saved.trusted ? "trusts" : "does not trust"} ${saved.folder}.` };
  return {};
}

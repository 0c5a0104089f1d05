import type { AgentId, AgentSpec } from "../agentContract";
import { PiError } from "../errors";
import type { Logger } from "../log";
import type { StopLadder } from "../pi/process";
import type { Watching } from "../transcriptContract";
import { Agent } from "./agent";
import type { AgentPort } from "./agentPort";
import { TrustDecisions } from "./projectTrust";

/** All agents of this host. They are made and ended here only. */
export class Registry {
  readonly #agents = new Map<AgentId, Agent>();
  /** Transcripts that Neovim shows of agents that are not there yet. */
  readonly #awaited = new Set<AgentId>();
  /** Who sees a transcript; told before the agent is there as well. */
  readonly #watching = new Map<AgentId, Watching>();
  readonly #trust = new TrustDecisions();
  readonly #port: AgentPort;
  readonly #logger: Logger;

  constructor(port: AgentPort, logger: Logger) {
    this.#port = port;
    this.#logger = logger;
  }

  /** The agent of this number, made at its first start. */
  open(spec: AgentSpec): Agent {
    const known = this.#agents.get(spec.agent);
    if (known !== undefined) return known;
    const agent = new Agent(spec, this.#port, this.#logger, this.#trust);
    this.#agents.set(spec.agent, agent);
    const watching = this.#watching.get(spec.agent);
    if (watching !== undefined) agent.transcript.watch(watching);
    if (this.#awaited.delete(spec.agent)) agent.attach();
    return agent;
  }

  /** Neovim has a new, empty buffer for an agent's transcript, or will have the agent started for one it has. */
  attach(id: AgentId): void {
    const agent = this.#agents.get(id);
    if (agent === undefined) this.#awaited.add(id);
    else agent.attach();
  }

  watch(id: AgentId, watching: Watching): void {
    this.#watching.set(id, watching);
    this.#agents.get(id)?.transcript.watch(watching);
  }

  get(id: AgentId): Agent {
    const agent = this.#agents.get(id);
    if (agent === undefined) throw new PiError("invalid", `There is no agent ${id}: start it first.`);
    return agent;
  }

  /** The agent whose pi runs on a session. */
  withSession(file: string): Agent | undefined {
    return [...this.#agents.values()].find((agent) => agent.openSession === file);
  }

  entries(): Iterable<[AgentId, Agent]> {
    return this.#agents.entries();
  }

  /** The user has decided whether a folder's files may be loaded. */
  async decided(folder: string): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.trust.decided(folder)));
  }

  /** The user has decided which tool calls in a project wait for a word. */
  approvalDecided(folder: string): void {
    for (const agent of this.#agents.values()) agent.tools.approvals.decided(folder);
  }

  async forget(id: AgentId): Promise<void> {
    const agent = this.#agents.get(id);
    this.#agents.delete(id);
    this.#awaited.delete(id);
    this.#watching.delete(id);
    await agent?.stop();
    agent?.tools.close();
  }

  /** Ends every pi in order. */
  async stopAll(ladder: StopLadder): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.stop(ladder)));
  }

  /** Ends every pi at once, synchronously. */
  killAll(): void {
    for (const agent of this.#agents.values()) agent.killNow();
  }
}

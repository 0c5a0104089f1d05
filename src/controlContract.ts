/** The part of the contract that is about what sets or asks something of one pi: session, model, queue, trust. */
import type { AgentId } from "./agentContract";

/** One line of the list of models. */
export interface ModelRow {
  /** `provider/id`. */
  readonly name: string;
  /** Name, context window, price, whether it thinks, takes images, is a favourite: ready to show. */
  readonly columns: readonly string[];
}

/** What can be completed for an agent. */
export interface Catalog {
  /** `provider/id` of each. */
  readonly models: readonly string[];
  readonly levels: readonly string[];
  /** Without their slash. */
  readonly commands: readonly string[];
}

export interface QueueModes {
  readonly steer: "all" | "one-at-a-time";
  readonly followup: "all" | "one-at-a-time";
}

/** `now` and `notNow` hold until Neovim ends; `always` and `never` are pi's own saved decisions. */
export type TrustChoice = "now" | "always" | "never" | "notNow";

/** Whether pi may load the files that a project has for it. */
export interface TrustReport {
  readonly folder: string;
  /** Relative to the folder; empty: there is nothing to decide. */
  readonly found: readonly string[];
  readonly loaded: boolean;
  /** Nobody has decided yet. */
  readonly isOpen: boolean;
  readonly choice: TrustChoice | undefined;
  /** Who has decided, in a sentence. */
  readonly reason?: string;
}

/** What a session has used, as rows of a name and a value; empty rows part groups. */
export interface StatsReport {
  readonly rows: readonly (readonly [string, string])[];
  /** Percent of the context window in use; absent when unknown. */
  readonly contextPercent?: number;
}

/** Methods that set or ask something of one pi; all of them start it. What is absent is asked for or left as it is. */
export interface ControlMethods {
  /** Begins a new session. `cancelled`: an extension refused, and nothing changed. */
  "session.new": { params: { agent: AgentId }; answer: { cancelled: boolean } };
  /** The result and any failure is in the transcript. */
  "session.compact": { params: { agent: AgentId; instructions?: string }; answer: null };
  "session.stats": { params: { agent: AgentId }; answer: StatsReport };
  /** `path` is absolute, and is overwritten. */
  "session.export": { params: { agent: AgentId; path: string }; answer: { path: string } };
  "session.rename": { params: { agent: AgentId; name: string }; answer: null };
  /** `none`: what to do when the list is empty. */
  "model.list": {
    params: { agent: AgentId; favourites: readonly string[] };
    answer: { models: readonly ModelRow[]; current?: string; none: string };
  };
  /** Without a name: the next one, of the favourites where there are some. */
  "model.set": {
    params: { agent: AgentId; name?: string; favourites: readonly string[] };
    answer: { model: string };
  };
  "thinking.list": { params: { agent: AgentId }; answer: { levels: readonly string[]; current?: string } };
  /** Answers the level that pi has then. */
  "thinking.set": { params: { agent: AgentId; level?: string }; answer: { level: string } };
  "queue.setMode": { params: { agent: AgentId; queue?: string; mode?: string }; answer: QueueModes };
  "auto.set": {
    params: { agent: AgentId; what?: string; on?: boolean };
    answer: { compaction: boolean; retry?: boolean };
  };
  "retry.abort": { params: { agent: AgentId }; answer: { aborted: boolean } };
  "trust.report": { params: { agent: AgentId }; answer: TrustReport };
  /** pi is started again where that changes what it loads, once it is idle. */
  "trust.choose": { params: { agent: AgentId; choice: TrustChoice }; answer: null };
  "command.list": {
    params: { agent: AgentId };
    answer: { commands: readonly { name: string; description: string | undefined; source: string }[] };
  };
}

export interface ControlEvents {
  /** Nobody has decided on the project's files, and pi starts without them. Once for each folder. */
  "trust.asked": { agent: AgentId; report: TrustReport };
  "catalog.changed": { agent: AgentId; catalog: Catalog };
}

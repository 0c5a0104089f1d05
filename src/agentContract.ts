/** The part of the contract that is about agents: how one is started, its life and state, what its runs do. */
import type { ApprovalSpec } from "./approvalContract";
import type { EditorToolChoice } from "./extension/editorTools";
import type { ExtensionStatus } from "./extensionUiContract";
import type { OpeningOptions } from "./view/blocks/openingOptions";

/** Number of an agent, chosen by Lua, unique for the life of the editor. */
export type AgentId = number;

export interface AgentSpec {
  readonly agent: AgentId;
  readonly cwd: string;
  /** pi's command with its first arguments, e.g. `["pi"]`; `--mode rpc` and `args` follow. */
  readonly cmd: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Session file to go on with. */
  readonly session?: string;
  /** How blocks start, for the kinds where the user wants something else. */
  readonly blocks?: OpeningOptions;
  /** Whether the transcript says where pi sets or changes its instructions to the model. */
  readonly systemMessages?: boolean;
  /**
   * What becomes of `session`: pi goes on with it, with a copy, takes it away from another Neovim, or it is only shown.
   * Absent: pi goes on with it, or with a copy where the folder is another one. `last`: pi finds its newest one itself.
   */
  readonly begin?: "open" | "fork" | "take" | "read" | "last";
  /** Our own extension for pi (`-e`), where pi can read it. */
  readonly extension?: string;
  /** Tools of the editor that pi gets from it; absent: none. */
  readonly editorTools?: EditorToolChoice;
  /** Folder of the locks on sessions, shared by all Neovims of the user. */
  readonly locks?: string;
  /** Folder of the texts of files from before pi changed them, shared by all Neovims of the user. */
  readonly changes?: string;
  /** Tool calls that wait for the user's word. */
  readonly approve?: ApprovalSpec;
  /** What `cwd` is called where pi runs, when that is another machine or another root. */
  readonly remote?: string;
  /** Notices of extensions also become lines of the transcript. */
  readonly keepNotices?: boolean;
}

/** The state that Lua may show: replaced as a whole, never patched. */
export interface AgentStatus {
  readonly running: boolean;
  /** No pi of ours: the session of another Neovim is shown as it grows. */
  readonly reading?: boolean;
  readonly busy: boolean;
  /** What goes on, in a word or two: `thinking`, `writing`, `bash`, `retry in 3 s`, `compacting`; empty when idle. */
  readonly activity: string;
  /** When `activity` began, Unix milliseconds; absent when idle. */
  readonly since?: number;
  /** The model's id, and the name that pi gives it. */
  readonly model?: string;
  readonly modelName?: string;
  readonly provider?: string;
  readonly thinking?: string;
  /** Percent of the context window in use; absent when unknown. */
  readonly contextPercent?: number;
  readonly contextWindow?: number;
  /** US dollars of the whole session. */
  readonly cost: number;
  readonly queue: { readonly steering: readonly string[]; readonly followUp: readonly string[] };
  readonly sessionFile?: string;
  readonly sessionName?: string;
  readonly cwd: string;
  /** The project has files for pi that were not loaded. */
  readonly untrusted: boolean;
  /** Our own extension inside pi has connected to the host. */
  readonly linked: boolean;
  /** pi gets no prompts: `approve` is set, and nobody could be asked. */
  readonly unguarded?: boolean;
  /** Dialogs of this agent that wait for an answer. */
  readonly dialogs: number;
  /** What extensions have set, in the order of their keys. */
  readonly statuses: readonly ExtensionStatus[];
  /** pi's process id while it runs. */
  readonly pid?: number;
}

export interface AgentMethods {
  /** Starts the agent's pi unless it runs. The chat is shown from then on. */
  "agent.start": { params: AgentSpec; answer: null };
  /** Ends pi in order; the transcript stays. */
  "agent.stop": { params: { agent: AgentId }; answer: null };
  /** Ends pi and starts it again on the same session, in the folder and with the command given. */
  "agent.restart": { params: AgentSpec; answer: null };
  /** Forgets the agent altogether (its chat was wiped and its tab closed). */
  "agent.forget": { params: { agent: AgentId }; answer: null };
  /** Takes the queue back into the prompt, cancels dialogs, stops the run. `aborted`: whether there was anything to stop. */
  "agent.abort": { params: { agent: AgentId }; answer: { aborted: boolean } };
}

export interface AgentEvents {
  "agent.changed": { agent: AgentId; status: AgentStatus };
  /** pi ended. `message` is one sentence when it was not asked for. */
  "agent.ended": { agent: AgentId; expected: boolean; message?: string };
  /** Another session is shown: a new one, a resumed one, a fork. */
  "session.changed": { agent: AgentId };
  "run.started": { agent: AgentId };
  "run.settled": { agent: AgentId; outcome: "done" | "aborted" | "error" };
  "tool.started": { agent: AgentId; callId: string; name: string };
  "tool.ended": { agent: AgentId; callId: string; name: string; failed: boolean };
}

/** The part of the contract that is about tool calls which wait for the user's word. */
import type { AgentId } from "./agentContract";

export interface ApprovalSpec {
  /** Names of tools that the user is asked about, as the option has them; `*` stands for any text. */
  readonly tools: readonly string[];
  /** Folder of what was decided for single projects, outside all of them. */
  readonly folder: string;
}

/** Which tool calls of an agent wait for the user's word. */
export interface ApprovalReport {
  /** The project. */
  readonly folder: string;
  readonly tools: readonly string[];
  /** What the option says, where nothing is decided for the project. */
  readonly option: readonly string[];
  readonly isDecided: boolean;
  /** What the user has let run for this session, one plain line each. */
  readonly allowed: readonly string[];
  /** Why pi gets no prompts: nobody would be asked. */
  readonly problem?: string;
}

/** What a dialog for a tool call has beside its question. */
export interface ApprovalShown {
  /** What a yes for this session lets run, e.g. `edit`. */
  readonly scope: string;
  /** Whether `approval.texts` knows the file before and after. */
  readonly isChange: boolean;
}

export interface ApprovalReply {
  readonly verdict?: "yes" | "session" | "no";
  /** Of a no: the model reads it. */
  readonly reason?: string;
  /** Of a yes: what the file's lines are to be in place of the proposed ones. */
  readonly lines?: readonly string[];
}

/** A proposed change as the lines of its file. */
export interface ChangeTexts {
  /** As the tool call names it. */
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ApprovalMethods {
  "approval.report": { params: { agent: AgentId }; answer: ApprovalReport };
  /** Decides for the agent's project, until another decision; without `tools` the option holds again. */
  "approval.choose": { params: { agent: AgentId; tools?: readonly string[] }; answer: null };
  /** Null when the dialog is over. */
  "approval.texts": { params: { dialog: number }; answer: ChangeTexts | null };
}

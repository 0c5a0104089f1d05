import type { AgentStatus } from "../agentContract";
import type { Events } from "../contract";
import type { EditorQuestions } from "../editorTools/editorQuestions";
import type { BlockViewOptions } from "../view/blocks/blockViewOptions";
import type { DialogQueue } from "./dialogs";
import type { ExtensionNews } from "./extensionUi";
import type { TranscriptPatch } from "./transcript";

/** Where an agent's news go. */
export interface AgentPort {
  post<N extends keyof Events>(name: N, params: Events[N]): void;
  /** How blocks are rendered. */
  readonly view?: BlockViewOptions;
  /** `collect` has something. */
  wake(): void;
  /** Of all agents. */
  readonly dialogs: DialogQueue;
  /** To the editor, of all agents. */
  readonly questions: EditorQuestions;
}

/** What Neovim lacks of an agent. */
export interface AgentNews extends ExtensionNews {
  readonly status?: AgentStatus;
  readonly patch?: TranscriptPatch;
}

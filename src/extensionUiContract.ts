/** The part of the contract that is about what extensions ask and show: dialogs, statuses, widgets, a title. */
import type { AgentId } from "./agentContract";
import type { ApprovalReply, ApprovalShown } from "./approvalContract";
import type { ShownText } from "./view/shownText";

/** A dialog of an extension, or a tool call that waits (`approve`), as it is shown: nothing in it can do harm in a buffer. */
export interface DialogShown {
  readonly dialog: number;
  readonly agent: AgentId;
  readonly method: "select" | "confirm" | "input" | "editor" | "approve";
  readonly title: ShownText;
  /** Of a confirm; of a tool call the command, the change, or the arguments. */
  readonly message?: ShownText;
  /** Of a select, one line each. */
  readonly options?: readonly ShownText[];
  /** Of an input: a hint, never sent. */
  readonly placeholder?: string;
  readonly approval?: ApprovalShown;
  /** Of an editor: its lines as they are, whatever is in them. */
  readonly prefill?: readonly string[];
  /** When it closes by itself, Unix milliseconds. */
  readonly deadline?: number;
}

/** What the user said, exactly one of these. */
export interface DialogReply extends ApprovalReply {
  readonly dialog: number;
  readonly cancelled?: true;
  /** Of a select, from 0. */
  readonly index?: number;
  readonly confirmed?: boolean;
  readonly text?: string;
}

/** A status entry that an extension has set; one plain line. */
export interface ExtensionStatus {
  readonly key: string;
  readonly text: string;
}

/** Lines that an extension shows beside the prompt. */
export interface Widget extends ShownText {
  readonly key: string;
  readonly placement: "above" | "below";
}

export interface ExtensionUiMethods {
  /** Answers the dialog; one that is over already is left alone. */
  "dialog.answer": { params: DialogReply; answer: null };
}

export interface ExtensionUiEvents {
  /** The dialog whose turn it is; `waiting` come after it. */
  "dialog.opened": DialogShown & { waiting: number };
  "dialog.counted": { dialog: number; waiting: number };
  /** A dialog is over, whether it had its turn or not. */
  "dialog.closed": {
    dialog: number;
    agent: AgentId;
    /** One plain line. */
    title: string;
    reason: "answered" | "expired" | "settled" | "aborted" | "session" | "stopped" | "exited";
  };
  /** All widgets of an agent: they replace those from before. */
  "widgets.changed": { agent: AgentId; widgets: readonly Widget[] };
  /** What an extension wants as title of the terminal; empty: nothing any more. */
  "title.changed": { agent: AgentId; title: string };
}

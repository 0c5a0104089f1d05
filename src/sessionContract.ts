/** The part of the contract that is about sessions: lists of them, changes between them, the tree of one. */
import type { AgentId, AgentSpec } from "./agentContract";
import type { ContextItem } from "./promptContract";
import type { SessionRow } from "./sessions/readSession";
import type { Hunk } from "./view/types";

/** Which sessions to list, and how their pi is started: that decides where they are. */
export interface SessionsList {
  /** Number of the list, chosen by Lua. */
  readonly list: number;
  readonly spec: AgentSpec;
  /** Of every project, not of the spec's folder alone. */
  readonly all: boolean;
  /** Folder for what is remembered of session files. */
  readonly cache: string;
}

export interface ForkMessage {
  readonly entry: string;
  readonly text: string;
}

/** An entry of the tree that is shown: the number of its row's mark. */
export interface TreeRowRef {
  readonly agent: AgentId;
  readonly row: number;
}

export interface TreeEntry {
  readonly hunks: readonly Hunk[];
  /** What it is called, e.g. `you · 14:02`. */
  readonly title: string;
  readonly label?: string;
  /** Whether the user wrote it. */
  readonly isUser: boolean;
  /** Whether the conversation is here. */
  readonly isLeaf: boolean;
}

/** The conversation is at another place. `text`: a message of the user's that it is before now, and what went with it. */
export interface Arrival {
  readonly cancelled: boolean;
  readonly text?: string;
  readonly context?: readonly ContextItem[];
}

export interface SessionMethods {
  /** Goes on with another session of the same folder. */
  "session.switch": { params: { agent: AgentId; path: string }; answer: { cancelled: boolean } };
  /** A new session that ends before one of the user's messages, which is given. */
  "session.fork": { params: { agent: AgentId; entry: string }; answer: Arrival };
  /** A new session that is a copy of this one. */
  "session.clone": { params: { agent: AgentId }; answer: { cancelled: boolean } };
  /** What the user wrote in each message, oldest first. */
  "session.messages": { params: { agent: AgentId }; answer: { messages: readonly ForkMessage[] } };
  /** Lists sessions: rows come as `sessions.found`. `problem`: a sentence why there can be none. */
  "sessions.list": { params: SessionsList; answer: { problem: string | null } };
  /** Nobody looks at the list any more. */
  "sessions.stop": { params: { list: number }; answer: null };
  /** Process id of the host in another Neovim that has the session open; null: nobody has. */
  "sessions.holder": { params: { path: string; locks: string }; answer: { pid: number | null } };
  "sessions.delete": { params: { path: string; locks: string }; answer: { trashed: boolean } };
  "sessions.rename": { params: { path: string; name: string }; answer: null };
  /** Shows the tree of the session: `tree.patched` follows. */
  "tree.open": { params: { agent: AgentId }; answer: null };
  "tree.close": { params: { agent: AgentId }; answer: null };
  /** Opens or closes a row, or all of them. `open` absent = toggle. */
  "tree.fold": { params: { agent: AgentId; row?: number; open?: boolean }; answer: null };
  /** Shows results of tools and settings too, or no longer. */
  "tree.all": { params: { agent: AgentId }; answer: null };
  /** One entry as the transcript shows it. */
  "tree.entry": { params: TreeRowRef; answer: TreeEntry };
  /** Moves the conversation to an entry. `summary`: instructions for a summary of what is left, may be empty. */
  "tree.go": { params: TreeRowRef & { summary?: string }; answer: Arrival };
  /** Forks there: before a message of the user's, behind anything else. */
  "tree.fork": { params: TreeRowRef; answer: Arrival };
  "tree.label": { params: TreeRowRef & { label: string }; answer: null };
}

export interface SessionEvents {
  /** Sessions that a list has found; one that was found before is replaced. */
  "sessions.found": { list: number; rows: readonly SessionRow[]; total: number; done: boolean };
  /** Rows of the tree; each has an anchor with the number of its entry. */
  "tree.patched": { agent: AgentId; reset: boolean; hunks: readonly Hunk[]; leaf: number; done: boolean };
}

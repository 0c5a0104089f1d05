/** The part of the contract that is about the files that the agent changes. */

import type { AgentId } from "./agentContract";
import type { BufferChange } from "./changes/bufferEdits";
import type { FileFormat } from "./changes/bufferText";
import type { LineHunk } from "./changes/lineDiff";
import type { Stamp } from "./changes/stamp";

/** A buffer without unsaved changes: which text it holds, and how Neovim reads the file. */
export interface BufferRead {
  /** Absolute, without links. */
  readonly path: string;
  /** Of the file when its text was read into the buffer or written from it. */
  readonly stamp: Stamp;
  /** 'fileencoding', empty for UTF-8. */
  readonly encoding: string;
  readonly format: FileFormat;
  readonly bomb: boolean;
}

/** How a buffer becomes what the file is now. */
export type BufferUpdate =
  | { readonly kind: "absent" }
  /** Neovim has to read the file itself. */
  | { readonly kind: "reload" }
  | ({
      readonly kind: "edits";
      /** Of the text that the buffer holds then. */
      readonly stamp: Stamp;
    } & BufferChange);

/** A file that a tool has changed. */
export interface ChangedFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly kind: "changed" | "created" | "deleted" | "renamed";
  /** Of a renamed one. */
  readonly to?: string;
  readonly tool: string;
  /** What this call changed in it, lines counted from 0; none where it is no text. */
  readonly hunks: readonly LineHunk[];
}

/** One change in a list: where it is now, and what it says there. */
export interface ChangeRow {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

export interface ChangeMethods {
  "file.update": { params: BufferRead & { agent: AgentId }; answer: BufferUpdate };
  /** The user has written a file. */
  "file.saved": { params: { path: string }; answer: null };
  /** What the last run has changed in a file, as it is now. */
  "file.hunks": { params: { agent: AgentId; path: string }; answer: { hunks: readonly LineHunk[] } };
  /** `files`: how many were changed. */
  "changes.list": {
    params: { agent: AgentId; span: "run" | "prompt" | "session" };
    answer: { rows: readonly ChangeRow[]; files: number };
  };
}

export interface ChangeEvents {
  "files.changed": { agent: AgentId; files: readonly ChangedFile[] };
  /** A call or a run has ended, and all that is known of its changes was told: files that nobody watches may be others. */
  "files.looked": { agent: AgentId };
}

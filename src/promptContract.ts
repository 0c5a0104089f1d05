/** The part of the contract that is about prompts: what goes with one, what can be completed in it, what comes back. */
import type { AgentId } from "./agentContract";
import type { Attachment } from "./composeContract";

/** Lines of a buffer that go with a prompt. Line numbers are 1-based and inclusive. */
export interface ContextLines {
  readonly kind: "lines";
  /** Absolute path, absent for a buffer without a file. */
  readonly path?: string;
  /** What to call a buffer without a file, e.g. `[No Name]` or `term://…`. */
  readonly name: string;
  readonly filetype: string;
  readonly first: number;
  readonly last: number;
  /** True when `text` is only a part of these lines (a character or block selection). */
  readonly partial: boolean;
  readonly text: string;
  /** True when the buffer has changes that are not in the file. */
  readonly modified: boolean;
  /** True when these are all lines that there are. */
  readonly whole?: boolean;
  /** What has to be said about it, one sentence each, e.g. how much is left out. */
  readonly notes?: readonly string[];
}

/** Text that is no file: diagnostics, a quickfix list, a diff, the clipboard, … */
export interface ContextText {
  readonly kind: "text";
  /** What it is, e.g. `diagnostics of src/pump.ts`. */
  readonly name: string;
  readonly filetype: string;
  readonly text: string;
  readonly notes?: readonly string[];
}

/** A folder as the names of its files, or a file that is not text. */
export interface ContextEntry {
  readonly kind: "folder" | "binary";
  readonly path: string;
  /** Names below the folder, one a line; empty for a file. */
  readonly text: string;
  readonly notes?: readonly string[];
}

export type ContextItem = ContextLines | ContextText | ContextEntry;

/** `@something` in a prompt, as lua/pi/mention/parse.lua reads it. */
export interface Mention {
  /** What follows the `@`, without quotes. */
  readonly name: string;
  /** `name` without line numbers at its end, where it has some: then these are `first` to `last`. */
  readonly path?: string;
  readonly first?: number;
  readonly last?: number;
  /** What the editor has of it. Absent: the host looks for a file, a folder or a diff of this name. */
  readonly items?: readonly ContextItem[];
}

/** Something to complete. `name` is what is typed after the `@` or `/`. */
export interface Completion {
  readonly name: string;
  readonly kind: "command" | "mention" | "file" | "folder";
  readonly description?: string;
  /** Where it comes from, e.g. `skill`. */
  readonly source?: string;
}

export interface PromptSend {
  readonly agent: AgentId;
  readonly text: string;
  readonly context: readonly ContextItem[];
  readonly attachments?: readonly Attachment[];
  readonly mentions?: readonly Mention[];
  /** What `text` stands for in the editor's library of prompts, unless pi itself has a command of that name. */
  readonly library?: { readonly text: string; readonly mentions?: readonly Mention[] };
  /** `auto`: prompt when idle, steer when busy. */
  readonly mode: "auto" | "steer" | "followUp";
}

/** What became of a message. */
export interface Delivery {
  /** Absent when the text came back; `handled`: a command that starts no run. */
  readonly disposition?: "started" | "queued" | "handled";
  /** The message's in the transcript, if it came so far. */
  readonly block?: number;
  /** The run that it began has ended before pi said that it takes it. */
  readonly isOver?: true;
}

export interface PromptMethods {
  "prompt.send": { params: PromptSend; answer: Delivery };
  /** What fits best, best first. `own` is what the editor has to offer, `recent` paths of its buffers. */
  "prompt.complete": {
    params: {
      agent: AgentId;
      kind: "command" | "mention";
      query: string;
      own: readonly Completion[];
      recent: readonly string[];
    };
    answer: { items: readonly Completion[] };
  };
  /** Which of these files, folders and diffs there are, in the same order. */
  "mention.check": { params: { agent: AgentId; mentions: readonly Mention[] }; answer: { found: readonly boolean[] } };
}

export interface PromptEvents {
  /** Text that was not delivered comes back into the prompt, before what is there. */
  "prompt.returned": {
    agent: AgentId;
    text: string;
    context: readonly ContextItem[];
    attachments?: readonly Attachment[];
    reason?: string;
  };
  /** An extension set the prompt's text. */
  "prompt.replaced": { agent: AgentId; text: string };
}

/** The part of the contract that is about the transcript: the lines that Neovim holds of it, and what is behind them. */
import type { AgentId } from "./agentContract";
import type { OutlineItem } from "./view/outline";
import type { TextQuery } from "./view/textSearch";
import type { Hunk } from "./view/types";

/** Who sees a transcript. */
export interface Watching {
  /** Some window reads it away from its end: nothing may be dropped under it. */
  readonly isDetached: boolean;
  /** It is in no window of the current tab page: what it says can wait. */
  readonly isHidden: boolean;
}

/** Whether something was found beyond what the buffer holds: the patch with `target` brings it. */
export interface BeyondAnswer {
  readonly found: boolean;
  /** The buffer had not all lines yet that it should hold: it is to be searched, and the host asked, once more. */
  readonly again: boolean;
}

export interface TranscriptMethods {
  /** The transcript's buffer is new or was lost: send all of the window again. */
  "transcript.attach": { params: { agent: AgentId }; answer: null };
  /** Who sees the transcript, told whenever it changes. */
  "transcript.watched": { params: Watching & { agent: AgentId }; answer: null };
  /** Load more lines at one end of what Neovim holds. */
  "transcript.extend": { params: { agent: AgentId; to: "older" | "newer" | "oldest" | "newest" }; answer: null };
  /** `blocks` absent = all blocks. `open` absent = toggle. `line` of a message's context: only that piece of it. */
  "block.open": {
    params: { agent: AgentId; blocks?: readonly number[]; open?: boolean; line?: number };
    answer: null;
  };
  /** Brings a line of a block (its first one is 0) into the buffer: the patch with `target` completes it. */
  "transcript.reveal": { params: { agent: AgentId; block: number; line: number }; answer: { found: boolean } };
  /**
   * The same for the nearest line with this text among those that the buffer does not hold. `lines`: how many it holds.
   */
  "transcript.find": {
    params: TextQuery & { agent: AgentId; to: "older" | "newer"; lines: number };
    answer: BeyondAnswer;
  };
  /** The same for the message so many before, or after, those that begin within the buffer, else the farthest one. */
  "transcript.message": {
    params: { agent: AgentId; to: "older" | "newer"; count: number; lines: number };
    answer: BeyondAnswer;
  };
  /** Messages, headings and tool calls: the newest thousand, oldest first. */
  "outline.get": { params: { agent: AgentId }; answer: { items: readonly OutlineItem[] } };
  /** The file that a tool call is about, also where its header cuts the name. */
  "tool.path": { params: { agent: AgentId; block: number }; answer: { path: string | null } };
  /** Writes an image of a block, counted from 0, into a file that goes with the host; null when there is none. */
  "image.write": { params: { agent: AgentId; block: number; index: number }; answer: { path: string | null } };
  /** The text of a whole block, or of the reply to a message, or of the last reply. */
  "text.get": { params: { agent: AgentId; block?: number; replyTo?: number }; answer: { text: string | null } };
}

export interface TranscriptEvents {
  "transcript.patched": {
    agent: AgentId;
    /** True: the buffer is emptied first. */
    reset: boolean;
    hunks: readonly Hunk[];
    /** Whether more lines exist before and after those in the buffer. */
    older: boolean;
    newer: boolean;
    /** True: no window moves to the end with this patch, since the user asked for what it brings. */
    hold: boolean;
    /** The block that the buffer begins in the middle of, and how many lines of it come before. */
    cut?: { block: number; lines: number };
    /** Line of the buffer, from 0, that was to be revealed. */
    target?: number;
  };
}

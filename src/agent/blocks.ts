/**
 * The conversation as data: what an agent said and did, in the order it is shown.
 * Types only. `view/` renders these, and may import nothing else of `agent/` but streamText.
 */
import type { StreamText } from "./streamText";

/** Identity of a block within one agent; positive, never reused. Also the id of its anchor mark in Neovim. */
export type BlockId = number;

export interface ImageInfo {
  readonly mimeType: string;
  /** Decoded size in bytes. */
  readonly bytes: number;
  /** Base64, kept by reference: never sent to Neovim. */
  readonly data: string;
}

interface BlockBase {
  readonly id: BlockId;
  /** Raised at every change: a view compares it with the version it rendered. */
  version: number;
}

/** A message of the user. `text` is as pi reports it: context items are still inside (see contextFormat). */
export interface UserBlock extends BlockBase {
  readonly kind: "user";
  text: string;
  images: readonly ImageInfo[];
  /** Unix milliseconds. */
  at: number | undefined;
  /** `held`: waits for the end of a compaction. `sending`: not yet echoed by pi. `queued`: waits in pi's queue. */
  state: "held" | "sending" | "queued" | "accepted";
  /** What it waits as, while it is in pi's queue. */
  waitsAs?: "steer" | "followUp" | undefined;
  /** Its context items that were opened or closed by themselves, by their place in the message. */
  openItems?: ReadonlyMap<number, boolean> | undefined;
}

export interface TextBlock extends BlockBase {
  readonly kind: "text";
  readonly text: StreamText;
  streaming: boolean;
}

export interface ThinkingBlock extends BlockBase {
  readonly kind: "thinking";
  readonly text: StreamText;
  streaming: boolean;
  redacted: boolean;
  startedAt: number | undefined;
  durationMs: number | undefined;
}

/** `drafting`: arguments still stream. `waiting`: complete, not yet started. */
export type ToolState = "drafting" | "waiting" | "running" | "done" | "failed" | "aborted";

export interface ToolBlock extends BlockBase {
  readonly kind: "tool";
  readonly callId: string;
  name: string;
  state: ToolState;
  /** The arguments' JSON as far as it has arrived (only while `drafting`). */
  argsText: string;
  /** Complete arguments, once known. Untrusted: any JSON value may stand anywhere. */
  args: Readonly<Record<string, unknown>> | undefined;
  /** The newest result text; partial results replace each other. */
  readonly output: StreamText;
  images: readonly ImageInfo[];
  /** Tool-specific result details (`ToolResultMessage.details`). Untrusted. */
  details: unknown;
  startedAt: number | undefined;
  durationMs: number | undefined;
  /** Set for a call that another tool made. */
  parentCallId: string | undefined;
}

/** A shell command of the user (`!cmd`). */
export interface BashBlock extends BlockBase {
  readonly kind: "bash";
  readonly command: string;
  readonly output: StreamText;
  running: boolean;
  excluded: boolean;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath: string | undefined;
}

/** A sentence of ours or of pi's that belongs in the conversation: errors, retries, compaction, model changes. */
export interface NoticeBlock extends BlockBase {
  readonly kind: "notice";
  level: "info" | "warn" | "error";
  text: string;
  /** When what it announces happens, Unix milliseconds: the view counts down to it. */
  until?: number | undefined;
  /** What the user can do while it counts down. */
  hint?: string;
}

export interface SummaryBlock extends BlockBase {
  readonly kind: "summary";
  readonly of: "compaction" | "branch";
  readonly text: StreamText;
  tokensBefore: number | undefined;
  tokensAfter: number | undefined;
}

/** A message that an extension put into the conversation. */
export interface CustomBlock extends BlockBase {
  readonly kind: "custom";
  readonly customType: string;
  readonly text: StreamText;
  readonly images: readonly ImageInfo[];
}

/** The end of a run: how long, how much, how it ended. */
export interface RunEndBlock extends BlockBase {
  readonly kind: "runEnd";
  outcome: "done" | "aborted" | "error";
  durationMs: number | undefined;
  /** Tokens of this run. */
  input: number;
  output: number;
  /** US dollars. */
  cost: number;
}

export type Block =
  | UserBlock
  | TextBlock
  | ThinkingBlock
  | ToolBlock
  | BashBlock
  | NoticeBlock
  | SummaryBlock
  | CustomBlock
  | RunEndBlock;

export type BlockKind = Block["kind"];

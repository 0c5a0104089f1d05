/** What our extension, inside pi, and the host say to each other: one JSON object a line over a private socket. */
import type { EditorTool } from "./editorTools";

/** Raised whenever a record changes its shape: a pi may load the extension of a newer build than its host's. */
export const WIRE_PROTOCOL = 2;

/** Environment variable with the `Invitation`, as JSON. The extension takes it out of pi's environment at once. */
export const INVITATION_VARIABLE = "PI_NVIM_HOST";

/** Bytes of the longest record: a file that a tool call writes, as JSON. */
export const MAX_WIRE_BYTES = 32 * 1024 * 1024;

/** How to reach the host that started this pi. */
export interface Invitation {
  readonly protocol: number;
  /** Path of the socket or pipe; absent where the host has none. */
  readonly socket?: string;
  /** What the host lets in, once. */
  readonly token: string;
  readonly rules: readonly GateRule[];
  /** Tools that the host works off. */
  readonly tools: readonly EditorTool[];
}

/** Which tool calls somebody in the host wants to see before they run. */
export interface GateRule {
  /** Names of tools; `*` stands for any text. */
  readonly tools: readonly string[];
  /** What becomes of such a call when nobody can answer. */
  readonly onFailure: "allow" | "refuse";
}

export type ToolInput = Record<string, unknown>;

export interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: ToolInput;
}

/** None of them: the call goes on as it is. */
export interface ToolVerdict {
  /** The call does not run; the model reads why. */
  readonly block?: string;
  /** The call runs with this in place of its input. */
  readonly input?: ToolInput;
  /** The model reads it behind the result of the call. */
  readonly note?: string;
}

/** What the extension asks the host. */
export interface HostRequests {
  "tool.check": { params: ToolCall; answer: ToolVerdict };
  /** Works off a tool of ours. A failure is told to the model. */
  "tool.run": { params: { tool: EditorTool; input: ToolInput }; answer: { text: string } };
  /** What `read` is to say of a file with unsaved changes; no text where it has none. Lines are counted from 1. */
  "file.living": { params: { path: string; offset?: number; limit?: number }; answer: { text?: string } };
}

export type HostRequestName = keyof HostRequests;

export type FromExtension =
  | { readonly type: "hello"; readonly token: string }
  | { readonly type: "request"; readonly id: number; readonly method: HostRequestName; readonly params: unknown }
  /** Nobody waits for the answer any more. */
  | { readonly type: "cancel"; readonly id: number };

export type FromHost =
  /** The token was right. */
  | { readonly type: "welcome"; readonly rules: readonly GateRule[] }
  /** These replace the rules from before. */
  | { readonly type: "rules"; readonly rules: readonly GateRule[] }
  | { readonly type: "answer"; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: "answer"; readonly id: number; readonly ok: false; readonly error: string };

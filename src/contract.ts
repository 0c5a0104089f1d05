/**
 * What Lua and the host say to each other. Lua calls a `noun.verb` method of the router and may ask for an answer;
 * the host sends `noun.past` events. Both sides check PROTOCOL when they meet. What belongs to one subject is in a part
 * of its own (`*Contract.ts`), imported from there. lua/pi/types/ mirrors what more than one module of Lua takes; the
 * rest is typed where it is taken.
 */
import type { AgentEvents, AgentId, AgentMethods } from "./agentContract";
import type { ApprovalMethods } from "./approvalContract";
import type { ChangeEvents, ChangeMethods } from "./changeContract";
import type { ComposeMethods } from "./composeContract";
import type { ControlEvents, ControlMethods } from "./controlContract";
import type { EditorEvents, EditorMethods } from "./editorContract";
import type { ExtensionUiEvents, ExtensionUiMethods } from "./extensionUiContract";
import type { PromptEvents, PromptMethods } from "./promptContract";
import type { ReviewMethods } from "./reviewContract";
import type { SessionEvents, SessionMethods } from "./sessionContract";
import type { TranscriptEvents, TranscriptMethods } from "./transcriptContract";

/** Raised whenever a method or event changes its shape: Lua refuses a host that speaks another one. */
export const PROTOCOL = 3;

/** Methods: parameters and answer, which is null where a method only takes something. */
export interface Methods
  extends AgentMethods,
    PromptMethods,
    TranscriptMethods,
    ExtensionUiMethods,
    ControlMethods,
    SessionMethods,
    ComposeMethods,
    ChangeMethods,
    EditorMethods,
    ApprovalMethods,
    ReviewMethods {
  "host.greet": {
    params: { protocol: number; logFile: string; logLevel: string };
    answer: { protocol: number; node: string; pid: number };
  };
}

export type MethodName = keyof Methods;

/** Events: host → Lua. */
export interface Events
  extends AgentEvents,
    PromptEvents,
    TranscriptEvents,
    ExtensionUiEvents,
    ControlEvents,
    SessionEvents,
    ChangeEvents,
    EditorEvents {
  "answer.given": { id: number; ok: boolean; value?: unknown; error?: string };
  /** `source` absent: of the host itself. */
  "notice.posted": { agent?: AgentId; level: "info" | "warn" | "error"; text: string; source?: "extension" };
}

export type EventName = keyof Events;

/** What `receive` in lua/pi/bridge.lua answers to a batch. */
export interface BatchResult {
  /** One entry for each event that raised an error: [index from 1, message]. */
  readonly errors: readonly (readonly [number, string])[];
}

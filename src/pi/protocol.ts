/**
 * pi's protocol as this plugin sees it: pi's own types, what they lack, and tables that the compiler checks for
 * completeness. A command, event or dialog method that is new in pi's types is a compile error here.
 */
import type {
  JsonAgentSessionEvent,
  RpcCommand,
  RpcExtensionUIRequest,
  RpcExtensionUIResponse,
  RpcResponse,
  RpcSessionState,
  SessionEntry,
  SessionTreeNode,
} from "@earendil-works/pi-coding-agent";

export type { RpcCommand, RpcResponse, RpcSessionState, SessionEntry, SessionTreeNode };

export type CommandType = RpcCommand["type"];

type Success<T extends CommandType> = Extract<RpcResponse, { command: T; success: true }>;

/** What a command is answered with; `undefined` for commands that are only acknowledged. */
export type DataOf<T extends CommandType> = Success<T> extends { data: infer Data } ? Data : undefined;

export type CommandOf<T extends CommandType> = Extract<RpcCommand, { type: T }>;

/** A message of the conversation: of the user, the model, a tool, an extension, ... */
export type Message = DataOf<"get_messages">["messages"][number];
export type MessageOf<Role extends Message["role"]> = Extract<Message, { role: Role }>;
export type Model = NonNullable<RpcSessionState["model"]>;
export type ThinkingLevel = RpcSessionState["thinkingLevel"];
export type SessionStats = DataOf<"get_session_stats">;
export type SlashCommand = DataOf<"get_commands">["commands"][number];
export type Disposition = DataOf<"prompt">["disposition"];
export type ImageContent = NonNullable<CommandOf<"prompt">["images"]>[number];

type WireUpdate = Extract<JsonAgentSessionEvent, { type: "message_update" }>;
type WireDelta = WireUpdate["assistantMessageEvent"];

/** Before 0.84.3 the id and the name of a tool come with `toolcall_end` only. */
type ToolCallStart = Omit<Extract<WireDelta, { type: "toolcall_start" }>, "id" | "toolName"> & {
  id?: string;
  toolName?: string;
};

/** One step of a message that streams in. Key on `contentIndex`: blocks interleave. */
export type MessageDelta = Exclude<WireDelta, { type: "toolcall_start" }> | ToolCallStart;

export interface MessageUpdate {
  type: "message_update";
  /** Absent before 0.84.0. */
  usage?: WireUpdate["usage"];
  assistantMessageEvent: MessageDelta;
}

/** An extension's handler threw. Sent in RPC mode only, so that pi's event types lack it. */
export interface ExtensionError {
  type: "extension_error";
  extensionPath: string;
  event: string;
  error: string;
}

export type PiEvent = Exclude<JsonAgentSessionEvent, { type: "message_update" }> | MessageUpdate | ExtensionError;
export type EventOf<T extends PiEvent["type"]> = Extract<PiEvent, { type: T }>;

export type UiRequest = RpcExtensionUIRequest;
export type UiResponse = RpcExtensionUIResponse;
export type UiMethod = UiRequest["method"];

/** A record whose type, delta type or dialog method is not in the tables below. Untrusted. */
export interface UnknownRecord {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * How long a command may take.
 * `answer`: seconds, it only reads or sets something. `alive`: as long as it needs (a run, a compaction, a dialog that
 * an extension opens before it accepts a prompt), provided that pi still answers `get_state` meanwhile.
 */
export type Patience = "answer" | "alive";

export const COMMANDS: Readonly<Record<CommandType, Patience>> = {
  prompt: "alive",
  steer: "alive",
  follow_up: "alive",
  abort: "alive",
  clear_queue: "answer",
  new_session: "alive",
  get_state: "answer",
  set_model: "answer",
  cycle_model: "answer",
  get_available_models: "answer",
  set_thinking_level: "answer",
  cycle_thinking_level: "answer",
  get_available_thinking_levels: "answer",
  set_steering_mode: "answer",
  set_follow_up_mode: "answer",
  compact: "alive",
  set_auto_compaction: "answer",
  set_auto_retry: "answer",
  abort_retry: "answer",
  bash: "alive",
  abort_bash: "answer",
  get_session_stats: "answer",
  export_html: "alive",
  switch_session: "alive",
  fork: "alive",
  clone: "alive",
  get_fork_messages: "answer",
  get_entries: "answer",
  get_tree: "answer",
  get_last_assistant_text: "answer",
  set_session_name: "answer",
  get_messages: "answer",
  get_commands: "answer",
};

const EVENTS: Readonly<Record<PiEvent["type"], true>> = {
  agent_start: true,
  agent_end: true,
  agent_settled: true,
  turn_start: true,
  turn_end: true,
  message_start: true,
  message_update: true,
  message_end: true,
  tool_execution_start: true,
  tool_execution_update: true,
  tool_execution_end: true,
  queue_update: true,
  compaction_start: true,
  compaction_end: true,
  entry_appended: true,
  session_info_changed: true,
  thinking_level_changed: true,
  auto_retry_start: true,
  auto_retry_end: true,
  summarization_retry_scheduled: true,
  summarization_retry_attempt_start: true,
  summarization_retry_finished: true,
  bash_execution_update: true,
  extension_error: true,
};

const DELTAS: Readonly<Record<MessageDelta["type"], true>> = {
  start: true,
  text_start: true,
  text_delta: true,
  text_end: true,
  thinking_start: true,
  thinking_delta: true,
  thinking_end: true,
  toolcall_start: true,
  toolcall_delta: true,
  toolcall_end: true,
  done: true,
  error: true,
};

type DialogMethod = "select" | "confirm" | "input" | "editor";
export type DialogRequest = Extract<UiRequest, { method: DialogMethod }>;

/** Methods that pi waits for an answer to. */
export const DIALOG_METHODS: Readonly<Record<DialogMethod, true>> = {
  select: true,
  confirm: true,
  input: true,
  editor: true,
};

/** Methods that must not be answered. */
export const FIRE_AND_FORGET_METHODS: Readonly<Record<Exclude<UiMethod, DialogMethod>, true>> = {
  notify: true,
  setStatus: true,
  setWidget: true,
  setTitle: true,
  set_editor_text: true,
};

// Sets, not `in`: a record's type is outside text, and may be `constructor`.
const eventTypes: ReadonlySet<string> = new Set(Object.keys(EVENTS));
const deltaTypes: ReadonlySet<string> = new Set(Object.keys(DELTAS));
const dialogMethods: ReadonlySet<string> = new Set(Object.keys(DIALOG_METHODS));
const uiMethods: ReadonlySet<string> = new Set([...dialogMethods, ...Object.keys(FIRE_AND_FORGET_METHODS)]);

export function isEventType(type: string): type is PiEvent["type"] {
  return eventTypes.has(type);
}

export function isDeltaType(type: unknown): type is MessageDelta["type"] {
  return deltaTypes.has(type as string);
}

export function isUiMethod(method: string): method is UiMethod {
  return uiMethods.has(method);
}

/** Whether pi waits for an answer to this request. */
export function isDialog(request: UiRequest): request is DialogRequest {
  return dialogMethods.has(request.method);
}

/**
 * What Lua and the host say to each other. Lua calls a `noun.verb` method of the router and may ask for an answer;
 * the host sends `noun.past` events. Both sides check PROTOCOL when they meet. lua/pi/types.lua mirrors these.
 */
import type { ApprovalMethods, ApprovalReply, ApprovalShown, ApprovalSpec } from "./approvalContract";
import type { ChangeEvents, ChangeMethods } from "./changeContract";
import type { Attachment, ComposeMethods } from "./composeContract";
import type { EditorEvents, EditorMethods } from "./editorContract";
import type { EditorToolChoice } from "./extension/editorTools";
import type { ReviewMethods } from "./reviewContract";
import type { SessionEvents, SessionMethods } from "./sessionContract";
import type { OpeningOptions } from "./view/blocks/openingOptions";
import type { OutlineItem } from "./view/outline";
import type { ShownText } from "./view/shownText";
import type { TextQuery } from "./view/textSearch";
import type { Hunk } from "./view/types";

export type { Attachment, QueuedMessage } from "./composeContract";

/** Raised whenever a method or event changes its shape: Lua refuses a host that speaks another one. */
export const PROTOCOL = 3;

/** Number of an agent, chosen by Lua, unique for the life of the editor. */
export type AgentId = number;

export interface AgentSpec {
  readonly agent: AgentId;
  readonly cwd: string;
  /** pi's command with its first arguments, e.g. `["pi"]`; `--mode rpc` and `args` follow. */
  readonly cmd: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Session file to go on with. */
  readonly session?: string;
  /** How blocks start, for the kinds where the user wants something else. */
  readonly blocks?: OpeningOptions;
  /** Whether the transcript says where pi sets or changes its instructions to the model. */
  readonly systemMessages?: boolean;
  /**
   * What becomes of `session`: pi goes on with it, with a copy, takes it away from another Neovim, or it is only shown.
   * Absent: pi goes on with it, or with a copy where the folder is another one. `last`: pi finds its newest one itself.
   */
  readonly begin?: "open" | "fork" | "take" | "read" | "last";
  /** Our own extension for pi (`-e`), where pi can read it. */
  readonly extension?: string;
  /** Tools of the editor that pi gets from it; absent: none. */
  readonly editorTools?: EditorToolChoice;
  /** Folder of the locks on sessions, shared by all Neovims of the user. */
  readonly locks?: string;
  /** Folder of the texts of files from before pi changed them, shared by all Neovims of the user. */
  readonly changes?: string;
  /** Tool calls that wait for the user's word. */
  readonly approve?: ApprovalSpec;
  /** What `cwd` is called where pi runs, when that is another machine or another root. */
  readonly remote?: string;
  /** Notices of extensions also become lines of the transcript. */
  readonly keepNotices?: boolean;
}

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

/** One line of the list of models. */
export interface ModelRow {
  /** `provider/id`. */
  readonly name: string;
  /** Name, context window, price, whether it thinks, takes images, is a favourite: ready to show. */
  readonly columns: readonly string[];
}

/** What can be completed for an agent. */
export interface Catalog {
  /** `provider/id` of each. */
  readonly models: readonly string[];
  readonly levels: readonly string[];
  /** Without their slash. */
  readonly commands: readonly string[];
}

export interface QueueModes {
  readonly steer: "all" | "one-at-a-time";
  readonly followup: "all" | "one-at-a-time";
}

/** `now` and `notNow` hold until Neovim ends; `always` and `never` are pi's own saved decisions. */
export type TrustChoice = "now" | "always" | "never" | "notNow";

/** Whether pi may load the files that a project has for it. */
export interface TrustReport {
  readonly folder: string;
  /** Relative to the folder; empty: there is nothing to decide. */
  readonly found: readonly string[];
  readonly loaded: boolean;
  /** Nobody has decided yet. */
  readonly isOpen: boolean;
  readonly choice: TrustChoice | undefined;
  /** Who has decided, in a sentence. */
  readonly reason?: string;
}

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

/** Methods: parameters and answer. `void` methods answer null once accepted. */
export interface Methods
  extends ControlMethods,
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
  /** Starts the agent's pi unless it runs. The chat is shown from then on. */
  "agent.start": { params: AgentSpec; answer: null };
  /** Ends pi in order; the transcript stays. */
  "agent.stop": { params: { agent: AgentId }; answer: null };
  /** Ends pi and starts it again on the same session, in the folder and with the command given. */
  "agent.restart": { params: AgentSpec; answer: null };
  /** Forgets the agent altogether (its chat was wiped and its tab closed). */
  "agent.forget": { params: { agent: AgentId }; answer: null };
  /** Takes the queue back into the prompt, cancels dialogs, stops the run. */
  "agent.abort": { params: { agent: AgentId }; answer: null };
  /** `disposition` is absent when the text came back; `handled`: a command that starts no run. */
  "prompt.send": { params: PromptSend; answer: { disposition?: "started" | "queued" | "handled" } };
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
  /** Answers the dialog; one that is over already is left alone. */
  "dialog.answer": { params: DialogReply; answer: null };
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
  /** The same for the nearest line with this text among those that the buffer does not hold. */
  "transcript.find": { params: TextQuery & { agent: AgentId; to: "older" | "newer" }; answer: { found: boolean } };
  /** Messages, headings and tool calls: the newest thousand, oldest first. */
  "outline.get": { params: { agent: AgentId }; answer: { items: readonly OutlineItem[] } };
  /** The file that a tool call is about, also where its header cuts the name. */
  "tool.path": { params: { agent: AgentId; block: number }; answer: { path: string | null } };
  /** Writes an image of a block, counted from 0, into a file that goes with the host; null when there is none. */
  "image.write": { params: { agent: AgentId; block: number; index: number }; answer: { path: string | null } };
  /** The text of a whole block, or of the last reply when `block` is absent. */
  "text.get": { params: { agent: AgentId; block?: number }; answer: { text: string | null } };
}

/** Methods that set or ask something of one pi; all of them start it. What is absent is asked for or left as it is. */
interface ControlMethods {
  /** Begins a new session. `cancelled`: an extension refused, and nothing changed. */
  "session.new": { params: { agent: AgentId }; answer: { cancelled: boolean } };
  /** The result and any failure is in the transcript. */
  "session.compact": { params: { agent: AgentId; instructions?: string }; answer: null };
  "session.stats": {
    params: { agent: AgentId };
    answer: { rows: readonly (readonly [string, string])[]; contextPercent?: number };
  };
  /** `path` is absolute, and is overwritten. */
  "session.export": { params: { agent: AgentId; path: string }; answer: { path: string } };
  "session.rename": { params: { agent: AgentId; name: string }; answer: null };
  /** `none`: what to do when the list is empty. */
  "model.list": {
    params: { agent: AgentId; favourites: readonly string[] };
    answer: { models: readonly ModelRow[]; current?: string; none: string };
  };
  /** Without a name: the next one, of the favourites where there are some. */
  "model.set": {
    params: { agent: AgentId; name?: string; favourites: readonly string[] };
    answer: { model: string };
  };
  "thinking.list": { params: { agent: AgentId }; answer: { levels: readonly string[]; current?: string } };
  /** Answers the level that pi has then. */
  "thinking.set": { params: { agent: AgentId; level?: string }; answer: { level: string } };
  "queue.setMode": { params: { agent: AgentId; queue?: string; mode?: string }; answer: QueueModes };
  "auto.set": {
    params: { agent: AgentId; what?: string; on?: boolean };
    answer: { compaction: boolean; retry?: boolean };
  };
  "retry.abort": { params: { agent: AgentId }; answer: { aborted: boolean } };
  "trust.report": { params: { agent: AgentId }; answer: TrustReport };
  /** pi is started again where that changes what it loads, once it is idle. */
  "trust.choose": { params: { agent: AgentId; choice: TrustChoice }; answer: null };
  "command.list": {
    params: { agent: AgentId };
    answer: { commands: readonly { name: string; description: string | undefined; source: string }[] };
  };
}

export type MethodName = keyof Methods;

/** The state that Lua may show: replaced as a whole, never patched. */
export interface AgentStatus {
  readonly running: boolean;
  /** No pi of ours: the session of another Neovim is shown as it grows. */
  readonly reading?: boolean;
  readonly busy: boolean;
  /** What goes on, in a word or two: `thinking`, `writing`, `bash`, `retry in 3 s`, `compacting`; empty when idle. */
  readonly activity: string;
  /** When `activity` began, Unix milliseconds; absent when idle. */
  readonly since?: number;
  /** The model's id, and the name that pi gives it. */
  readonly model?: string;
  readonly modelName?: string;
  readonly provider?: string;
  readonly thinking?: string;
  /** Percent of the context window in use; absent when unknown. */
  readonly contextPercent?: number;
  readonly contextWindow?: number;
  /** US dollars of the whole session. */
  readonly cost: number;
  readonly queue: { readonly steering: readonly string[]; readonly followUp: readonly string[] };
  readonly sessionFile?: string;
  readonly sessionName?: string;
  readonly cwd: string;
  /** The project has files for pi that were not loaded. */
  readonly untrusted: boolean;
  /** Our own extension inside pi has connected to the host. */
  readonly linked: boolean;
  /** pi gets no prompts: `approve` is set, and nobody could be asked. */
  readonly unguarded?: boolean;
  /** Dialogs of this agent that wait for an answer. */
  readonly dialogs: number;
  /** What extensions have set, in the order of their keys. */
  readonly statuses: readonly ExtensionStatus[];
  /** pi's process id while it runs. */
  readonly pid?: number;
}

/** Events: host → Lua. */
export interface Events extends SessionEvents, ChangeEvents, EditorEvents {
  "answer.given": { id: number; ok: boolean; value?: unknown; error?: string };
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
    /** Line of the buffer, from 0, that was to be revealed. */
    target?: number;
  };
  "agent.changed": { agent: AgentId; status: AgentStatus };
  /** pi ended. `message` is one sentence when it was not asked for. */
  "agent.ended": { agent: AgentId; expected: boolean; message?: string };
  /** Nobody has decided on the project's files, and pi starts without them. Once for each folder. */
  "trust.asked": { agent: AgentId; report: TrustReport };
  "catalog.changed": { agent: AgentId; catalog: Catalog };
  /** Another session is shown: a new one, a resumed one, a fork. */
  "session.changed": { agent: AgentId };
  "run.started": { agent: AgentId };
  "run.settled": { agent: AgentId; outcome: "done" | "aborted" | "error" };
  "tool.started": { agent: AgentId; callId: string; name: string };
  "tool.ended": { agent: AgentId; callId: string; name: string; failed: boolean };
  /** Text that was not delivered comes back into the prompt, before what is there. */
  "prompt.returned": {
    agent: AgentId;
    text: string;
    context: readonly ContextItem[];
    attachments?: readonly Attachment[];
    reason?: string;
  };
  /** `source` absent: of the host itself. */
  "notice.posted": { agent?: AgentId; level: "info" | "warn" | "error"; text: string; source?: "extension" };
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
  /** An extension set the prompt's text. */
  "prompt.replaced": { agent: AgentId; text: string };
}

export type EventName = keyof Events;

/** Who sees a transcript. */
export interface Watching {
  /** Some window reads it away from its end: nothing may be dropped under it. */
  readonly isDetached: boolean;
  /** It is in no window of the current tab page: what it says can wait. */
  readonly isHidden: boolean;
}

/** What `receive` in lua/pi/bridge.lua answers to a batch. */
export interface BatchResult {
  /** One entry for each event that raised an error: [index from 1, message]. */
  readonly errors: readonly (readonly [number, string])[];
}

/**
 * Everything in pi's RPC, the user's way to it, and the test that proves it. Typed against pi's own unions: a command, an
 * event or a dialog method that is new in pi does not compile until it has a row. The reference in doc/pi.txt is made of it.
 */
import type { RpcCommand, RpcExtensionUIRequest } from "@earendil-works/pi-coding-agent";
import type { PiEvent } from "../../src/pi/protocol";

export interface Way {
  /** What to do or where to look, for the help; `|…|` is a tag. */
  readonly way: string;
  /** Below `test/`. */
  readonly test: string;
}

export const commands: Readonly<Record<RpcCommand["type"], Way>> = {
  prompt: { way: "|:PiPrompt|, `<C-s>` in the prompt", test: "e2e/conversation.test.ts" },
  steer: { way: "|:PiSteer|, or a prompt while pi works", test: "e2e/steering.test.ts" },
  follow_up: { way: "|:PiFollowUp|, |:PiPrompt|!", test: "e2e/steering.test.ts" },
  abort: { way: "|:PiAbort|, `<C-c>` in the chat", test: "e2e/steering.test.ts" },
  clear_queue: { way: "|:PiAbort|: queued messages come back", test: "e2e/queue.test.ts" },
  new_session: { way: "|:PiNew|", test: "e2e/newSession.test.ts" },
  get_state: { way: "the line above the transcript, status()", test: "e2e/models.test.ts" },
  set_model: { way: "|:PiModel| {provider/id}", test: "e2e/models.test.ts" },
  cycle_model: { way: "|:PiModel| next", test: "e2e/models.test.ts" },
  get_available_models: { way: "|:PiModel|", test: "e2e/models.test.ts" },
  set_thinking_level: { way: "|:PiThinking| {level}", test: "e2e/models.test.ts" },
  cycle_thinking_level: { way: "|:PiThinking| next", test: "e2e/models.test.ts" },
  get_available_thinking_levels: { way: "|:PiThinking|", test: "e2e/models.test.ts" },
  set_steering_mode: { way: "|:PiQueueMode| steer", test: "e2e/controls.test.ts" },
  set_follow_up_mode: { way: "|:PiQueueMode| followup", test: "e2e/controls.test.ts" },
  compact: { way: "|:PiCompact|", test: "e2e/controls.test.ts" },
  set_auto_compaction: { way: "|:PiAuto| compaction", test: "e2e/controls.test.ts" },
  set_auto_retry: { way: "|:PiAuto| retry", test: "e2e/controls.test.ts" },
  abort_retry: { way: "|:PiAbortRetry|", test: "e2e/controls.test.ts" },
  bash: { way: "|:PiBash|, `!` in the prompt", test: "e2e/bash.test.ts" },
  abort_bash: { way: "|:PiAbortBash|", test: "e2e/bash.test.ts" },
  get_session_stats: { way: "|:PiStats|, the line above the transcript", test: "e2e/controls.test.ts" },
  export_html: { way: "|:PiExport|", test: "e2e/controls.test.ts" },
  switch_session: { way: "|:PiResume|, |:PiContinue|", test: "e2e/resume.test.ts" },
  fork: { way: "|:PiFork|", test: "e2e/resume.test.ts" },
  clone: { way: "|:PiClone|", test: "e2e/resume.test.ts" },
  get_fork_messages: { way: "|:PiFork|", test: "e2e/resume.test.ts" },
  get_entries: { way: "the transcript of a resumed session", test: "e2e/trust.test.ts" },
  get_tree: { way: "|:PiTree|, made of `get_entries`: any depth", test: "e2e/tree.test.ts" },
  get_last_assistant_text: { way: "|:PiYank|", test: "e2e/conversation.test.ts" },
  set_session_name: { way: "|:PiName|", test: "e2e/controls.test.ts" },
  get_messages: { way: "the same, before pi 0.80.3", test: "e2e/trust.test.ts" },
  get_commands: { way: "|:PiCommand|, `/` in the prompt", test: "e2e/controls.test.ts" },
};

export const events: Readonly<Record<PiEvent["type"], Way>> = {
  agent_start: { way: "the spinner; |User| PiAgentStart", test: "e2e/lifecycle.test.ts" },
  agent_end: { way: "what pi's answer cost, below it", test: "unit/agent/reducer.test.ts" },
  agent_settled: { way: "the line below a run; |User| PiAgentSettled", test: "e2e/steering.test.ts" },
  turn_start: { way: "nothing of its own: a turn is its messages", test: "unit/agent/reducer.test.ts" },
  turn_end: { way: "nothing of its own: a turn is its messages", test: "unit/agent/reducer.test.ts" },
  message_start: { way: "the transcript", test: "unit/agent/reducer.test.ts" },
  message_update: { way: "text, thoughts and tool calls as they stream", test: "e2e/conversation.test.ts" },
  message_end: { way: "the transcript", test: "e2e/conversation.test.ts" },
  tool_execution_start: { way: "a tool's block; |User| PiToolStart", test: "e2e/conversation.test.ts" },
  tool_execution_update: { way: "a tool's output as it comes", test: "unit/agent/reducer.test.ts" },
  tool_execution_end: { way: "a tool's result; |User| PiToolEnd", test: "e2e/conversation.test.ts" },
  queue_update: { way: "how many are queued, above the prompt", test: "e2e/steering.test.ts" },
  compaction_start: { way: "`compacting`, above the transcript", test: "unit/agent/reducer.test.ts" },
  compaction_end: { way: "the summary, with its tokens", test: "e2e/controls.test.ts" },
  entry_appended: { way: "|:PiTree|", test: "e2e/tree.test.ts" },
  session_info_changed: { way: "the session's name: status(), |:PiStats|", test: "unit/agent/status.test.ts" },
  thinking_level_changed: { way: "the line above the transcript", test: "e2e/models.test.ts" },
  auto_retry_start: { way: "`retry in … s`, and a note", test: "e2e/controls.test.ts" },
  auto_retry_end: { way: "the note says how it ended", test: "unit/agent/reducer.test.ts" },
  summarization_retry_scheduled: { way: "a note in the transcript", test: "unit/agent/reducer.test.ts" },
  summarization_retry_attempt_start: { way: "`compacting` goes on", test: "unit/agent/reducer.test.ts" },
  summarization_retry_finished: { way: "the summary in the transcript", test: "unit/agent/reducer.test.ts" },
  bash_execution_update: { way: "the output of |:PiBash| as it comes", test: "e2e/bash.test.ts" },
  extension_error: { way: "a note in the transcript, counted", test: "unit/agent/reducer.test.ts" },
};

export const dialogs: Readonly<Record<RpcExtensionUIRequest["method"], Way>> = {
  select: { way: "a list to pick from; |:PiAnswer|", test: "e2e/dialogAnswers.test.ts" },
  confirm: { way: "a question; |:PiAnswer|", test: "e2e/dialogAnswers.test.ts" },
  input: { way: "a line to type; |:PiAnswer|", test: "e2e/dialogAnswers.test.ts" },
  editor: { way: "a floating buffer: `:w` sends; |:PiAnswer|", test: "e2e/dialogAnswers.test.ts" },
  notify: { way: "a notice", test: "e2e/extensionUi.test.ts" },
  setStatus: { way: "the line above the transcript, status()", test: "e2e/extensionUi.test.ts" },
  setWidget: { way: "lines above or below the prompt", test: "e2e/extensionUi.test.ts" },
  setTitle: { way: "status(), 'titlestring' where you use it", test: "e2e/extensionUi.test.ts" },
  set_editor_text: { way: "the prompt's text", test: "e2e/extensionUi.test.ts" },
};

export const surface = { commands, events, dialogs };

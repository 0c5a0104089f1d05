import { run, type WireRecord } from "./records";

/** What a peer writes when it gets a command of some type; an empty list = nothing yet. */
export type Answers = Record<string, ((command: WireRecord) => readonly WireRecord[]) | undefined>;

const MODEL = {
  id: "demo",
  name: "Demo",
  api: "faux",
  provider: "scripted",
  baseUrl: "",
  reasoning: true,
  input: ["text"],
  contextWindow: 200_000,
  maxTokens: 8_000,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};

const TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

export const idleState = {
  model: MODEL,
  thinkingLevel: "medium",
  isStreaming: false,
  isCompacting: false,
  steeringMode: "one-at-a-time",
  followUpMode: "one-at-a-time",
  sessionId: "x",
  autoCompactionEnabled: true,
  messageCount: 0,
  pendingMessageCount: 0,
};

const DATA: Record<string, unknown> = {
  get_state: idleState,
  get_commands: { commands: [] },
  get_messages: { messages: [] },
  get_entries: { entries: [], leafId: null },
  get_tree: { tree: [], leafId: null },
  get_available_models: { models: [MODEL] },
  get_available_thinking_levels: { levels: ["off", "medium"] },
  get_session_stats: {
    sessionId: "x",
    userMessages: 0,
    assistantMessages: 0,
    toolCalls: 0,
    toolResults: 0,
    totalMessages: 0,
    tokens: TOKENS,
    cost: 0,
    contextUsage: { tokens: 20_000, contextWindow: 200_000, percent: 10 },
  },
  prompt: { disposition: "started" },
  steer: { disposition: "queued" },
  follow_up: { disposition: "queued" },
  clear_queue: { steering: [], followUp: [] },
};

/** As pi 1.6.0 answers while nothing goes on. A prompt is accepted; its run is up to the test. */
export function defaultAnswer(command: WireRecord): WireRecord {
  return success(command, DATA[command.type as string]);
}

export function success(command: WireRecord, data?: unknown): WireRecord {
  const head = { id: command.id, type: "response", command: command.type, success: true };
  return data === undefined ? head : { ...head, data };
}

export function failure(command: WireRecord, error: string): WireRecord {
  return { id: command.id, type: "response", command: command.type, success: false, error };
}

/** Answers for commands that pi 0.74.2 does not have: it does not repeat the id. */
export function unknownToOldPi(): Answers {
  const unknown = ({ type }: WireRecord) => [
    { type: "response", command: type, success: false, error: `Unknown command: ${type}` },
  ];
  const noData = (command: WireRecord) => [success(command)];
  return {
    get_entries: unknown,
    get_tree: unknown,
    get_available_thinking_levels: unknown,
    clear_queue: unknown,
    prompt: noData,
    steer: noData,
    follow_up: noData,
  };
}

/** Every prompt starts a run that replies this text. */
export function replies(content: string): Answers {
  return { prompt: (command) => [defaultAnswer(command), ...run(content, { prompt: command.message as string })] };
}

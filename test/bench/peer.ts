// A stand-in for `pi --mode rpc` that only makes work: answers what is asked at a start, and on a prompt plays SCENE.
// text: DELTAS deltas, RATE a second (0 = as fast as they are read); tool: UPDATES partial results growing to KB;
// line: a tool result of one line of KB; lines: one of LINES lines; resume: MESSAGES messages of KB each;
// files: a command that changes line 50 of all .txt files of the folder; STAMPS gets `changed unix-ms`;
// dialogs: DIALOGS questions, each of which expires before the next. TEXT=code: one code block without end in place of
// mixed markdown. STAMPS: a file that gets a line `marker unix-ms` for every 10th delta, or for every question.
// PACE: a file that gets a line `unix-ms` before the first delta and after every 100,000 that were taken.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

type Data = Record<string, unknown>;

const env = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const scene = process.env.SCENE ?? "text";
const textStamps = scene === "text" ? process.env.STAMPS : undefined;
const write = (record: Data) => process.stdout.write(`${JSON.stringify(record)}\n`);
const drained = () => new Promise((resolve) => process.stdout.once("drain", resolve));
const until = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost };
const model = {
  id: "bench",
  name: "Bench",
  api: "none",
  provider: "bench",
  reasoning: true,
  input: ["text"],
  contextWindow: 200_000,
};
const assistant = (content: Data[], stopReason: string) => ({
  role: "assistant",
  content,
  api: "none",
  provider: "bench",
  model: "bench",
  usage,
  stopReason,
  timestamp: Date.now(),
});
const update = (assistantMessageEvent: Data) => ({ type: "message_update", usage, assistantMessageEvent });

const CODE = [
  "const value = compute(",
  '"a string", 42',
  "); // remark\n",
  "  if (value > 0) {\n",
  "    return value;\n  }\n",
];

function codeText(index: number, count: number): string {
  const text = `${index === 0 ? "```ts\n" : ""}${CODE[index % CODE.length]}`;
  return index === count - 1 ? `${text}\n\`\`\`\nEND-OF-STREAM` : text;
}

function deltaText(index: number, count: number): string {
  if (process.env.TEXT === "code") return codeText(index, count);
  let text = "word and more ";
  if (textStamps && index % 10 === 0) text = `M${index}M `;
  if (index % 8 === 7) text += "\n";
  if (index % 80 === 79) text += `\n\`\`\`lua\nlocal x = ${index}\n\`\`\`\n\n`;
  return index === count - 1 ? `${text}\nEND-OF-STREAM` : text;
}

async function streamText(count: number, rate: number): Promise<void> {
  write({ type: "message_start", message: assistant([], "pending") });
  write(update({ type: "text_start", contentIndex: 0 }));
  const start = performance.now();
  let text = "";
  const { PACE: pace } = process.env;
  for (let index = 0; index < count; index++) {
    const delta = deltaText(index, count);
    text += delta;
    if (pace && index % 100_000 === 0) appendFileSync(pace, `${Date.now()}\n`);
    if (textStamps && index % 10 === 0) appendFileSync(textStamps, `M${index}M ${Date.now()}\n`);
    if (!process.stdout.write(`${JSON.stringify(update({ type: "text_delta", contentIndex: 0, delta }))}\n`)) {
      await drained();
    }
    if (rate > 0) await until(start + (index / rate) * 1000);
  }
  if (pace) appendFileSync(pace, `${Date.now()}\n`);
  write(update({ type: "text_end", contentIndex: 0, content: text }));
  const message = assistant([{ type: "text", text }], "stop");
  write({ type: "message_end", message });
  write({ type: "turn_end", message, toolResults: [] });
}

async function streamTool(updates: number, kilobytes: number): Promise<void> {
  const id = { toolCallId: "call_1", toolName: "bash", args: { command: "make test" } };
  const call = { type: "toolCall", id: "call_1", name: "bash", arguments: id.args };
  write({ type: "message_start", message: assistant([], "pending") });
  write({ type: "message_end", message: assistant([call], "toolUse") });
  write({ type: "tool_execution_start", ...id });
  let output = "";
  const result = () => ({ content: [{ type: "text", text: output }], details: {} });
  for (let index = 1; index <= updates; index++) {
    while (output.length < (kilobytes * 1024 * index) / updates) {
      output += "PASS test/some/module/file.test.ts \u001b[32mok\u001b[0m 12ms\n";
    }
    if (!write({ type: "tool_execution_update", ...id, partialResult: result() })) await drained();
  }
  write({ type: "tool_execution_end", ...id, result: result(), isError: false });
}

/** A tool whose result is all there at once. */
function bigTool(output: string): void {
  const id = { toolCallId: "call_1", toolName: "bash", args: { command: "cat big" } };
  const call = { type: "toolCall", id: "call_1", name: "bash", arguments: id.args };
  write({ type: "message_start", message: assistant([], "pending") });
  write({ type: "message_end", message: assistant([call], "toolUse") });
  write({ type: "tool_execution_start", ...id });
  const result = { content: [{ type: "text", text: output }], details: {} };
  write({ type: "tool_execution_update", ...id, partialResult: result });
  write({ type: "tool_execution_end", ...id, result, isError: true });
}

/** Changes files as a shell command would, a moment after pi has told of it. */
async function changeFiles(): Promise<void> {
  const id = { toolCallId: "call_1", toolName: "bash", args: { command: "sed -i 50s/line/changed/ *.txt" } };
  write({ type: "tool_execution_start", ...id });
  await until(performance.now() + NEXT_DIALOG_MS);
  for (const name of readdirSync(".").filter((each) => each.endsWith(".txt")))
    writeFileSync(name, readFileSync(name, "utf8").replace("line 50\n", "changed 50\n"));
  write({ type: "tool_execution_end", ...id, result: { content: [], details: {} }, isError: false });
  if (process.env.STAMPS) appendFileSync(process.env.STAMPS, `changed ${Date.now()}\n`);
}

/** Milliseconds: how long each question lives, and from one to the next. */
const DIALOG_MS = 150;
const NEXT_DIALOG_MS = 250;

async function askDialogs(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const title = `M${index}M`;
    if (process.env.STAMPS) appendFileSync(process.env.STAMPS, `${title} ${Date.now()}\n`);
    const head = { type: "extension_ui_request", id: title, timeout: DIALOG_MS };
    write({ ...head, method: "select", title, options: ["Allow", "Block"] });
    await until(performance.now() + NEXT_DIALOG_MS);
  }
}

function history(): Data[] {
  const paragraph = "Some **markdown** with `code` and a list:\n- one\n- two\n\n```lua\nlocal x = 1\n```\n\n";
  const text = paragraph.repeat(Math.ceil((env("KB", 4) * 1024) / paragraph.length));
  return Array.from({ length: env("MESSAGES", 0) }, (_, index) => {
    const last = index === env("MESSAGES", 0) - 1 ? "\nEND-OF-STREAM" : "";
    const content = [{ type: "text", text: text + last }];
    const message =
      index % 2 === 0
        ? { role: "user", content: [{ type: "text", text: `Question ${index}` }], timestamp: index }
        : assistant(content, "stop");
    const parentId = index === 0 ? null : `e${index - 1}`;
    return { type: "message", id: `e${index}`, parentId, timestamp: new Date(index).toISOString(), message };
  });
}

async function run(text: string): Promise<void> {
  write({ type: "agent_start" });
  write({ type: "message_end", message: { role: "user", content: text, timestamp: Date.now() } });
  if (scene === "tool") await streamTool(env("UPDATES", 300), env("KB", 200));
  if (scene === "line") bigTool("x y ".repeat(env("KB", 13_000) * 256));
  if (scene === "lines") bigTool(Array.from({ length: env("LINES", 200_000) }, (_, i) => `line ${i}`).join("\n"));
  if (scene === "files") await changeFiles();
  if (scene === "dialogs") await askDialogs(env("DIALOGS", 20));
  await streamText(env("DELTAS", 10), env("RATE", 0));
  write({ type: "agent_end", messages: [], willRetry: false });
  write({ type: "agent_settled", aborted: false });
}

const answers: Record<string, () => Data> = {
  get_state: () => ({
    model,
    thinkingLevel: "medium",
    isStreaming: false,
    isCompacting: false,
    steeringMode: "all",
    followUpMode: "all",
    sessionId: "bench",
    autoCompactionEnabled: true,
    messageCount: scene === "resume" ? env("MESSAGES", 0) : 0,
    pendingMessageCount: 0,
  }),
  get_entries: () => {
    const entries = history();
    return { entries, leafId: entries.at(-1)?.id ?? null };
  },
  get_session_stats: () => ({ cost: 0, contextUsage: { tokens: 10, contextWindow: 200_000, percent: 1 } }),
  prompt: () => ({ disposition: "started" }),
};

let pending = "";
process.stdin.on("data", (chunk) => {
  pending += chunk;
  const lines = pending.split("\n");
  pending = lines.pop() ?? "";
  for (const line of lines) {
    const command = JSON.parse(line) as { id: string; type: string; message: string };
    const data = answers[command.type]?.();
    const record = { id: command.id, type: "response", command: command.type, success: true, data };
    process.stdout.write(`${JSON.stringify(record)}\n`, () => {
      if (process.env.STAMPS && command.type === "get_entries") {
        appendFileSync(process.env.STAMPS, `answered ${Date.now()}\n`);
      }
    });
    if (command.type === "prompt") void run(command.message);
  }
});
process.stdin.on("end", () => process.exit(0));
if (process.env.AUTORUN) void run("go");

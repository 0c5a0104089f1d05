/** The model of `make try`: no intelligence, but everything that a real one does on the wire. */
import { ownWords, planOf } from "./demoPlan";
import { type Brain, type ChatMessage, type ChatRequest, type Part, type Reply, textOf } from "./modelScript";

/** Milliseconds between chunks: a brisk model, and a slow one. */
const PACE = 12;
const SLOW_PACE = 150;

/** Said in every answer, so that nobody takes it for a real one. */
export const DISCLOSURE = "I am a **scripted demo model**: nothing here was thought about.";

/** Answers a request from the conversation it carries alone, so that steering and restarts need no memory. */
export const demoBrain: Brain = (request) => {
  const { prompt, results } = lastTurn(request);
  const slow = /\bslow(ly)?\b/i.test(ownWords(prompt));
  return { parts: partsOf(prompt, results), pace: slow ? SLOW_PACE : PACE, chunk: slow ? 4 : 6 };
};

function lastTurn({ messages }: ChatRequest): { prompt: string; results: string[] } {
  const start = messages.findLastIndex((message) => message.role === "user");
  const later = messages.slice(start + 1).filter((message: ChatMessage) => message.role === "tool");
  return { prompt: textOf(messages[start]), results: later.map(textOf) };
}

function partsOf(prompt: string, results: readonly string[]): Reply["parts"] {
  const plan = planOf(prompt);
  const call = plan[results.length]?.(results);
  if (call) {
    const opening: Part[] = results.length > 0 ? [] : [{ thinking: thoughts(prompt) }, { text: `${DISCLOSURE}\n` }];
    return [...opening, call];
  }
  if (results.length > 0) return [{ text: summary(results) }];
  return [{ thinking: thoughts(prompt) }, { text: /\blong\b/i.test(ownWords(prompt)) ? longAnswer() : answer(prompt) }];
}

function thoughts(prompt: string): string {
  const words = ownWords(prompt).trim().replace(/\s+/g, " ");
  return `The prompt says "${words.slice(0, 80)}". I look for the verbs run, read, edit and write in it, and follow them.`;
}

function summary(results: readonly string[]): string {
  const last = results.at(-1) ?? "";
  const lines = last.trimEnd().split("\n");
  return `## Done

- **${results.length}** tool ${results.length === 1 ? "call" : "calls"}
- the last result has ${lines.length} ${lines.length === 1 ? "line" : "lines"}, ending with \`${lastWords(lines)}\`
`;
}

function lastWords(lines: readonly string[]): string {
  return (lines.findLast((line) => line.trim() !== "") ?? "nothing").replaceAll("`", "'").trim().slice(0, 60);
}

function answer(prompt: string): string {
  return `## An answer

${DISCLOSURE} ${aboutContext(prompt)}

It calls pi's tools when a prompt asks for it:

1. *run* a command: \`run the tests\`, or one in quotes
2. *read* a file: \`read src/queue.js\`
3. *edit* a file: \`fix src/pump.js\`
4. *write* a file: \`write "hello" to hello.txt\`

Say \`slowly\` to have time for steering and stopping, \`long\` for an answer that scrolls.

\`\`\`js
// a loop that runs as often as it should
for (let left = count; left > 0; left -= 1) {
  results.push(await queue.take()());
}
\`\`\`

> Real answers need a model: see [pi's documentation](https://pi.dev).
`;
}

/** Shows that what was selected has arrived. */
function aboutContext(prompt: string): string {
  const block = /^(`{3,}|~{3,})[^\n]*\n(?<code>[\s\S]*?)\n\1`*\s*$/m.exec(prompt)?.groups?.code;
  if (block === undefined) return "";
  const lines = block.split("\n");
  return `You sent ${lines.length} ${lines.length === 1 ? "line" : "lines"} of text with your prompt, the first being \`${(lines[0] ?? "").trim()}\`.`;
}

function longAnswer(): string {
  const sections = Array.from({ length: 40 }, (_, index) => `## Part ${index + 1} of 40\n\n${paragraph(index)}\n`);
  return `${DISCLOSURE}\n\n${sections.join("\n")}`;
}

function paragraph(index: number): string {
  const sentence = `This is sentence number *${index}* of a text that only has to be **long**, with \`code\` in it.`;
  return `${sentence} ${sentence}\n\n- one item\n- another item`;
}

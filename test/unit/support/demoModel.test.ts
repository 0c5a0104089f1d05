import { describe, expect, test } from "vitest";
import { DISCLOSURE, demoBrain } from "../../support/demoModel";
import { type ChatMessage, type Part, type Reply, textOf } from "../../support/modelScript";

/** What the demo model does about a prompt, given the results of the tool calls it made before. */
async function replyTo(prompt: string, ...results: string[]): Promise<Reply> {
  const messages: ChatMessage[] = [
    { role: "system", content: "run read edit write" },
    { role: "user", content: prompt },
  ];
  for (const content of results) messages.push({ role: "assistant" }, { role: "tool", content });
  return (await demoBrain({ model: "demo", messages }, 0)) as Reply;
}

async function callFor(prompt: string, ...results: string[]): Promise<Part | undefined> {
  return (await replyTo(prompt, ...results)).parts.find((part) => "tool" in part);
}

const textIn = (reply: Reply) => reply.parts.map((part) => ("text" in part ? part.text : "")).join("");

describe("a prompt with a verb becomes a tool call", () => {
  test.each([
    ["run `seq 3`", "bash", { command: "seq 3" }],
    ["Please run the tests", "bash", { command: "node --test" }],
    ["run it", "bash", { command: "ls -la" }],
    ["read src/queue.js, please", "read", { path: "src/queue.js" }],
    ["read @src/queue.js:3-9.", "read", { path: "src/queue.js" }],
    ['read "notes on it.md"?', "read", { path: "notes on it.md" }],
    ["read it", "read", { path: "README.md" }],
    ['write "hello" to hello.txt', "write", { path: "hello.txt", content: "hello" }],
    ["create `a/b.mp3`", "write", { path: "a/b.mp3", content: expect.stringContaining("scripted demo") }],
    ["fix it", "read", { path: "src/pump.js" }],
  ])("%s", async (prompt, tool, args) => {
    expect(await callFor(prompt)).toEqual({ tool, args });
  });

  test.each(["why?", "what does src/read.js do?", "is `run` a word?", "```js\nrun();\n```\nwhy?", "constructor"])(
    "%s calls nothing and says what it is",
    async (prompt) => {
      const reply = await replyTo(prompt);
      expect(await callFor(prompt)).toBeUndefined();
      expect(reply.parts[0]).toHaveProperty("thinking");
      expect(textIn(reply)).toContain(DISCLOSURE);
    },
  );
});

test("several verbs are followed one after the other, then summed up", async () => {
  const prompt = "read README.md, then run `ls` and write notes.md";
  expect(await callFor(prompt)).toMatchObject({ tool: "read" });
  expect(await callFor(prompt, "# Pump")).toMatchObject({ tool: "bash", args: { command: "ls" } });
  expect(await callFor(prompt, "# Pump", "src")).toMatchObject({ tool: "write", args: { path: "notes.md" } });
  const end = await replyTo(prompt, "# Pump", "src", "one\ntwo\n");
  expect(textIn(end)).toContain("**3** tool calls");
  expect(textIn(end)).toContain("2 lines, ending with `two`");
});

test("an edit replaces what it has read", async () => {
  const edit = await callFor("fix src/pump.js", "let left = count;\n  while (left >= 0) {\n");
  const edits = [{ oldText: "while (left >= 0) {", newText: "while (left > 0) {" }];
  expect(edit).toEqual({ tool: "edit", args: { path: "src/pump.js", edits } });
  const other = await callFor("edit a.txt", "same\nsame\nunlike\n");
  expect(other).toMatchObject({ args: { edits: [{ oldText: "unlike" }] } });
});

test("an edit of a file without any line of its own ends in words", async () => {
  expect(await callFor("edit a.txt", "")).toBeUndefined();
});

test("the file of a selection is meant when none is named, and its text holds no verbs", async () => {
  const context = '\n\n<file name="src/queue.js" lines="2-4">\n```javascript\nwrite();\n```\n</file>';
  expect(await callFor(`fix this${context}`)).toEqual({ tool: "read", args: { path: "src/queue.js" } });
  expect(await callFor(`run it${context}`)).toEqual({ tool: "bash", args: { command: "ls -la" } });
  expect(await callFor(`why?${context}`)).toBeUndefined();
});

test("the selection that went with a prompt is named", async () => {
  const reply = await replyTo("why?\n\nsrc/pump.js:5-6\n```js\n  while (left >= 0) {\n    run();\n```");
  expect(textIn(reply)).toContain("2 lines of text with your prompt, the first being `while (left >= 0) {`");
});

test("only the newest message of the user counts", async () => {
  const messages: ChatMessage[] = [
    { role: "user", content: "run `ls`" },
    { role: "tool", content: "a" },
    { role: "user", content: [{ type: "text", text: "why?" }] },
  ];
  const reply = (await demoBrain({ model: "demo", messages }, 0)) as Reply;
  expect(reply.parts.some((part) => "tool" in part)).toBe(false);
  expect(textOf(messages[2])).toBe("why?");
});

test("it is slow when asked", async () => {
  const [brisk, slow] = [await replyTo("why?"), await replyTo("slowly, why?")];
  expect(slow.pace).toBeGreaterThan(5 * (brisk.pace ?? 0));
});

/** The scripted model in front of real pi: what it is asked, and what pi makes of each kind of answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoBrain } from "../support/demoModel";
import { type Brain, says, script, textOf } from "../support/modelScript";
import { ModelServer } from "../support/modelServer";
import { type PiProgram, pi } from "../support/paths";
import { RawPi } from "../support/rawPi";

async function start(program: PiProgram, brain: Brain): Promise<{ server: ModelServer; peer: RawPi; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "pi-nvim-model-"));
  const server = await ModelServer.start(brain);
  server.writeAgentDir(join(folder, "agent"));
  const peer = new RawPi(program, folder);
  onTestFinished(async () => {
    await peer.end();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, peer, folder };
}

describe.each(Object.values(pi))("pi $version", (program) => {
  test("shows text, thinking, usage and cost as they were sent", async () => {
    const parts = [{ thinking: "Hm, 🐟." }, { text: "Grüße " }, { text: "🐟🐟🐟" }];
    const usage = { prompt: 1000, completion: 500, cached: 200 };
    const { server, peer } = await start(program, script({ parts, usage, chunk: 1 }));
    const [message] = await peer.promptAndWait("hello");
    expect(message).toMatchObject({
      stopReason: "stop",
      content: [
        { type: "thinking", thinking: "Hm, 🐟." },
        { type: "text", text: "Grüße 🐟🐟🐟" },
      ],
      usage: { input: 800, output: 500, cacheRead: 200, cost: { total: expect.closeTo(0.0018, 6) } },
    });
    expect(peer.deltas("text_delta").length).toBeGreaterThan(6);
    expect(textOf(server.lastRequest?.messages.at(-1))).toBe("hello");
    expect(server.requests[0]?.state).toBe("answered");
  });

  test("runs the tool that is called and sends back its result", async () => {
    const call = { tool: "bash", args: { command: "echo $((6 * 7))" }, id: "call_seven" };
    const { server, peer } = await start(
      program,
      script({ parts: [{ text: "Let me see." }, call], chunk: 3 }, says("42!")),
    );
    const messages = await peer.promptAndWait("what is 6 * 7?");
    expect(messages.map((message) => message.stopReason)).toEqual(["toolUse", "stop"]);
    expect(peer.deltas("toolcall_delta").length).toBeGreaterThan(3);
    const result = server.lastRequest?.messages.at(-1);
    expect(result).toMatchObject({ role: "tool", tool_call_id: "call_seven" });
    expect(textOf(result)).toContain("42");
  });

  test("takes several tool calls of one reply", async () => {
    const calls = ["a", "b"].map((name) => ({ tool: "write", args: { path: `${name}.txt`, content: name } }));
    const { server, peer, folder } = await start(program, script({ parts: calls }, says("done")));
    await peer.promptAndWait("write both");
    expect(server.lastRequest?.messages.filter((message) => message.role === "tool")).toHaveLength(2);
    expect(["a", "b"].map((name) => readFileSync(join(folder, `${name}.txt`), "utf8"))).toEqual(["a", "b"]);
  });

  test("says that a reply was cut off by its length", async () => {
    const { peer } = await start(program, script(says("and so on and", { finish: "length" })));
    expect(await peer.promptAndWait("go on")).toMatchObject([{ stopReason: "length" }]);
  });

  test.each([429, 500])("retries after HTTP %i and goes on", async (status) => {
    const brain = script({ status, message: "too busy now" }, says("here I am"));
    const { server, peer } = await start(program, brain);
    const messages = await peer.promptAndWait("hello");
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop", content: [{ text: "here I am" }] });
    expect(peer.records.some((record) => record.type === "auto_retry_start")).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  test("reports an HTTP error that no retry helps", async () => {
    const { server, peer } = await start(program, script());
    const [message] = await peer.promptAndWait("hello");
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: expect.stringContaining("the script has 0 answers"),
    });
    expect(server.requests).toHaveLength(1);
  });

  test("takes a broken connection for an error, and retries", async () => {
    const brain = script({ parts: [{ text: "half a sen" }, { cutOff: true }] }, says("a whole sentence"));
    const { server, peer } = await start(program, brain);
    const messages = await peer.promptAndWait("hello");
    expect(messages[0]).toMatchObject({ stopReason: "error" });
    expect(messages.at(-1)).toMatchObject({ content: [{ text: "a whole sentence" }] });
    expect(server.requests[0]?.state).toBe("aborted");
  });

  test("stops in the middle of a reply that does not end", async () => {
    const parts = [{ text: "one two three " }, { hold: new Promise(() => {}) }, { text: "never said" }];
    const { server, peer } = await start(program, script({ parts }));
    const settled = peer.promptAndWait("count");
    await peer.waitForRecord((record) => JSON.stringify(record).includes("three"));
    peer.send({ type: "abort" });
    expect((await settled).at(-1)).toMatchObject({ stopReason: "aborted" });
    await server.waitForState(0, "aborted");
  });

  test("waits for a model that is slow to begin", async () => {
    let begin = () => {};
    const gate = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { server, peer } = await start(program, script({ parts: [{ hold: gate }, { text: "at last" }] }));
    const settled = peer.promptAndWait("hello");
    await server.waitForRequests(1);
    expect(peer.deltas("text_delta")).toEqual([]);
    begin();
    expect(await settled).toMatchObject([{ content: [{ text: "at last" }] }]);
  });

  test("the demo model works through all four tools", async () => {
    const { peer, folder } = await start(program, demoBrain);
    writeFileSync(join(folder, "loop.js"), "let left = count;\nwhile (left >= 0) {\n}\n");
    const messages = await peer.promptAndWait('read loop.js, fix loop.js, run "echo done" and write "hi" to hello.txt');
    const ends = peer.records.filter((record) => record.type === "tool_execution_end");
    expect(ends.map((end) => end.toolName)).toEqual(["read", "read", "edit", "bash", "write"]);
    expect(ends.filter((end) => end.isError)).toEqual([]);
    expect(readFileSync(join(folder, "loop.js"), "utf8")).toContain("while (left > 0) {");
    expect(readFileSync(join(folder, "hello.txt"), "utf8")).toBe("hi");
    expect(JSON.stringify(messages.at(-1))).toContain("**5** tool calls");
  });
});

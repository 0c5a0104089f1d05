/** Our extension inside the real pi, oldest and newest, and the host's end of its socket. */
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ExtensionLink } from "../../src/agent/extensionLink";
import type { ToolCall, ToolGate, ToolVerdict } from "../../src/agent/toolGates";
import type { AgentSpec } from "../../src/agentContract";
import type { AskedQuestion } from "../../src/editorContract";
import { EditorQuestions } from "../../src/editorTools/editorQuestions";
import { nullLogger } from "../../src/log";
import { PiClient } from "../../src/pi/client";
import { type Answer, type Brain, type Part, says, script, textOf } from "../support/modelScript";
import { ModelServer, SCRIPTED_MODEL } from "../support/modelServer";
import { pi, repository } from "../support/paths";
import { MARKER } from "../support/processes";
import { Witness } from "../support/scriptedClient";
import { waitFor } from "../support/waitFor";
import { Workspace } from "../support/workspace";

const EXTENSION = join(repository, "dist/pi-extension.js");

const call = (tool: string, args: Record<string, unknown>): Part => ({ tool, args });
const bash = (command: string): Answer => ({ parts: [call("bash", { command })] });

/** Sockets of this process that are on disk. */
const sockets = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`pi-nvim-link-${process.pid}-`));

/** A gate that answers by a function, and remembers what it was asked. */
class Guard implements ToolGate {
  readonly calls: ToolCall[] = [];
  readonly signals: AbortSignal[] = [];

  constructor(
    readonly tools: readonly string[],
    readonly verdict: (call: ToolCall) => ToolVerdict | Promise<ToolVerdict> = () => ({}),
    readonly onFailure: "allow" | "refuse" = "allow",
  ) {}

  async check(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    this.calls.push(call);
    this.signals.push(signal);
    return this.verdict(call);
  }
}

const never = () => new Promise<ToolVerdict>(() => undefined);

describe.each([
  { name: `pi ${pi.newest.version}`, program: pi.newest },
  { name: `pi ${pi.oldest.version}`, program: pi.oldest },
])("The extension in $name", ({ program }) => {
  async function start(
    answers: readonly (Answer | Brain)[],
    gates: readonly ToolGate[] = [],
    cmd: (workspace: Workspace) => readonly string[] = () => program.command,
    editorTools: readonly string[] = [],
  ) {
    const workspace = new Workspace();
    const model = await ModelServer.start(script(...answers));
    model.writeAgentDir(join(workspace.root, "agent"));
    const witness = new Witness();
    const asked: AskedQuestion[] = [];
    const questions: EditorQuestions = new EditorQuestions(() =>
      setImmediate(() => {
        for (const question of questions.collect()) {
          asked.push(question);
          // An editor that has nothing open, and takes its time for all else.
          if (question.question === "file.state") questions.answer(question.ask, { modified: false }, undefined);
        }
      }),
    );
    const link = new ExtensionLink(
      questions,
      () => spec,
      nullLogger,
      () => undefined,
    );
    for (const gate of gates) link.gates.add(gate);
    const spec: AgentSpec = {
      agent: 1,
      cmd: cmd(workspace),
      args: ["--offline", "--no-session", "--model", SCRIPTED_MODEL, "-e", EXTENSION],
      cwd: workspace.project,
      env: { HOME: workspace.home, PI_CODING_AGENT_DIR: join(workspace.root, "agent"), [MARKER]: workspace.root },
      extension: EXTENSION,
      editorTools,
    };
    const client = await link.launch(spec, (launched) =>
      PiClient.start({ ...launched, handlers: { ...witness.handlers, onExit: () => link.close() } }),
    );
    onTestFinished(async () => {
      await client.stop({ termAfterMs: 1000, killAfterMs: 1000 });
      await model.close();
      workspace.remove();
    });
    const prompt = async (text = "go") => {
      const runs = witness.count("agent_settled");
      await client.prompt(text);
      await witness.event("agent_settled", runs + 1);
    };
    /** What the model was told of its tool calls. */
    const results = () => (model.lastRequest?.messages ?? []).filter(({ role }) => role === "tool").map(textOf);
    return { link, client, asked, questions, witness, model, workspace, prompt, results };
  }

  const untilLinked = (link: ExtensionLink) => waitFor(() => link.isOpen, { what: "the extension", deadline: 15_000 });

  it("has connected before pi answers, leaves no socket on disk, and nothing in the environment of tools", async () => {
    const { link, client, prompt, results } = await start([bash("env; echo end-of-environment"), says("Done.")]);
    await client.request({ type: "get_state" });
    expect(link.isOpen).toBe(true);
    expect(sockets()).toEqual([]);
    await prompt();
    expect(results()[0]).toContain("end-of-environment");
    expect(results()[0]).not.toContain("PI_NVIM");
  });

  it("asks only about the tools that a gate names, and runs what is let through", async () => {
    const guard = new Guard(["b*h"]);
    const parts = [call("bash", { command: "echo one" }), call("read", { path: "file.txt" })];
    const { workspace, prompt, results } = await start([{ parts }, says("Done.")], [guard]);
    workspace.write("file.txt", "of the file\n");
    await prompt();
    expect(guard.calls).toMatchObject([{ toolName: "bash", input: { command: "echo one" } }]);
    expect(guard.calls[0]?.toolCallId).toBeTruthy();
    expect(results().join()).toMatch(/one[\s\S]*of the file/);
  });

  it("blocks a call with the reason, and the next gate is not asked", async () => {
    const [first, second] = [new Guard(["*"], () => ({ block: "Not today: ask for it." })), new Guard(["*"])];
    const { workspace, prompt, results } = await start([bash("touch made"), says("Done.")], [first, second]);
    await prompt();
    expect(results()).toEqual(["Not today: ask for it."]);
    expect(readdirSync(workspace.project)).toEqual([]);
    expect(second.calls).toEqual([]);
  });

  it("runs a call with the input that the gates made of it, one after the other", async () => {
    const louder = (word: string) =>
      new Guard(["bash"], ({ input }) => ({ input: { command: `${input.command} ${word}` } }));
    const [first, second] = [louder("two"), louder("three")];
    const { prompt, results } = await start([bash("echo one"), says("Done.")], [first, second]);
    await prompt();
    expect(second.calls[0]?.input).toEqual({ command: "echo one two" });
    expect(results()[0]).toContain("one two three");
  });

  it("follows gates that come and go while pi runs", async () => {
    const { link, prompt, results } = await start([bash("echo 1"), says("a"), bash("echo 2"), says("b")]);
    await untilLinked(link);
    const remove = link.gates.add(new Guard(["bash"], () => ({ block: "no" })));
    await prompt();
    expect(results()).toEqual(["no"]);
    remove();
    await prompt();
    expect(results()[1]).toContain("2");
  });

  it("lets go of a call that waits when the run is aborted", async () => {
    const guard = new Guard(["bash"], never);
    const { client, witness, workspace } = await start([bash("touch made"), says("Done.")], [guard]);
    await client.prompt("go");
    await waitFor(() => guard.calls.length === 1);
    await client.request({ type: "abort" });
    await witness.event("agent_settled");
    await waitFor(() => guard.signals[0]?.aborted);
    expect(readdirSync(workspace.project)).toEqual([]);
  });

  it("tells the gate when pi dies while it waits", async () => {
    const guard = new Guard(["bash"], never);
    const { link, client } = await start([bash("echo 1")], [guard]);
    await client.prompt("go");
    await waitFor(() => guard.calls.length === 1);
    client.killNow();
    await waitFor(() => guard.signals[0]?.aborted);
    await waitFor(() => !link.isOpen);
    expect(sockets()).toEqual([]);
  });

  it.each(["allow", "refuse"] as const)(
    "when the host is gone, lets calls run or not as the gate wants: %s",
    async (onFailure) => {
      const guard = new Guard(["bash"], never, onFailure);
      const { link, client, witness, prompt, results } = await start(
        [bash("echo one"), bash("echo two"), says("Done."), bash("echo three"), says("Done.")],
        [guard],
      );
      await client.prompt("go");
      await waitFor(() => guard.calls.length === 1);
      link.close();
      await witness.event("agent_settled");
      await prompt();
      const [one, two, three] = results();
      for (const [result, word] of [
        [one, "one"],
        [two, "two"],
        [three, "three"],
      ] as const) {
        if (onFailure === "allow") expect(result).toContain(word);
        else expect(result).toBe("This call needs the user's approval, and nobody could be asked: Neovim is gone.");
      }
    },
  );

  it("refuses where the host cannot be reached at all", async () => {
    const guard = new Guard(["bash"], undefined, "refuse");
    const elsewhere = (workspace: Workspace) => {
      // A pi that sees other files, as in a container: the path of the socket leads nowhere.
      const script = `#!/bin/sh\nPI_NVIM_HOST=$(printf %s "$PI_NVIM_HOST" | sed 's/"socket":"/&\\/nowhere/') exec "$@"\n`;
      return [workspace.write(join(workspace.root, "elsewhere"), script, 0o755), ...program.command];
    };
    const { link, prompt, results } = await start([bash("echo 1"), says("Done.")], [guard], elsewhere);
    await prompt();
    expect(link.isOpen).toBe(false);
    expect(results()[0]).toContain("nobody could be asked");
  });

  it("works behind a wrapper, and after pi has begun a new session", async () => {
    const guard = new Guard(["bash"], () => ({ block: "seen" }));
    const wrapped = (workspace: Workspace) => [
      workspace.write(join(workspace.root, "wrapper"), '#!/bin/sh\n"$@"\n', 0o755),
      ...program.command,
    ];
    const { link, client, prompt, results } = await start([bash("echo 1"), says("Done.")], [guard], wrapped);
    await untilLinked(link);
    await client.request({ type: "new_session" });
    await prompt();
    expect(results()).toEqual(["seen"]);
    await client.stop();
    expect(link.isOpen).toBe(false);
    expect(sockets()).toEqual([]);
  });

  it("gives the model the editor's answer, or says that the editor is gone", async () => {
    const look = { parts: [call("nvim_quickfix", {})] };
    const { link, client, witness, asked, questions, results } = await start(
      [look, look, look, says("Done.")],
      [],
      undefined,
      ["nvim_quickfix"],
    );
    await client.prompt("go");
    await waitFor(() => asked.length === 1);
    const item = { kind: "text", name: "list", filetype: "", text: "one", notes: ["Cut."] };
    questions.answer(asked[0]?.ask as number, { item }, undefined);
    await waitFor(() => asked.length === 2);
    questions.answer(asked[1]?.ask as number, undefined, "it has none");
    await waitFor(() => asked.length === 3);
    link.close();
    await witness.event("agent_settled");
    expect(results()).toEqual(["list\none\n\n[Cut.]", "it has none", "Neovim is gone"]);
  });

  it("gives up what it asked the editor when the run is aborted", async () => {
    const look = { parts: [call("nvim_quickfix", {})] };
    const { client, witness, asked, questions, prompt } = await start([look, says("Done.")], [], undefined, [
      "nvim_quickfix",
    ]);
    await client.prompt("go");
    await waitFor(() => asked.length === 1);
    await client.request({ type: "abort" });
    await witness.event("agent_settled");
    questions.answer(asked[0]?.ask as number, { item: {} }, undefined);
    await prompt();
    expect(asked).toHaveLength(1);
  });

  it("takes a call that writes a large file", async () => {
    const guard = new Guard(["write"]);
    const content = "ö\n".repeat(100_000);
    const parts = [call("write", { path: "big.txt", content })];
    const { workspace, prompt } = await start([{ parts, chunk: 50_000 }, says("Done.")], [guard]);
    await prompt();
    expect(guard.calls[0]?.input.content).toBe(content);
    expect(readdirSync(workspace.project)).toEqual(["big.txt"]);
  });
});

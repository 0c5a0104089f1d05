import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { failure, success, unknownToOldPi } from "../support/peerAnswers";
import { Gate, launchWithModel, userTexts } from "../support/realPi";
import type { WireRecord } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

const isOld = (configuration: { pi: { version: string } }) => configuration.pi.version.startsWith("0.74");

/** Types into the prompt and sends. */
async function sendFromPrompt(nvim: Driver, text: string): Promise<void> {
  await nvim.command("PiOpen");
  await nvim.keys("i");
  await nvim.type(text);
  await nvim.keys("<C-s><Esc>");
}

describe.each(matrix)("A shell command in the prompt, with $name", (configuration) => {
  it("runs into the conversation, and the model sees it with the next prompt", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("Seen.")]);
    await sendFromPrompt(nvim, "!echo one; echo two >&2; exit 3");
    await nvim.waitForChat(/!echo one; echo two >&2; exit 3\none\ntwo/);
    await nvim.waitForText("exit 3");
    expect(await nvim.promptText()).toBe("");
    await nvim.waitForStatus({ busy: false });
    expect(model.requests).toHaveLength(0);
    await sendFromPrompt(nvim, "what was that?");
    await nvim.waitForChat("Seen.");
    const said = userTexts(model.lastRequest).join("\n");
    expect(said).toContain("echo one; echo two");
    expect(said).toContain("one\ntwo");
  });

  it("with two marks stays out of what the model sees, or is refused with a sentence", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("Seen.")]);
    await sendFromPrompt(nvim, "!!echo private");
    if (isOld(configuration)) {
      await nvim.waitForChat("update pi to 0.76 or newer");
      expect(await nvim.promptText()).toBe("!!echo private");
      expect(await nvim.chatText()).not.toContain("private\n");
      return;
    }
    await nvim.waitForChat(/!!echo private\nprivate/);
    await sendFromPrompt(nvim, "hello");
    await nvim.waitForChat("Seen.");
    expect(JSON.stringify(model.lastRequest?.messages)).not.toContain("private");
  });

  it(":PiAbortBash stops all that run, and they say so", async () => {
    const { nvim } = await launchWithModel(configuration, []);
    await nvim.command("PiBash echo begin; sleep 60");
    await nvim.command("PiBash sleep 61");
    await nvim.waitForText("running");
    const sleepers = () => nvim.processes().filter(({ command }) => /^sleep 6[01]/.test(command));
    // An older pi could not stop the first of two.
    const atOnce = isOld(configuration) ? 1 : 2;
    await nvim.waitFor(() => sleepers().length === atOnce, { what: "two commands at once" });
    if (!isOld(configuration)) await nvim.waitForChat(/begin/);
    await nvim.command("PiAbortBash");
    const stopped = () => nvim.screen.text().match(/stopped/g)?.length === 2;
    await nvim.waitFor(stopped, { what: "the end of both" });
    await nvim.waitFor(() => sleepers().length === 0, { what: "the end of their processes" });
    await nvim.command("PiAbortBash");
    await nvim.waitFor(async () => (await nvim.messages()).includes("no shell command of yours runs"));
  });

  it("that talks without end leaves the editor free, and stops when told to", async () => {
    const { nvim } = await launchWithModel(configuration, []);
    await nvim.command("PiBash yes");
    await nvim.waitFor(() => nvim.processes().some(({ command }) => command === "yes"), { what: "the command" });
    let slowest = 0;
    for (let round = 0; round < 40; round++) {
      const start = performance.now();
      await nvim.lua("return 1");
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect(slowest).toBeLessThan(1_000);
    await pause(3_000); // what it says by then takes pi longer than that to get rid of
    await nvim.command("PiAbort");
    await nvim.waitForText("stopped", { deadline: 3_000 });
    await nvim.waitFor(() => !nvim.processes().some(({ command }) => command === "yes"));
    await nvim.command("PiAbort");
    await nvim.waitFor(async () => (await nvim.messages()).includes("there is nothing to stop"));
  });

  it("works while pi works", async () => {
    const gate = new Gate();
    const { nvim } = await launchWithModel(configuration, [
      { parts: [{ text: "Begin. " }, { hold: gate.opened }, { text: "The end." }] },
    ]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("Begin.");
    await sendFromPrompt(nvim, "!echo meanwhile");
    await nvim.waitForChat(/!echo meanwhile\nmeanwhile/);
    gate.open();
    await nvim.waitForChat("The end.");
    await nvim.waitUntilSettled();
    expect((await nvim.chatText()).match(/!echo meanwhile/g)).toHaveLength(1);
  });
});

describe.each(editors)("Shell commands, on $name", (editor) => {
  const result = (output: string, more: WireRecord = {}) => ({
    output,
    exitCode: 0,
    cancelled: false,
    truncated: false,
    ...more,
  });

  it("show their output as it comes, each its own", async () => {
    const { nvim, peer } = await launchWithPeer(editor, { bash: () => [] });
    await nvim.command("PiBash first");
    await nvim.command("PiBash! second");
    const one = await peer.command("bash");
    expect(one).toMatchObject({ command: "first" });
    peer.send(
      { type: "bash_execution_update", id: one.id, delta: "from the fi" },
      { type: "bash_execution_update", id: "unknown", delta: "nobody's" },
      { type: "bash_execution_update", id: one.id, delta: "rst\n" },
    );
    await nvim.waitForChat(/!first\nfrom the first/);
    peer.send(success(one, result("from the first\n", { truncated: true, fullOutputPath: "/tmp/all.log" })));
    await nvim.waitForChat("Full output: /tmp/all.log");
    expect(await nvim.chatText()).not.toContain("nobody's");
  });

  it("run one after the other on a pi that could stop only the newest", async () => {
    const { nvim, peer } = await launchWithPeer(editor, { ...unknownToOldPi(), bash: () => [] });
    for (const name of ["one", "two", "three"]) await nvim.command(`PiBash ${name}`);
    await nvim.waitForChat("!three");
    const commands = () => peer.received("bash").map(({ command }) => command);
    peer.send(success(await peer.command("bash"), result("1")));
    peer.send(success(await peer.command("bash", 2), result("2")));
    await peer.command("bash", 3);
    expect(commands()).toEqual(["one", "two", "three"]);
    peer.answers.abort_bash = (command) => {
      const last = peer.received("bash").at(-1) as WireRecord;
      return [success(last, result("", { cancelled: true })), success(command)];
    };
    await nvim.command("PiBash four");
    await nvim.waitForChat("!four");
    await nvim.command("PiAbortBash");
    await nvim.waitFor(() => nvim.screen.text().match(/stopped/g)?.length === 2, { what: "the end of both" });
    expect(commands()).toEqual(["one", "two", "three"]);
  });

  it("come back into the prompt when pi refuses them", async () => {
    const { nvim } = await launchWithPeer(editor, { bash: (command) => [failure(command, "no shell here")] });
    await sendFromPrompt(nvim, "!ls");
    await nvim.waitForChat("The command was not run: no shell here");
    expect(await nvim.promptText()).toBe("!ls");
    expect(await nvim.chatText()).not.toContain("!ls");
  });

  it("are marked as stopped when pi dies under them", async () => {
    const { nvim, peer } = await launchWithPeer(editor, { bash: () => [] });
    await sendFromPrompt(nvim, "!sleep 100");
    await peer.command("bash");
    await nvim.waitForText("running");
    nvim.expectError(/boom/);
    peer.exit(3, "boom\n");
    await nvim.waitForText("stopped");
    expect(await nvim.promptText()).toBe("");
  });

  it("are told from prompts while they are typed", async () => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.keys("i!ls");
    await nvim.waitForText(/─ shell ─/);
    await nvim.keys("<Home>!");
    await nvim.waitForText(/─ shell, unseen by the model ─/);
    await nvim.keys("<BS><Del>");
    await nvim.waitFor(() => !nvim.screen.text().includes("shell"), { what: "a prompt again" });
  });

  it("need something to run", async () => {
    const { nvim, peer } = await launchWithPeer(editor, { ...unknownToOldPi() });
    await sendFromPrompt(nvim, "!! ");
    await nvim.waitFor(async () => (await nvim.messages()).includes("type a shell command after the !"));
    expect(await nvim.promptText()).toBe("!! ");
    expect(peer.received("bash")).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { editors, hostOf } from "../support/e2e";
import { count } from "../support/inOrder";
import { defaultAnswer, replies } from "../support/peerAnswers";
import type { RunningProcess } from "../support/processes";
import { delta, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const DEADLINE = 1_000;
const CONFIRM = { type: "extension_ui_request", id: "q1", method: "confirm", title: "Sure?", message: "Really?" };

/** Case 10: one message with the exit code and the end of stderr, in the chat or as a notice. */
async function expectObituary({ nvim }: WithPeer, code: string, stderr: string): Promise<void> {
  nvim.expectError(new RegExp(stderr));
  const isTold = async () => {
    const told = `${await nvim.messages()}\n${await nvim.chatText()}`;
    return told.includes(stderr) && new RegExp(`\\b${code}\\b`).test(told);
  };
  await nvim.waitFor(isTold, { deadline: DEADLINE, what: `a message with ${code} and ${stderr}` });
  await nvim.waitFor(async () => (await nvim.status()).busy === false, { deadline: DEADLINE, what: "pi to be idle" });
  expect(count(await nvim.messages(), stderr)).toBeLessThanOrEqual(1);
  const chat = await nvim.chatText();
  expect(count(chat, stderr), chat).toBeLessThanOrEqual(1);
}

/** The next prompt starts pi again, in the same host. */
async function expectRecovery({ nvim, peer }: WithPeer, host: RunningProcess | undefined): Promise<void> {
  Object.assign(peer.answers, replies("Back again."));
  await nvim.command("PiPrompt are you there?");
  await nvim.waitForChat("Back again.");
  expect(peer.processes).toHaveLength(2);
  expect(host).toBeDefined();
  expect(hostOf(nvim)).toEqual(host);
}

describe.each(editors)("When pi dies, on $name", (editor) => {
  it("before it has said anything: the prompt comes back", async () => {
    const all = await launchWithPeer(editor, { get_state: () => [], prompt: () => [] });
    await all.nvim.command("PiPrompt keep me");
    await all.peer.started();
    const host = hostOf(all.nvim);
    all.peer.exit(3, "boom\n");
    await expectObituary(all, "3", "boom");
    await all.nvim.waitFor(async () => (await all.nvim.promptText()).includes("keep me"), { deadline: DEADLINE });
    all.peer.answers.get_state = undefined;
    await expectRecovery(all, host);
  });

  it("in mid reply: what came stays and is marked as cut off", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("Half a rep"));
    await all.nvim.waitForChat("Half a rep");
    const host = hostOf(all.nvim);
    all.peer.exit(3, "boom\n");
    await expectObituary(all, "3", "boom");
    expect(await all.nvim.chatText()).toContain("Half a rep");
    expect(await all.nvim.events("PiExit")).toHaveLength(1);
    await expectRecovery(all, host);
  });

  it("by a signal: its name is told", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("Half a rep"));
    await all.nvim.waitForChat("Half a rep");
    const host = hostOf(all.nvim);
    process.kill(all.peer.current.pid, "SIGKILL");
    await expectObituary(all, "SIGKILL", "SIGKILL");
    await expectRecovery(all, host);
  });

  it("while it asks something: nothing is answered", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), CONFIRM, delta("Waiting"));
    await all.nvim.waitForChat("Waiting");
    const host = hostOf(all.nvim);
    all.peer.exit(3, "boom\n");
    await expectObituary(all, "3", "boom");
    expect(all.peer.received("extension_ui_response")).toEqual([]);
    await expectRecovery(all, host);
  });

  it("with half a record written: the half is no error of its own", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("whole"));
    all.peer.sendBytes(Buffer.from('{"type":"message_update","assistantMess'));
    await all.nvim.waitForChat("whole");
    const host = hostOf(all.nvim);
    all.peer.exit(3, "boom\n");
    await expectObituary(all, "3", "boom");
    await expectRecovery(all, host);
  });

  it("with prompts in flight and in its queue: their texts come back", async () => {
    const all = await launchWithPeer(editor);
    const { nvim, peer } = all;
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("Working"));
    await nvim.waitForChat("Working");
    peer.answers.prompt = (command) => [
      defaultAnswer({ ...command, type: "steer" }),
      { type: "queue_update", steering: [command.message], followUp: [] },
    ];
    await nvim.command("PiPrompt the queued one");
    await peer.command("prompt", 2);
    peer.answers.prompt = () => [];
    await nvim.command("PiPrompt the unanswered one");
    await peer.command("prompt", 3);
    peer.exit(3, "boom\n");
    await expectObituary(all, "3", "boom");
    await nvim.waitFor(async () => /queued one[\s\S]*unanswered one/.test(await nvim.promptText()), {
      deadline: DEADLINE,
      context: async () => `prompt: ${await nvim.promptText()}\n${await nvim.describe()}`,
    });
  });

  it("by no longer reading: the next prompt does not hang forever and does not end the host", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    const host = hostOf(all.nvim);
    all.peer.order({ kind: "closeStdin" });
    await all.nvim.waitFor(() => all.peer.current.stdinEnded, { what: "the end of its reading" });
    all.nvim.expectError(/pi/i);
    await all.nvim.command("PiPrompt into the void");
    await all.nvim.waitFor(async () => (await all.nvim.promptText()).includes("into the void"));
    await expectRecovery(all, host);
  });

  it("at once after every start: one start for each prompt, no more, also where the prompt comes long after", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    const wrapper = nvim.workspace.write(
      "crash",
      `#!/bin/sh\necho start >> '${nvim.workspace.path("starts")}'\necho no luck >&2\nexit 1\n`,
      0o755,
    );
    await nvim.lua("require('pi').setup({ cmd = ... })", wrapper);
    await nvim.lua(`require("pi").add_mention({ name = "late", async = true,
      resolve = function(_, callback) _G.release = callback end })`);
    nvim.expectError(/no luck/);
    for (const [index, text] of ["attempt 1", "attempt 2", "@late 3"].entries()) {
      await nvim.command(`PiPrompt ${text}`);
      const deaths = async () => (await nvim.events("PiExit")).length === index + 1;
      await nvim.waitFor(deaths, { what: `death ${index + 1}` });
      await nvim.lua("if _G.release then _G.release('x') end");
      await nvim.waitFor(async () => (await nvim.promptText()).includes(text));
      await nvim.waitFor(async () => `${await nvim.messages()}${await nvim.chatText()}`.includes("no luck"));
      const starts = await nvim.lua<string[]>("return vim.fn.readfile(...)", nvim.workspace.path("starts"));
      expect(starts).toHaveLength(index + 1);
    }
    expect(peer.processes).toEqual([]);
  });
});

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { count, expectInOrder } from "../support/inOrder";
import { failure, idleState, replies, success, unknownToOldPi } from "../support/peerAnswers";
import { agentEnd, asOldPi, delta, replyEnd, run, runStart, settled, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const RETRY = { type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 2_000, errorMessage: "529 overloaded" };
const RETRY_DONE = { type: "auto_retry_end", success: true, attempt: 1 };

/** Case 7: a run that fails, is retried, overflows, is compacted, and comes to an end. */
async function retriedRun({ nvim, peer }: WithPeer, shape: (records: WireRecord[]) => WireRecord[]): Promise<void> {
  const send = (...records: WireRecord[]) => peer.send(...shape(records));
  const isStillBusy = async () => {
    await nvim.waitForStatus({ busy: true });
    expect(await nvim.events("PiAgentSettled")).toEqual([]);
  };
  await nvim.command("PiPrompt go");
  await peer.command("prompt");
  const failed = { stopReason: "error", errorMessage: "529 overloaded" };
  send(...runStart("go"), delta("first"), ...replyEnd("first", failed), agentEnd(true), RETRY);
  await nvim.waitFor(async () => /retry/i.test((await nvim.status()).activity as string));
  await isStillBusy();
  send(...runStart(), delta("second"));
  await nvim.waitForChat("second");
  await isStillBusy();
  send(...replyEnd("second"), RETRY_DONE, agentEnd(), { type: "compaction_start", reason: "overflow" });
  await nvim.waitFor(async () => /compact/i.test((await nvim.status()).activity as string));
  await isStillBusy();
  const result = {
    summary: "It was said.",
    firstKeptEntryId: "a",
    tokensBefore: 150_000,
    estimatedTokensAfter: 32_000,
  };
  send({ type: "compaction_end", reason: "overflow", result, aborted: false, willRetry: true });
  send(...runStart(), delta("third"));
  await nvim.waitForChat("third");
  await isStillBusy();
  send(...replyEnd("third"), agentEnd(), settled());
}

describe.each(editors)("The life of a run, on $name", (editor) => {
  it("ends only when pi has settled, not before a retry or a compaction", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await retriedRun({ nvim, peer }, (records) => records);
    await nvim.waitUntilSettled();
    const chat = await nvim.chatText();
    expectInOrder(chat, "second", "third");
    expect(chat.match(/second/g)).toHaveLength(1);
    expect(await nvim.events("PiAgentSettled")).toHaveLength(1);
    expect(await nvim.events("PiAgentStart")).toHaveLength(1);
  });

  it("ends the same way on a pi that never says it has settled", async () => {
    const state = { ...idleState, isStreaming: true };
    const answers = { ...unknownToOldPi(), get_state: (command: WireRecord) => [success(command, state)] };
    const { nvim, peer } = await launchWithPeer(editor, answers);
    await retriedRun({ nvim, peer }, asOldPi);
    await nvim.waitForChat("third");
    state.isStreaming = false;
    await nvim.waitUntilSettled();
    expect(await nvim.events("PiAgentSettled")).toHaveLength(1);
  });

  it("does not take a retry that succeeds for an error", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await retriedRun({ nvim, peer }, (records) => records);
    await nvim.waitUntilSettled();
    const [end] = await nvim.events("PiAgentSettled");
    expect(end?.data).toMatchObject({ outcome: "done" });
  });
});

describe.each(editors)("A command that starts no run, on $name", (editor) => {
  const notify = { type: "extension_ui_request", id: "n1", method: "notify", message: "pong", notifyType: "info" };

  it("leaves pi idle at once when pi says that it was handled", async () => {
    const prompt = (command: WireRecord) => [notify, success(command, { disposition: "handled" })];
    const { nvim, peer } = await launchWithPeer(editor, { prompt });
    await nvim.command("PiPrompt /ping");
    await peer.command("prompt");
    await nvim.waitForText("/ping");
    const isIdle = async () => (await nvim.status()).busy === false && !nvim.screen.text().includes("sending");
    await nvim.waitFor(isIdle, { deadline: 500, what: "pi to be idle" });
    await nvim.command("PiPrompt next");
    expect(await peer.command("prompt", 2)).toMatchObject({ message: "next" });
    expect(peer.received("prompt")[1]).not.toHaveProperty("streamingBehavior");
    expect(peer.received("extension_ui_response")).toEqual([]);
  });

  it("leaves pi idle when an old pi says nothing about it", async () => {
    const { nvim, peer } = await launchWithPeer(editor, unknownToOldPi());
    await nvim.command("PiPrompt /ping");
    await nvim.waitFor(async () => (await nvim.status()).busy === true, { what: "the prompt to be under way" });
    await peer.command("prompt");
    await nvim.waitFor(async () => (await nvim.status()).busy === false, { deadline: 2_000, what: "pi to be idle" });
    await nvim.command("PiPrompt next");
    expect(await peer.command("prompt", 2)).not.toHaveProperty("streamingBehavior");
  });

  it("waits for the end of the run when the command starts one after all", async () => {
    const state = { ...idleState };
    const answers = { ...unknownToOldPi(), get_state: (command: WireRecord) => [success(command, state)] };
    const { nvim, peer } = await launchWithPeer(editor, answers);
    await nvim.command("PiPrompt /work");
    await peer.command("prompt");
    // What is tested is that the run comes later than the answer; nothing waits for this time to pass.
    await pause(300);
    state.isStreaming = true;
    peer.send(...asOldPi([...runStart("/work"), delta("half")]));
    await nvim.waitForChat("half");
    await nvim.waitForStatus({ busy: true });
    state.isStreaming = false;
    peer.send(...asOldPi([...replyEnd("half"), agentEnd()]));
    await nvim.waitUntilSettled();
  });

  it("shows the same reply once, whichever pi it comes from", async () => {
    const { nvim: current } = await launchWithPeer(editor, replies("One reply, once."));
    const { nvim: old } = await launchWithPeer(editor, {
      ...unknownToOldPi(),
      prompt: (command) => [
        success(command),
        ...asOldPi(run("One reply, once.", { prompt: command.message as string })),
      ],
    });
    for (const nvim of [current, old]) {
      await nvim.command("PiPrompt hello");
      await nvim.waitForChat("One reply, once.");
      await nvim.waitUntilSettled();
      expect(count(await nvim.chatText(), "One reply, once.")).toBe(1);
    }
  });

  it("ignores records it does not know and goes on", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt hello");
    await peer.command("prompt");
    const strange: WireRecord[] = [
      { type: "brand_new_event" },
      { type: "message_update" },
      { type: "message_update", assistantMessageEvent: { type: "hologram_delta", contentIndex: 0, delta: "?" } },
      { noType: true },
      { type: "response", id: "nobody", command: "prompt", success: true },
    ];
    peer.send(...runStart("hello"), ...strange, delta("all is "), ...strange, delta("well"));
    peer.sendBytes(Buffer.from('no json\n[]\nnull\n"text"\n\n'));
    peer.send(...replyEnd("all is well"), agentEnd(), settled());
    await nvim.waitForChat("all is well");
    await nvim.waitUntilSettled();
  });
});

describe("A summary that is tried again outside of a run", () => {
  it("counts down, and no longer than it is shown", async () => {
    const { nvim, peer } = await launchWithPeer(editors[0]!, {}, { width: 200 });
    await nvim.command("PiOpen");
    await peer.command("get_state");
    peer.send(
      { type: "compaction_start", reason: "manual" },
      { ...RETRY, type: "summarization_retry_scheduled", source: "compaction", delayMs: 2_500 },
    );
    await nvim.waitForText(/summarizing again, try 1 of 3 +in 3 s/);
    await nvim.waitForText(/summarizing again, try 1 of 3 +in 2 s/, { deadline: 2_000 });
    peer.send({ type: "summarization_retry_attempt_start", source: "compaction" });
    await nvim.waitFor(() => !/in \d s/.test(nvim.screen.text()));
  });
});

describe("A refused start", () => {
  it("gives the prompt back when pi refuses it", async () => {
    const editor = editors[0]!;
    const { nvim } = await launchWithPeer(editor, { prompt: (command) => [failure(command, "No model selected")] });
    await nvim.command("PiPrompt precious words");
    await nvim.waitFor(async () => (await nvim.promptText()).includes("precious words"));
    await nvim.waitFor(async () => `${await nvim.chatText()}${await nvim.messages()}`.includes("No model is selected"));
    nvim.expectError(/No model is selected/);
    await nvim.waitForStatus({ busy: false });
  });
});

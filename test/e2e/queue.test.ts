import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { count, expectInOrder } from "../support/inOrder";
import { type Answers, failure, success, unknownToOldPi } from "../support/peerAnswers";
import { delta, message, replyEnd, runEnd, runStart, userMessage, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const BUSY = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";

const queued = (...steering: string[]) => ({ type: "queue_update", steering, followUp: [] });

/** A run under way that has said "Working". */
async function busy(editor: Editor, answers: Answers = {}): Promise<WithPeer> {
  const all = await launchWithPeer(editor, answers);
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  all.peer.send(...runStart("go"), delta("Working"));
  await all.nvim.waitForChat("Working");
  return all;
}

describe.each(editors)("A message sent during a run, on $name", (editor) => {
  it("names a mode, is shown as queued, and moves behind the reply when pi echoes it", async () => {
    const { nvim, peer } = await busy(editor);
    peer.answers.prompt = (command) => [success(command, { disposition: "queued" }), queued("B the second")];
    await nvim.command("PiPrompt B the second");
    expect(await peer.command("prompt", 2)).toMatchObject({ message: "B the second", streamingBehavior: "steer" });
    await nvim.waitForText(/1 queued/);
    peer.send(delta(" on it."), ...replyEnd("Working on it."), queued(), { type: "turn_start" });
    peer.send(...message(userMessage("B the second")), ...runStart().slice(2), delta("Reply to B"));
    await nvim.waitForChat("Reply to B");
    peer.send(...runEnd("Reply to B"));
    await nvim.waitUntilSettled();
    const chat = await nvim.chatText();
    expectInOrder(chat, "Working on it.", "B the second", "Reply to B");
    expect(count(chat, "B the second")).toBe(1);
    await nvim.waitFor(() => !nvim.screen.text().includes("1 queued"));
  });

  it("with a bang waits as a follow-up", async () => {
    const { nvim, peer } = await busy(editor);
    await nvim.command("PiPrompt! later");
    await nvim.waitFor(() => {
      const followUp = peer.received("follow_up")[0] ?? peer.received("prompt")[1];
      return followUp?.type === "follow_up" || followUp?.streamingBehavior === "followUp";
    });
  });

  it("is not lost when pi becomes busy just before it: it is sent again with a mode, once", async () => {
    let attempts = 0;
    const prompt = (command: WireRecord) => {
      attempts++;
      if (command.streamingBehavior !== undefined) return [success(command, { disposition: "queued" }), queued("race")];
      return [...runStart("someone else's"), failure(command, BUSY)];
    };
    const { nvim, peer } = await launchWithPeer(editor, { prompt });
    await nvim.command("PiPrompt race");
    await peer.command("prompt", 2);
    peer.send(...replyEnd("x"), queued(), ...message(userMessage("race")), ...runStart().slice(2), ...runEnd("Won."));
    await nvim.waitForChat("Won.");
    expect(attempts).toBe(2);
    expect(await nvim.promptText()).toBe("");
    expect(`${await nvim.messages()}${await nvim.chatText()}`).not.toContain("streamingBehavior");
  });

  it("comes back into the prompt when pi stays unwilling", async () => {
    const { nvim, peer } = await busy(editor);
    peer.answers.prompt = (command) => [failure(command, BUSY)];
    peer.answers.steer = peer.answers.prompt;
    nvim.expectError(/pi/i);
    await nvim.command("PiPrompt stubborn words");
    await nvim.waitFor(async () => (await nvim.promptText()).includes("stubborn words"));
    expect(peer.received("prompt").length + peer.received("steer").length).toBeLessThanOrEqual(3);
  });
});

describe.each(editors)("Stopping with queued messages, on $name", (editor) => {
  async function withQueue(answers: Answers = {}): Promise<WithPeer> {
    const all = await busy(editor, answers);
    all.peer.answers.prompt = (command) => [success(command, { disposition: "queued" })];
    await all.nvim.command("PiPrompt queued one");
    await all.nvim.command("PiPrompt queued two");
    await all.peer.command("prompt", 3);
    all.peer.send(queued("queued one", "queued two"));
    await all.nvim.command("PiOpen");
    await all.nvim.keys("idraft<Esc>");
    await all.nvim.waitFor(async () => (await all.nvim.promptText()) === "draft");
    await all.nvim.waitForText(/2 queued/);
    return all;
  }

  const aborted = () => [...runEnd("Working", { stopReason: "aborted" })];

  it("takes them back into the prompt before what is there, and only then stops", async () => {
    const { nvim, peer } = await withQueue({
      clear_queue: (command) => [success(command, { steering: ["queued one", "queued two"], followUp: [] }), queued()],
      abort: (command) => [...aborted(), success(command)],
    });
    await nvim.command("PiAbort");
    await nvim.waitUntilSettled();
    expect(peer.commandTypes().slice(-2)).toEqual(["clear_queue", "abort"]);
    expectInOrder(await nvim.promptText(), "queued one", "queued two", "draft");
    await nvim.waitForStatus({ busy: false, queue: { steering: [], followUp: [] } });
    const chat = await nvim.chatText();
    expect(chat).not.toContain("queued one");
  });

  it("says that they are still queued where pi cannot give them back", async () => {
    const { nvim, peer } = await withQueue({
      ...unknownToOldPi(),
      abort: (command) => [...aborted().filter(({ type }) => type !== "agent_settled"), success(command)],
    });
    await nvim.command("PiAbort");
    await peer.command("abort");
    const told = async () => `${await nvim.messages()}\n${await nvim.chatText()}\n${nvim.screen.text()}`;
    await nvim.waitFor(async () => /still[^.]*queue|queue[^.]*still/i.test(await told()), {
      what: "word of the queue",
    });
    expect(await nvim.promptText()).toContain("draft");
  });

  it("leaves the editor responsive while pi takes its time", async () => {
    const { nvim, peer } = await withQueue({
      clear_queue: (command) => [success(command, { steering: ["queued one", "queued two"], followUp: [] }), queued()],
      abort: () => [],
    });
    await nvim.command("PiAbort");
    const abort = await peer.command("abort");
    await nvim.keys("Gofurther thoughts<Esc>");
    await nvim.waitFor(async () => (await nvim.promptText()).includes("further thoughts"), { deadline: 1_000 });
    await nvim.waitForStatus({ busy: true });
    peer.send(...aborted());
    peer.answer(abort);
    await nvim.waitUntilSettled();
    expectInOrder(await nvim.promptText(), "queued one", "draft", "further thoughts");
    expect(peer.received("abort")).toHaveLength(1);
  });

  it("stops a run without a queue with <C-c> in the transcript", async () => {
    const { nvim, peer } = await busy(editor, { abort: (command) => [...aborted(), success(command)] });
    await nvim.command("PiOpen");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("<C-c>");
    await nvim.waitUntilSettled();
    expect(peer.received("abort")).toHaveLength(1);
    expect((await nvim.events("PiAgentSettled"))[0]?.data).toMatchObject({ outcome: "aborted" });
  });
});

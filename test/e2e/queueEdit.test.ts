import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { type Editor, editors, matrix } from "../support/e2e";
import { count, expectInOrder } from "../support/inOrder";
import { says } from "../support/modelScript";
import { type Answers, success, unknownToOldPi } from "../support/peerAnswers";
import { Gate, launchWithModel, userTexts } from "../support/realPi";
import { delta, message, runStart, userMessage, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const update = (steering: readonly string[], followUp: readonly string[] = []) => ({
  type: "queue_update",
  steering,
  followUp,
});

/** A run under way, with two messages that steer and one that follows. */
async function withQueue(editor: Editor, answers: Answers = {}): Promise<WithPeer> {
  const all = await launchWithPeer(editor, answers);
  const { nvim, peer } = all;
  await nvim.command("PiPrompt go");
  await peer.command("prompt");
  peer.send(...runStart("go"), delta("Working"));
  await nvim.waitForChat("Working");
  peer.answers.prompt = (command) => [success(command, { disposition: "queued" })];
  await nvim.command("PiPrompt steer one");
  await nvim.command("PiPrompt steer two");
  await nvim.command("PiPrompt! follow later");
  await peer.command("prompt", 3);
  await peer.command("follow_up");
  peer.send(update(["steer one", "steer two"], ["follow later"]));
  await nvim.waitForText(/3 queued/);
  return all;
}

const clears = (steering: readonly string[], followUp: readonly string[]) => (command: WireRecord) => [
  update([]),
  success(command, { steering, followUp }),
];

async function pick(nvim: Driver, text: string): Promise<void> {
  await nvim.command("PiOpen");
  await nvim.command("PiQueue");
  await nvim.waitForText(/Queue/);
  await nvim.type(text);
  await nvim.waitForText(/1 of \d/);
}

describe.each(editors)("The queue, on $name", (editor) => {
  it("is shown with the kind of each message", async () => {
    const { nvim } = await withQueue(editor);
    await nvim.waitForText(/steer: steer o.*3 queued/);
    const kinds = /queued to steer[\s\S]*queued to steer[\s\S]*queued as follow-up/;
    await nvim.waitForText(kinds);
    await nvim.command("PiOpen");
    await nvim.command("PiQueue");
    await nvim.waitForText(/steer one +steer/);
    expect(nvim.screen.text()).toMatch(/follow later +follow-up/);
  });

  it("gives one message back to edit, and the others wait on in their order", async () => {
    const { nvim, peer } = await withQueue(editor, {
      clear_queue: clears(["steer one", "steer two"], ["follow later"]),
    });
    await pick(nvim, "steer one");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.promptText()) === "steer one", { what: "the message in the prompt" });
    await peer.command("prompt", 5);
    const again = peer.received("prompt").slice(3);
    expect(again.map((command) => [command.message, command.streamingBehavior])).toEqual([
      ["steer two", "steer"],
      ["follow later", "followUp"],
    ]);
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("steer one"), { what: "the end of its block" });
    expect(peer.received("abort")).toEqual([]);
  });

  it("drops one message", async () => {
    const { nvim, peer } = await withQueue(editor, {
      clear_queue: clears(["steer one", "steer two"], ["follow later"]),
    });
    await pick(nvim, "later");
    await nvim.keys("<C-x>");
    await peer.command("prompt", 5);
    expect(
      peer
        .received("prompt")
        .slice(3)
        .map(({ message }) => message),
    ).toEqual(["steer one", "steer two"]);
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("follow later"));
    expect(await nvim.promptText()).toBe("");
  });

  it.each([
    ["edit: take it back into the prompt", "steer one"],
    ["drop", ""],
  ])("is changed through a vim.ui.select of the user's, which has no keys for it: %s", async (way, prompt) => {
    const { nvim, peer } = await withQueue(editor, {
      clear_queue: clears(["steer one", "steer two"], ["follow later"]),
    });
    await nvim.lua(
      `local wanted = { ... }
      vim.ui.select = function(items, opts, on_choice)
        for i, item in ipairs(items) do
          if opts.format_item(item):find(wanted[1], 1, true) == 1 then
            table.remove(wanted, 1)
            return on_choice(item, i)
          end
        end
      end`,
      "steer one",
      way,
    );
    await nvim.command("PiQueue");
    await peer.command("prompt", 5);
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("steer one"), { what: "the end of its block" });
    expect(await nvim.promptText()).toBe(prompt);
  });

  it("loses and doubles nothing when pi has taken some meanwhile", async () => {
    const { nvim, peer } = await withQueue(editor, {
      clear_queue: (command) => [
        update(["steer two"], ["follow later"]),
        ...message(userMessage("steer one")),
        update([]),
        success(command, { steering: ["steer two"], followUp: ["follow later"] }),
      ],
    });
    await pick(nvim, "steer one");
    await nvim.keys("<CR>");
    await nvim.waitForChat("pi has already taken that message");
    await peer.command("prompt", 5);
    expect(await nvim.promptText()).toBe("");
    const chat = await nvim.chatText();
    for (const text of ["steer one", "steer two", "follow later"]) expect(count(chat, text)).toBe(1);
  });

  it("comes back as a whole with a key, and pi goes on", async () => {
    const { nvim, peer } = await withQueue(editor, {
      clear_queue: clears(["steer one", "steer two"], ["follow later"]),
    });
    await nvim.command("PiOpen");
    await nvim.keys("idraft<M-Up>");
    await nvim.waitFor(async () => (await nvim.promptText()).includes("steer one"));
    expectInOrder(await nvim.promptText(), "steer one", "steer two", "follow later", "draft");
    expect(peer.received("abort")).toEqual([]);
    await nvim.waitForStatus({ busy: true });
  });

  it("of an older pi is copied, and it is said that pi still holds it", async () => {
    const { nvim, peer } = await withQueue(editor, unknownToOldPi());
    await nvim.command("PiOpen");
    await nvim.keys("<M-Up>");
    await nvim.waitForChat("it still holds 3 queued messages");
    await nvim.waitFor(async () => (await nvim.promptText()) === "steer one\n\nsteer two\n\nfollow later");
    await nvim.waitForText(/3 queued/);
    await nvim.keys("<M-Up>");
    await nvim.waitFor(async () => count(await nvim.chatText(), "it still holds 3") === 2, { what: "the second try" });
    // They are in the prompt once, also when pi ends before it has taken them.
    nvim.expectError(/boom/);
    peer.exit(3, "boom\n");
    await nvim.waitForChat("boom");
    expect(count(await nvim.promptText(), "steer one")).toBe(1);
  });
});

describe.each(editors)("A message during a compaction, on $name", (editor) => {
  async function compacting(): Promise<WithPeer> {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiOpen");
    await all.peer.command("get_state");
    all.peer.send({ type: "compaction_start", reason: "manual" });
    await all.nvim.waitForText("compacting");
    await all.nvim.command("PiPrompt held one");
    await all.nvim.command("PiPrompt held two");
    await all.nvim.waitForText("waits for the compaction");
    return all;
  }
  const end = { type: "compaction_end", reason: "manual", aborted: true, willRetry: false };

  it("is held, and sent after it in its order", async () => {
    const { nvim, peer } = await compacting();
    expect(peer.received("prompt")).toEqual([]);
    peer.send(end);
    await peer.command("prompt", 2);
    expect(peer.received("prompt")).toMatchObject([
      { message: "held one" },
      { message: "held two", streamingBehavior: "steer" },
    ]);
    await nvim.waitFor(() => !nvim.screen.text().includes("waits for the compaction"));
  });

  it("comes back into the prompt when it is stopped", async () => {
    const { nvim, peer } = await compacting();
    peer.answers.abort = (command) => [end, success(command)];
    await nvim.command("PiAbort");
    await nvim.waitFor(async () => (await nvim.promptText()) === "held one\n\nheld two", { what: "both messages" });
    await nvim.waitFor(async () => (await nvim.status()).busy === false);
    expect(peer.received("prompt")).toEqual([]);
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("held"), { what: "the end of their blocks" });
  });

  it("comes back into the prompt when pi dies", async () => {
    const { nvim, peer } = await compacting();
    nvim.expectError(/boom/);
    peer.exit(3, "boom\n");
    await nvim.waitFor(async () => (await nvim.promptText()) === "held one\n\nheld two", { what: "both messages" });
    await nvim.waitForChat("boom");
    expect(peer.processes).toHaveLength(1);
  });
});

describe("The queue of a real pi", () => {
  const configuration = matrix[0]!;

  it("gives a message back, and the model gets the others, each once", async () => {
    const gate = new Gate();
    const { nvim, model } = await launchWithModel(configuration, [
      { parts: [{ text: "Begin. " }, { hold: gate.opened }, { text: "The end." }] },
      says("Second."),
      says("Third."),
      says("Fourth."),
    ]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("Begin.");
    await nvim.command("PiPrompt wrong way");
    await nvim.command("PiPrompt right way");
    await nvim.command("PiPrompt! and then this");
    await nvim.waitForText(/3 queued/);
    await pick(nvim, "wrong");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.promptText()) === "wrong way", { what: "the message in the prompt" });
    await nvim.waitForText(/2 queued/);
    gate.open();
    await nvim.waitUntilSettled();
    const texts = userTexts(model.lastRequest);
    expect(texts.filter((text) => text === "right way")).toHaveLength(1);
    expectInOrder(texts.join("\n"), "go", "right way", "and then this");
    expect(texts.join("\n")).not.toContain("wrong way");
    const chat = await nvim.chatText();
    expectInOrder(chat, "Begin.", "right way", "and then this");
    expect(count(chat, "right way")).toBe(1);
  });

  it.each([0, 3, 10])("loses and doubles nothing when the run goes on %i ms before one is taken out", async (delay) => {
    const gate = new Gate();
    const answers = ["Second.", "Third.", "Fourth.", "Fifth."].map((text) => says(text));
    const { nvim, model } = await launchWithModel(configuration, [
      { parts: [{ text: "Begin. " }, { hold: gate.opened }, { text: "The end." }] },
      ...answers,
    ]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("Begin.");
    for (const text of ["alpha", "beta", "gamma"]) await nvim.command(`PiPrompt ${text}`);
    await nvim.waitForText(/3 queued/);
    await pick(nvim, "alpha");
    gate.open();
    await new Promise((resolve) => setTimeout(resolve, delay));
    await nvim.keys("<CR>");
    const said = () => userTexts(model.lastRequest).join("\n");
    const everywhere = async () => `${said()}\n${await nvim.promptText()}`;
    await nvim.waitFor(async () => {
      const isIdle = (await nvim.status()).busy === false;
      return isIdle && /beta/.test(said()) && /gamma/.test(said()) && /alpha/.test(await everywhere());
    });
    for (const text of ["alpha", "beta", "gamma"]) expect(count(await everywhere(), text)).toBe(1);
    const chat = await nvim.chatText();
    for (const text of ["beta", "gamma"]) expect(count(chat, text)).toBe(1);
    expect(nvim.screen.text()).not.toMatch(/queued|sending/);
  });
});

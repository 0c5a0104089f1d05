import { describe, expect, it } from "vitest";
import { editors, matrix } from "../support/e2e";
import { count } from "../support/inOrder";
import { says } from "../support/modelScript";
import { failure } from "../support/peerAnswers";
import { launchWithModel } from "../support/realPi";
import { agentEnd, delta, replyEnd, runEnd, runStart, settled, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** Transcript and messages together: where a person can have read something. */
async function told({ nvim }: Pick<WithPeer, "nvim">): Promise<string> {
  return `${await nvim.chatText()}\n${await nvim.messages()}`;
}

/** Case 13: visible exactly once in the chat, and pi is idle. */
async function expectToldOnce(all: Pick<WithPeer, "nvim">, error: string): Promise<void> {
  await all.nvim.waitFor(async () => (await told(all)).includes(error), { what: `"${error}" to be told` });
  await all.nvim.waitFor(async () => (await all.nvim.status()).busy === false, { what: "pi to be idle" });
  expect(count(await told(all), error)).toBe(1);
}

async function duringRun(editor: (typeof editors)[number], ...records: WireRecord[]): Promise<WithPeer> {
  const all = await launchWithPeer(editor);
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  all.peer.send(...runStart("go"), delta("Part of it"), ...records);
  await all.nvim.waitForChat("Part of it");
  return all;
}

describe.each(editors)("A turn that fails, on $name", (editor) => {
  it("shows the provider's error once and keeps the text before it", async () => {
    const failed = { stopReason: "error", errorMessage: "401 token expired" };
    const all = await duringRun(editor, ...runEnd("Part of it", failed));
    await expectToldOnce(all, "401 token expired");
    expect(await all.nvim.chatText()).toContain("Part of it");
    const [end] = await all.nvim.events("PiAgentSettled");
    expect(end?.data).toMatchObject({ outcome: "error" });
  });

  it("shows the error of an empty reply in the colours of an error", async () => {
    const all = await launchWithPeer(editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    const failed = { stopReason: "error", errorMessage: "401 token expired" };
    all.peer.send(...runStart("go").slice(0, -1), ...runEnd("", failed));
    await expectToldOnce(all, "401 token expired");
    await all.nvim.waitForText("401 token expired");
    const groups = all.nvim.screen.groupsOf("401 token expired").join(" ");
    expect(groups).toMatch(/Error/);
  });

  it("shows the last error of retries that were used up once", async () => {
    const failed = { stopReason: "error", errorMessage: "529 overloaded" };
    const start = { type: "auto_retry_start", attempt: 1, maxAttempts: 1, delayMs: 1, errorMessage: "529 overloaded" };
    const end = { type: "auto_retry_end", success: false, attempt: 1, finalError: "529 overloaded" };
    const again = [...runStart().slice(0, -1), ...replyEnd("", failed), agentEnd()];
    const all = await duringRun(
      editor,
      ...replyEnd("Part of it", failed),
      agentEnd(true),
      start,
      ...again,
      end,
      settled(),
    );
    await expectToldOnce(all, "529 overloaded");
  });

  it("says that a refused prompt was refused and gives its text back", async () => {
    const all = await launchWithPeer(editor, { prompt: (command) => [failure(command, "No API key for scripted")] });
    all.nvim.expectError(/pi has no login for scripted/);
    await all.nvim.command("PiPrompt my words");
    await expectToldOnce(all, "pi has no login for scripted");
    await all.nvim.waitFor(async () => (await all.nvim.promptText()).includes("my words"));
  });

  it("calls an abort by the user stopped, not an error", async () => {
    const aborted = { stopReason: "aborted", errorMessage: "Request was aborted" };
    const all = await duringRun(editor, ...runEnd("Part of it", aborted));
    await all.nvim.waitUntilSettled();
    expect(await told(all)).toMatch(/stopped|aborted/i);
    expect(await told(all)).not.toMatch(/error/i);
    expect((await all.nvim.events("PiAgentSettled"))[0]?.data).toMatchObject({ outcome: "aborted" });
  });

  it("shows the error of an extension once and goes on", async () => {
    const error = { type: "extension_error", extensionPath: "/x/guard.ts", event: "tool_call", error: "guard tripped" };
    const all = await duringRun(editor, error, delta(" and more"), ...runEnd("Part of it and more"));
    await all.nvim.waitForChat("Part of it and more");
    all.nvim.expectError(/guard tripped/);
    await expectToldOnce(all, "guard tripped");
  });

  it("says that a reply was cut off by its length", async () => {
    const all = await duringRun(editor, ...runEnd("Part of it", { stopReason: "length" }));
    await all.nvim.waitForChat(/cut off|length|limit/i);
    await all.nvim.waitUntilSettled();
  });
});

describe.each(matrix)("A model that fails, on $name", (configuration) => {
  const overloaded = { status: 429, message: "slow down please" };

  it("is tried again after a 429, and the reply is shown as if nothing had been", async () => {
    const { nvim, model } = await launchWithModel(configuration, [overloaded, overloaded, says("Here I am.")]);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    expect(model.requests).toHaveLength(3);
    expect(count(await nvim.chatText(), "Here I am.")).toBe(1);
    expect((await nvim.events("PiAgentSettled")).map(({ data }) => data)).toMatchObject([{ outcome: "done" }]);
  });

  it("fails in the end when a 500 never stops: the error is told once, the next prompt works", async () => {
    const broken = { status: 500, message: "the server is on fire" };
    const answers = [...Array.from({ length: 4 }, () => broken), says("Back to work.")];
    const { nvim } = await launchWithModel(configuration, answers);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    expect(count(await told({ nvim }), "the server is on fire")).toBe(1);
    expect((await nvim.events("PiAgentSettled")).map(({ data }) => data)).toMatchObject([{ outcome: "error" }]);
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Back to work.");
  });

  it("is told apart when it stops at its limit", async () => {
    const reply = { ...says("It goes on and"), finish: "length" } as const;
    const { nvim } = await launchWithModel(configuration, [reply]);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    expect(await nvim.chatText()).toMatch(/It goes on and[\s\S]*(cut off|length|limit)/i);
  });

  it("breaks off in mid reply: pi tries again and the text is not doubled", async () => {
    const cut = { parts: [{ text: "The beginning" }, { cutOff: true }] } as const;
    const { nvim } = await launchWithModel(configuration, [cut, says("The beginning and the end.")]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("and the end.");
    await nvim.waitUntilSettled();
    expect(count(await nvim.chatText(), "The beginning and the end.")).toBe(1);
  });
});

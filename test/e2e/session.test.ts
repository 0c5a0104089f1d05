import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { expectInOrder } from "../support/inOrder";
import { says } from "../support/modelScript";
import { launchWithModel, userTexts } from "../support/realPi";

describe.each(matrix)("A session, on $name", (configuration) => {
  async function stopped(command: "PiStop" | "PiRestart") {
    const call = { tool: "bash", args: { command: "echo from-the-tool" } };
    const answers = [{ parts: [{ text: "Looking." }, call] }, says("First answer."), says("Second answer.")];
    const all = await launchWithModel(configuration, answers);
    await all.nvim.command("PiPrompt first question");
    await all.nvim.waitForChat("First answer.");
    await all.nvim.waitUntilSettled();
    const before = (await all.nvim.status()).sessionFile;
    const pid = (await all.nvim.status()).pid;
    await all.nvim.command(command);
    return { ...all, before, pid };
  }

  it("is named by the model after its first run where the user wants that, once", async () => {
    const isOld = configuration.pi.version.startsWith("0.74");
    const answers = [
      says("It **ends**."),
      ...(isOld ? [] : [says('"The end\u0007 of a %#loop#."\nAs asked.')]),
      says("Yes."),
    ];
    const { nvim, model } = await launchWithModel(configuration, answers, { setup: { titles: true } });
    await nvim.command("PiPrompt does it end?");
    await nvim.waitForChat("It **ends**.");
    await nvim.waitUntilSettled();
    // An older pi cannot.
    const sessionName = isOld ? undefined : "The end of a %#loop#";
    if (!isOld) await nvim.waitForStatus({ sessionName });
    await nvim.command("PiPrompt sure?");
    await nvim.waitForChat("Yes.");
    await nvim.waitUntilSettled(2);
    expect((await nvim.status()).sessionName).toBe(sessionName);
    expect(model.requests).toHaveLength(isOld ? 2 : 3);
    expect(userTexts(model.lastRequest)).toEqual(["does it end?", "sure?"]);
  });

  it("goes on after :PiStop with the next prompt: shown again, and known to the model", async () => {
    const { nvim, model, before, pid } = await stopped("PiStop");
    await nvim.waitFor(async () => (await nvim.status()).running === false, { what: "the end of pi" });
    expect(await nvim.chatText()).toContain("First answer.");
    await nvim.command("PiPrompt second question");
    await nvim.waitForChat("Second answer.");
    await nvim.waitUntilSettled();
    const after = await nvim.status();
    expect([after.sessionFile, after.pid === pid]).toEqual([before, false]);
    expect(userTexts(model.lastRequest)).toEqual(["first question", "second question"]);
    expectInOrder(
      await nvim.chatText(),
      "first question",
      "Looking.",
      "First answer.",
      "second question",
      "Second answer.",
    );
    expect((await nvim.chatText()).match(/First answer\./g)).toHaveLength(1);
  });

  it("is shown again after :PiRestart, tool calls with their results", async () => {
    const { nvim, before, pid } = await stopped("PiRestart");
    const isNew = async () => {
      const status = await nvim.status();
      return status.running === true && status.pid !== pid && status.pid !== undefined;
    };
    await nvim.waitFor(isNew, { what: "another pi" });
    await nvim.waitForChat("First answer.");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("zR");
    await nvim.waitForChat(/^\s*from-the-tool$/m);
    const chat = await nvim.chatText();
    expect(chat).toMatch(/^You\nfirst question/);
    expectInOrder(chat, "first question", "Looking.", "echo from-the-tool", "from-the-tool", "First answer.");
    await nvim.command("PiPrompt second question");
    await nvim.waitForChat("Second answer.");
    await nvim.waitForStatus({ sessionFile: before });
    expect((await nvim.chatText()).match(/First answer\./g)).toHaveLength(1);
  });

  it("goes on after pi was killed in mid reply", async () => {
    const { nvim, pid, before } = await stopped("PiRestart");
    await nvim.waitFor(async () => ![undefined, pid].includes((await nvim.status()).pid as number));
    nvim.expectError(/pi|SIGKILL/);
    process.kill((await nvim.status()).pid as number, "SIGKILL");
    await nvim.waitFor(async () => (await nvim.status()).running === false);
    await nvim.command("PiPrompt second question");
    await nvim.waitForChat("Second answer.");
    await nvim.waitForStatus({ sessionFile: before });
  });
});

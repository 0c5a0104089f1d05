import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { addPlainModel } from "../support/models";
import { Gate, launchWithModel, userTexts } from "../support/realPi";
import { run } from "../support/records";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

const REFUSAL = `export default (pi) => pi.on("session_before_switch", async () => ({ cancel: true }));`;
const SWITCHER = `export default (pi) => pi.registerCommand("afresh", { handler: async (args, ctx) => { await ctx.newSession(); } });`;

describe.each(matrix)("A new session, on $name", (configuration) => {
  const withExtension = (text: string) => {
    const workspace = new Workspace();
    const path = workspace.write(`${workspace.home}/extension.ts`, text);
    return { workspace, setup: { args: ["--offline", "--model", "scripted/demo", "-e", path] } };
  };

  it(":PiNew empties the chat, keeps the draft, and pi knows nothing of before", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("First."), says("Second.")]);
    await nvim.command("PiPrompt remember this");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    const before = (await nvim.status()).sessionFile;
    await nvim.command("PiOpen");
    await nvim.type("ian unfinished thought");
    await nvim.keys("<Esc>");
    await nvim.command("PiNew");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("First."), { what: "an empty chat" });
    expect(await nvim.promptText()).toBe("an unfinished thought");
    await nvim.waitFor(async () => (await nvim.events("PiSessionChanged")).length === 1, { what: "the event" });
    await nvim.keys("<C-s>");
    await nvim.waitForChat("Second.");
    expect(userTexts(model.lastRequest)).toEqual(["an unfinished thought"]);
    await nvim.waitForStatus({ sessionFile: expect.not.stringContaining(`${before}`) });
  });

  it("goes on with the model and the thinking level that were chosen here", async () => {
    const { nvim } = await launchWithModel(configuration, [says("First."), says("Second.")]);
    addPlainModel(nvim.workspace);
    await nvim.command("PiOpen");
    await nvim.waitForStatus({ model: "demo" });
    await nvim.command("PiThinking low");
    await nvim.waitForStatus({ thinking: "low" });
    const settings = `${nvim.workspace.home}/.pi/agent/settings.json`;
    const others = JSON.parse(readFileSync(settings, "utf8"));
    writeFileSync(settings, JSON.stringify({ ...others, defaultThinkingLevel: "high" })); // as another pi would
    await nvim.command("PiNew");
    await nvim.waitFor(async () => (await nvim.events("PiSessionChanged")).length === 1, { what: "the event" });
    await nvim.waitForStatus({ model: "demo", thinking: "low" });
    await nvim.command("PiModel scripted/plain");
    await nvim.waitForStatus({ model: "plain" });
    await nvim.command("PiModel scripted/demo"); // it brings the level of the settings, with an older pi that of before
    const thinking = configuration.pi.version.startsWith("0.74") ? "low" : "high";
    await nvim.waitForStatus({ model: "demo", thinking });
    await nvim.command("PiNew");
    await nvim.waitFor(async () => (await nvim.events("PiSessionChanged")).length === 2, { what: "the event" });
    await nvim.waitForStatus({ model: "demo", thinking });
    await nvim.command("PiModel scripted/plain");
    await nvim.waitForStatus({ model: "plain" });
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    await nvim.command("PiNew");
    await nvim.waitFor(async () => (await nvim.events("PiSessionChanged")).length === 3, { what: "the event" });
    await nvim.waitForStatus({ model: "plain" });
    await nvim.waitForText("Nothing has been said yet.");
    await nvim.command("PiPrompt hello again");
    await nvim.waitForChat("Second.");
  });

  it("stops a run, and what was queued is back in the prompt", async () => {
    const gate = new Gate();
    const parts = [{ text: "Working" }, { hold: gate.opened }];
    const { nvim, model } = await launchWithModel(configuration, [
      { parts },
      ...Array(2).fill(says("Fresh.")), // before 0.84.4 pi answers what was queued all the same
    ]);
    await nvim.command("PiPrompt long work");
    await nvim.waitForChat(/Working$/m);
    await nvim.command("PiFollowUp and then this");
    await nvim.waitForText("1 queued");
    await nvim.command("PiNew");
    await nvim.waitFor(async () => (await nvim.promptText()) === "and then this", { what: "the queued text" });
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("Working"), { what: "an empty chat" });
    await nvim.waitFor(async () => (await nvim.status()).busy === false, { what: "an idle pi" });
    gate.open();
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("Fresh.");
    // Before 0.84.4 what was queued may reach the model behind it.
    expect(model.requests.map(({ body }) => userTexts(body))).toContainEqual(["hello"]);
    expect(await nvim.chatText()).not.toContain("Working");
  });

  it("does not begin when an extension refuses: nothing changes then", async () => {
    const { nvim } = await launchWithModel(configuration, [says("First.")], withExtension(REFUSAL));
    await nvim.command("PiPrompt stay");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    const before = (await nvim.status()).sessionFile;
    await nvim.command("PiNew");
    await nvim.waitForText("an extension of pi's has kept this session: nothing has changed");
    expect(await nvim.chatText()).toContain("First.");
    await nvim.waitForStatus({ sessionFile: before });
  });

  it("is shown as well when an extension's command has begun it", async () => {
    const { nvim } = await launchWithModel(configuration, [says("First.")], withExtension(SWITCHER));
    await nvim.command("PiPrompt stay");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    await nvim.command("PiCommand afresh");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("First."), { what: "an empty chat" });
  });
});

describe("A new session, with late events of the old one", () => {
  it("shows none of them", async () => {
    const { nvim, peer } = await launchWithPeer(matrix[0]!, {
      new_session: (command) => [
        ...run("Old words before the answer.", { prompt: "old" }).slice(0, -1),
        { id: command.id, type: "response", command: "new_session", success: true, data: { cancelled: false } },
      ],
    });
    await nvim.command("PiOpen");
    await peer.started();
    await nvim.command("PiPrompt one");
    await peer.command("prompt");
    peer.send(...run("An answer.", { prompt: "one" }));
    await nvim.waitForChat("An answer.");
    await nvim.command("PiNew");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("An answer."), { what: "an empty chat" });
    expect(await nvim.chatText()).not.toContain("Old words");
    await nvim.waitFor(async () => (await nvim.status()).busy === false, { what: "an idle agent" });
  });
});

describe.each(matrix)("A pi without a model, on $name", (configuration) => {
  it("is answered with a sentence that tells how to get one", async () => {
    const setup = { args: ["--offline"] };
    const { nvim } = await launchWithModel(configuration, [], { setup, width: 140 });
    nvim.workspace.write(`${nvim.workspace.home}/.pi/agent/models.json`, "{}");
    nvim.expectError(/pi has no model yet/);
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat(/pi has no model yet: type \/login in the prompt/);
    expect(await nvim.promptText()).toBe("hello");
    await nvim.command("PiModel");
    await nvim.waitForText(/│ pi has no model yet: type \/login in the prompt/);
    await nvim.keys("<Esc><Esc>");
    await nvim.command("PiModel next");
    await nvim.waitForText(/pi has no model yet/);
  });
});

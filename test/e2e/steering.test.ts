import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { Gate, launchWithModel, userTexts } from "../support/realPi";

describe.each(matrix)("While pi works, on $name", (configuration) => {
  async function duringReply(answers: readonly ReturnType<typeof says>[]) {
    const gate = new Gate();
    const parts = [{ text: "Working" }, { hold: gate.opened }, { text: " on it." }];
    const started = await launchWithModel(configuration, [{ parts }, ...answers]);
    await started.nvim.command("PiPrompt start");
    await started.nvim.waitForChat(/Working$/m);
    return { ...started, gate };
  }

  const queue = (queued: { steering?: string[]; followUp?: string[] }) => ({
    queue: { steering: [], followUp: [], ...queued },
  });

  it("a prompt steers: it comes after the reply, once", async () => {
    const { nvim, model, gate } = await duringReply([says("Turned left.")]);
    await nvim.command("PiPrompt turn left");
    await nvim.waitForStatus(queue({ steering: ["turn left"] }));
    gate.open();
    await nvim.waitForChat("Turned left.");
    await nvim.waitUntilSettled();
    expect(userTexts(model.lastRequest)).toEqual(["start", "turn left"]);
    const chat = await nvim.chatText();
    expect(chat).toMatch(/Working on it\.[\s\S]*turn left[\s\S]*Turned left\./);
    expect(chat.split("turn left")).toHaveLength(2);
    expect(await nvim.events("PiAgentSettled")).toHaveLength(1);
  });

  it("a prompt with a bang waits as a follow-up", async () => {
    const { nvim, model, gate } = await duringReply([says("And later.")]);
    await nvim.command("PiPrompt! later please");
    await nvim.waitForStatus(queue({ followUp: ["later please"] }));
    gate.open();
    await nvim.waitForChat("And later.");
    expect(userTexts(model.lastRequest)).toEqual(["start", "later please"]);
  });

  it(":PiSteer and :PiFollowUp say it explicitly", async () => {
    const { nvim, gate } = await duringReply([says("One."), says("Two."), says("Three.")]);
    await nvim.command("PiFollowUp the end");
    await nvim.command("PiSteer the middle");
    const both = queue({ steering: ["the middle"], followUp: ["the end"] });
    await nvim.waitForStatus(both);
    gate.open();
    await nvim.waitForChat("Two.");
    expect(await nvim.chatText()).toMatch(/Working on it\.[\s\S]*the middle[\s\S]*One\.[\s\S]*the end[\s\S]*Two\./);
  });

  it(":PiAbort stops the reply and says so without calling it an error", async () => {
    const { nvim, model } = await duringReply([]);
    await nvim.command("PiAbort");
    await nvim.waitUntilSettled();
    await nvim.waitFor(() => model.requests[0]?.state === "aborted");
    const chat = await nvim.chatText();
    expect(chat).toContain("Working");
    expect(chat).toMatch(/stopped|aborted/i);
    expect(chat).not.toMatch(/error/i);
    expect(await nvim.events("PiAgentSettled")).toHaveLength(1);
    await nvim.command("PiAbort");
    await nvim.waitFor(async () => (await nvim.messages()).includes("pi is not working: there is nothing to stop"));
  });

  it("a prompt that is stopped before pi has it comes back", async () => {
    const { nvim, model } = await launchWithModel(configuration, []);
    await nvim.lua(`require("pi").add_mention({ name = "slow", description = "comes late", async = true,
      resolve = function(_, callback) vim.defer_fn(function() callback("late") _G.is_late = true end, 200) end })`);
    for (const text of ["while pi starts", "/explain it", "look @slow"]) {
      await nvim.lua('require("pi").prompt({ text = ... }) require("pi").abort()', text);
      await nvim.waitFor(async () => (await nvim.promptText()) === text, { what: `${text} in the prompt` });
      await nvim.waitForStatus({ running: true, busy: false });
      await nvim.lua('require("pi.chat.prompt").clear(require("pi.agents").current(false))');
    }
    await nvim.waitFor(() => nvim.lua("return _G.is_late"), { what: "what the last one named" });
    expect(model.requests).toHaveLength(0);
    expect(await nvim.promptText()).toBe("");
    expect(await nvim.messages()).not.toContain("not working");
  });

  it("the next prompt after an abort is an ordinary one", async () => {
    const { nvim, model } = await duringReply([says("Fresh.")]);
    await nvim.command("PiAbort");
    await nvim.waitUntilSettled();
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Fresh.");
    expect(userTexts(model.lastRequest).at(-1)).toBe("again");
  });

  it("pi's tools are stopped with the run", async () => {
    const call = { tool: "bash", args: { command: "sleep 321" } };
    const { nvim } = await launchWithModel(configuration, [{ parts: [call] }]);
    await nvim.command("PiPrompt sleep");
    const isAsleep = () => nvim.processes().some(({ command }) => command === "sleep 321");
    await nvim.waitFor(isAsleep, { what: "the tool's process" });
    await nvim.waitForText(/[⠁-⣿].*bash/);
    await nvim.command("PiAbort");
    await nvim.waitFor(() => !isAsleep(), { what: "the end of the tool's process" });
    await nvim.waitUntilSettled();
  });
});

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver, NeovimOptions } from "../support/driver";
import { matrix } from "../support/e2e";
import { type Answer, type Brain, says } from "../support/modelScript";
import { Gate, launchWithModel, userTexts } from "../support/realPi";
import { Workspace } from "../support/workspace";

describe.each(matrix)("pi's settings and its session, on $name", (configuration) => {
  async function talk(answers: readonly (Answer | Brain)[], options: NeovimOptions & { settings?: object } = {}) {
    const { settings, ...rest } = options;
    const started = await launchWithModel(configuration, [says("First."), ...answers], { width: 120, ...rest });
    const { workspace } = started.nvim;
    if (settings) workspace.write(`${workspace.home}/.pi/agent/settings.json`, JSON.stringify(settings));
    await started.nvim.command("PiOpen");
    await started.nvim.command("PiPrompt hello there");
    await started.nvim.waitForChat("First.");
    await started.nvim.waitUntilSettled();
    return started;
  }
  const complete = (nvim: Driver, line: string) => nvim.lua(`return vim.fn.getcompletion(..., "cmdline")`, line);

  it(":PiQueueMode and :PiAuto set and tell, with completion", async () => {
    const { nvim } = await talk([]);
    await nvim.command("PiQueueMode steer all");
    await nvim.waitForText("steering messages are taken in all at once, follow-ups one at a time");
    await nvim.command("PiQueueMode followup all");
    await nvim.waitForText("steering messages are taken in all at once, follow-ups all at once");
    expect(await complete(nvim, "PiQueueMode ")).toEqual(["steer", "followup"]);
    expect(await complete(nvim, "PiQueueMode steer ")).toEqual(["all", "one-at-a-time"]);
    await nvim.command("PiAuto compaction off");
    await nvim.waitForText("automatic compaction is off, automatic retry is as pi is set");
    await nvim.command("PiAuto retry off");
    await nvim.waitForText("automatic compaction is off, automatic retry is off");
    await nvim.command("PiAuto");
    expect(await complete(nvim, "PiAuto compaction ")).toEqual(["on", "off"]);
    nvim.expectError(/no queue mode|no queue nose|say what/);
    await nvim.command("PiQueueMode steer never");
    await nvim.waitForText("There is no queue mode never: use all or one-at-a-time.");
    await nvim.command("PiQueueMode nose all");
    await nvim.waitForText("pi has no queue nose: use steer or followup.");
    await nvim.command("PiAuto compaction maybe");
    await nvim.waitForText(":PiAuto compaction off");
  });

  it("steering messages that are taken in all at once come in one request", async () => {
    const gate = new Gate();
    const parts = [{ text: "Working" }, { hold: gate.opened }];
    const { nvim, model } = await talk([{ parts }, says("Both.")]);
    await nvim.command("PiQueueMode steer all");
    await nvim.command("PiPrompt go");
    await nvim.waitForChat(/Working$/m);
    await nvim.command("PiSteer left");
    await nvim.command("PiSteer right");
    await nvim.waitForText("2 queued");
    gate.open();
    await nvim.waitForChat("Both.");
    expect(model.requests).toHaveLength(3);
  });

  it("a pi that is too old to give its queue back says so each time that it keeps it", async () => {
    const isOld = configuration.pi.version.startsWith("0.74");
    const gate = new Gate();
    const parts = [{ text: "Working" }, { hold: gate.opened }];
    const rest = Array(4).fill({ parts });
    const { nvim } = await talk(rest);
    for (const round of [2, 3]) {
      await nvim.command("PiPrompt go");
      await nvim.waitForChat(new RegExp(`(Working[^]*){${round - 1}}`));
      await nvim.command("PiFollowUp later");
      await nvim.waitForText(isOld && round === 3 ? "2 queued" : "1 queued"); // an old pi still holds the first
      await nvim.command("PiAbort");
      await nvim.waitFor(async () => (await nvim.status()).busy === false, { what: "an idle pi" });
    }
    const gap = /This pi cannot clear its queue/g;
    if (isOld) await nvim.waitForChat(gap);
    expect((await nvim.chatText()).match(gap) ?? []).toHaveLength(isOld ? 2 : 0);
  });

  it(":PiAbortRetry gives a retry up; without one it says so", async () => {
    const busy = { status: 529, message: "overloaded" };
    const workspace = new Workspace();
    const { nvim } = await talk([busy, busy, busy, busy], { workspace });
    await nvim.command("PiAbortRetry");
    await nvim.waitForText("pi is not waiting to try again");
    const settings = JSON.stringify({ retry: { baseDelayMs: 60_000, provider: { maxRetries: 0 } } });
    workspace.write(`${workspace.home}/.pi/agent/settings.json`, settings);
    await nvim.command("PiRestart");
    await nvim.command("PiPrompt once more");
    await nvim.waitForText(/retry in \d+ s/);
    await nvim.command("PiAbortRetry");
    await nvim.waitUntilSettled(2);
    await nvim.waitFor(async () => !/retry in/.test(nvim.screen.text()), { what: "the end of the wait" });
  });

  it(":PiCompact puts the result into the transcript, with the tokens, and so a failure", async () => {
    const usage = { prompt: 40_000, completion: 20 };
    const summaries = Array(3).fill(says("The summary."));
    const settings = { compaction: { keepRecentTokens: 1 } };
    const { nvim, model } = await talk([says("Short.", { usage }), ...summaries], { settings });
    await nvim.command("PiPrompt more");
    await nvim.waitForChat("Short.");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiCompact keep the names");
    await nvim.waitForChat(/Compacted from 40k (to [\d.]+k? )?tokens/);
    expect(JSON.stringify(model.requests.slice(2))).toContain("keep the names");
    await nvim.command("PiCompact");
    await nvim.waitForChat(/Compaction failed: (Already compacted|Nothing to compact)/);
    expect(await nvim.chatText()).not.toMatch(/failed: Compaction failed/);
  });

  it(":PiStats shows tokens by kind, cost, context and the session's file", async () => {
    const usage = { prompt: 30_000, completion: 1_234, cached: 10_000 };
    const { nvim } = await talk([says("Costly.", { usage })]);
    await nvim.command("PiPrompt more");
    await nvim.waitForChat("Costly.");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiStats");
    await nvim.waitForText(/Messages +2 of yours, 2 replies, 0 tool calls/);
    await nvim.waitForText(/Output +1,239 tokens/);
    await nvim.waitForText(/Cache read +10,000 tokens/);
    await nvim.waitForText(/Cost +\$0\.0\d/);
    await nvim.waitForText(/Context +31,234 of 100,000 tokens/);
    await nvim.waitForText(/█+░+ 31%/);
    await nvim.waitForText(/File +\/[^│]*/);
    await nvim.keys("q");
    await nvim.waitFor(() => !/Cache read/.test(nvim.screen.text()), { what: "the float to close" });
  });

  it(":PiExport writes a page, opens it when asked, and overwrites only when told to", async () => {
    const init = "vim.ui.open = function(path) _G.opened = path end";
    const { nvim } = await talk([], { init });
    await nvim.command("PiExport");
    await nvim.waitForText(/the session is in pi-session-/);
    await nvim.command("PiExport! page one.html");
    const page = nvim.workspace.path("page one.html");
    await nvim.waitFor(() => nvim.lua("return _G.opened"), { what: "the page to be opened" });
    expect(await nvim.lua("return _G.opened")).toBe(page);
    expect(readFileSync(page, "utf8")).toContain("<html");
    nvim.workspace.write("page one.html", "mine");
    await nvim.type(":PiExport page one.html\n");
    await nvim.waitForText("page one.html exists.");
    await nvim.keys("k");
    await nvim.lua("return 1");
    expect(readFileSync(page, "utf8")).toBe("mine");
    await nvim.type(":PiExport page one.html\n");
    await nvim.waitForText("page one.html exists.");
    await nvim.keys("o");
    await nvim.waitFor(() => readFileSync(page, "utf8") !== "mine", { what: "the new page" });
    nvim.expectError(/there is no folder/);
    await nvim.command("PiExport nowhere/page.html");
    await nvim.waitForText("there is no folder");
    expect(existsSync(nvim.workspace.path("nowhere"))).toBe(false);
    expect(await complete(nvim, "PiExport page")).toEqual(["page one.html"]);
  });

  it(":PiName names the session, or asks for its name", async () => {
    const { nvim } = await talk([]);
    await nvim.command("PiName the pump");
    await nvim.waitFor(async () => (await nvim.status()).sessionName === "the pump", { what: "the name" });
    await nvim.type(":PiName\n");
    await nvim.waitForText("Name of this session: the pump");
    await nvim.keys("<C-u>the queue<CR>");
    await nvim.waitFor(async () => (await nvim.status()).sessionName === "the queue", { what: "the other name" });
  });

  it(":PiCommand picks one of pi's commands into the prompt, runs one by name, and completes", async () => {
    const workspace = new Workspace();
    workspace.write(
      `${workspace.home}/.pi/agent/prompts/shed-light.md`,
      "---\ndescription: Explain it\n---\nExplain $1 to me",
    );
    const { nvim, model } = await talk([says("It loops."), says("It ends.")], { workspace });
    await nvim.waitFor(async () => JSON.stringify(await complete(nvim, "PiCommand shed")) === '["shed-light"]', {
      what: "the template's name",
    });
    await nvim.command("PiCommand shed-light loops");
    await nvim.waitForChat("It loops.");
    expect(userTexts(model.lastRequest).at(-1)).toBe("Explain loops to me");
    await nvim.command("PiCommand");
    await nvim.waitForText(/\/shed-light +template +Explain it/);
    await nvim.type("shed\n");
    await nvim.waitFor(async () => (await nvim.promptText()) === "/shed-light ", { what: "the command in the prompt" });
    await nvim.type("ends");
    await nvim.keys("<C-s>");
    await nvim.waitForChat("It ends.");
    expect(userTexts(model.lastRequest).at(-1)).toBe("Explain ends to me");
    await nvim.keys("<Esc>");
    nvim.expectError(/pi has no command/);
    await nvim.command("PiCommand nonsense");
    await nvim.waitForText("pi has no command nonsense here: :PiCommand lists them");
  });
});

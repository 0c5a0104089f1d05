import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { Gate, launchWithModel, userTexts } from "../support/realPi";

const PUMP = Array.from({ length: 30 }, (_, i) => `line ${i + 1} of the pump`).join("\n");

describe.each(matrix)("A conversation on $name", (configuration) => {
  it("sends the selected lines with the question and shows the reply", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("Because **n** never falls.\n\nChange it.")]);
    nvim.workspace.write("src/pump.ts", PUMP);
    await nvim.command("edit src/pump.ts");
    await nvim.keys("10GVjj");
    await nvim.type(":PiPrompt why does this never end?\n");
    await nvim.waitUntilSettled();
    const [question = ""] = userTexts(model.lastRequest);
    expect(question).toContain("why does this never end?");
    expect(question).toMatch(/src\/pump\.ts.{0,20}\b10\D{1,4}12\b/);
    expect(question).toMatch(/^(`{3,}).*\nline 10 of the pump\nline 11 of the pump\nline 12 of the pump\n\1$/m);
    const chat = await nvim.chatText();
    expect(chat).toContain("why does this never end?");
    expect(chat).toContain("Because **n** never falls.\n\nChange it.");
    expect(nvim.screen.text()).toContain("Change it.");
  });

  it("keeps the cursor in the user's file and the file's window where it was", async () => {
    const { nvim } = await launchWithModel(configuration, [says("Done.")]);
    nvim.workspace.write("pump.ts", PUMP);
    await nvim.command("edit pump.ts");
    await nvim.keys("20G");
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("Done.");
    expect(await nvim.lua("return { vim.fn.expand('%:t'), vim.fn.line('.') }")).toEqual(["pump.ts", 20]);
  });

  it("goes on in the same session with the next prompt", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("First answer."), says("Second answer.")]);
    await nvim.command("PiPrompt first question");
    await nvim.waitUntilSettled();
    await nvim.command("PiPrompt second question");
    await nvim.waitUntilSettled(2);
    expect(userTexts(model.lastRequest)).toEqual(["first question", "second question"]);
    expect(await nvim.chatText()).toMatch(
      /first question[\s\S]*First answer\.[\s\S]*second question[\s\S]*Second answer\./,
    );
  });

  it("sends what is typed into the prompt with <C-s>, several lines of it, and empties it", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("Read.")]);
    await nvim.command("PiOpen");
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
    await nvim.keys("ifirst line<CR>zweite Zeile: grüße 日本<C-s>");
    await nvim.waitUntilSettled();
    expect(userTexts(model.lastRequest)).toEqual(["first line\nzweite Zeile: grüße 日本"]);
    expect(await nvim.promptText()).toBe("");
    expect(await nvim.chatText()).toContain("zweite Zeile: grüße 日本");
  });

  it("shows the reply while it streams", async () => {
    const gate = new Gate();
    const parts = [{ text: "Half of it" }, { hold: gate.opened }, { text: " and the rest." }];
    const { nvim } = await launchWithModel(configuration, [{ parts }]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat(/Half of it$/m);
    await nvim.waitForStatus({ busy: true });
    gate.open();
    await nvim.waitForChat("Half of it and the rest.");
    await nvim.waitUntilSettled();
  });

  it("shows a thought closed and opens it on demand", async () => {
    const parts = [{ thinking: "The user wants\na joke." }, { text: "Knock knock." }];
    const { nvim } = await launchWithModel(configuration, [{ parts }]);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    expect(await nvim.chatText()).toMatch(/^Thought.*\n[\s\S]*^Knock knock\.$/m);
    expect(await nvim.chatText()).not.toContain("a joke.");
    await nvim.lua("vim.api.nvim_set_current_win(...) vim.fn.search('^Thought')", await nvim.windowOf("pi"));
    await nvim.keys("za");
    await nvim.waitForChat(/^\s*a joke\.$/m);
    await nvim.keys("za");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("a joke."));
  });

  it("shows a tool call with its state and its result", async () => {
    const call = { tool: "bash", args: { command: "echo out-of-the-tool" } };
    const { nvim, model } = await launchWithModel(configuration, [{ parts: [call] }, says("It printed.")]);
    await nvim.command("PiPrompt run it");
    await nvim.waitUntilSettled();
    expect(await nvim.chatText()).toMatch(/^bash\s+echo out-of-the-tool\n\nIt printed\.$/m);
    expect(nvim.screen.text()).toMatch(/bash\s+echo out-of-the-tool[^✓✗]*✓ \d/);
    await nvim.lua("vim.api.nvim_set_current_win(...) vim.fn.search('^bash')", await nvim.windowOf("pi"));
    await nvim.keys("zo");
    await nvim.waitForChat(/^bash\s+echo out-of-the-tool\n\s*out-of-the-tool\n\nIt printed\.$/m);
    expect(model.requests).toHaveLength(2);
  });

  it("marks a failed tool call", async () => {
    const call = { tool: "read", args: { path: "no-such-file.txt" } };
    const { nvim } = await launchWithModel(configuration, [{ parts: [call] }, says("Not there.")]);
    await nvim.command("PiPrompt read it");
    await nvim.waitUntilSettled();
    expect(nvim.screen.text()).toMatch(/read\s+no-such-file[^✓✗]*✗/);
  });

  it("shows model, thinking level, context and cost in the window bar, and the end of the run", async () => {
    const usage = { prompt: 10_000, completion: 5_000 };
    const { nvim } = await launchWithModel(configuration, [says("Cheap.", { usage })], { width: 200 });
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.waitForText(/π.*demo.*15\s?% of 100k.*\$0\.02/i);
    await nvim.waitForStatus({ contextWindow: 100_000, contextPercent: expect.closeTo(15, 0) });
    await nvim.waitForText(/\$0\.02[\s\S]*\$0\.02/);
  });

  it("yanks the last reply as it was said", async () => {
    const text = "# Title\n\n```ts\nconst a = 1;\n```\n\ndone";
    const { nvim } = await launchWithModel(configuration, [says(text)]);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("PiYank a");
    await nvim.waitFor(async () => (await nvim.lua("return vim.fn.getreg('a')")) !== "");
    expect(await nvim.lua<string>("return (vim.fn.getreg('a'):gsub('\\n$', ''))")).toBe(text);
  });
});

import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { addPlainModel } from "../support/models";
import { launchWithModel } from "../support/realPi";

describe.each(matrix)("The model, on $name", (configuration) => {
  const isOld = configuration.pi.version.startsWith("0.74");

  async function launch(setup = {}, answers = [says("First."), says("Second.")]) {
    const started = await launchWithModel(configuration, answers, { setup, width: 110 });
    addPlainModel(started.nvim.workspace);
    await started.nvim.command("PiOpen");
    await started.nvim.waitFor(async () => (await started.nvim.status()).model === "demo", { what: "the model" });
    return started;
  }

  it(":PiModel lists what pi has, the present one marked, and sets what is picked", async () => {
    const { nvim, model } = await launch();
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    await nvim.command("PiModel");
    await nvim.waitForText(/● 1 {2}scripted\/demo +Scripted demo +100k +\$1 \/ \$2 +thinks +images/);
    await nvim.waitForText(/2 {2}scripted\/plain +Plain one +80k/);
    await nvim.type("plain\n");
    await nvim.waitFor(async () => (await nvim.status()).model === "plain", { what: "the other model" });
    await nvim.waitForText(/π {2}plain/);
    await nvim.waitForChat("Model: scripted/plain");
    expect((await nvim.status()).thinking).toBeUndefined();
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Second.");
    expect(model.lastRequest?.model).toBe("plain");
  });

  it("takes a name, completes it, and says when pi has no such model", async () => {
    const { nvim } = await launch();
    await nvim.waitFor(
      async () => (await nvim.lua<string[]>(`return vim.fn.getcompletion("PiModel ", "cmdline")`)).length === 3,
      { what: "two models and next" },
    );
    expect(await nvim.lua(`return vim.fn.getcompletion("PiModel scripted/p", "cmdline")`)).toEqual(["scripted/plain"]);
    await nvim.command("PiModel scripted/plain");
    await nvim.waitFor(async () => (await nvim.status()).model === "plain", { what: "the other model" });
    await nvim.command("PiModel next");
    await nvim.waitFor(async () => (await nvim.status()).model === "demo", { what: "the first model" });
    nvim.expectError(/pi has no model/);
    await nvim.command("PiModel scripted/nothing");
    await nvim.waitForText("pi has no model scripted/nothing: :PiModel lists those it has");
    await nvim.waitForStatus({ model: "demo" });
  });

  it("goes through the favourites, which come first in the list", async () => {
    const { nvim } = await launch({ models: ["*/pl*n", "gone/away", "scripted/plain"] });
    await nvim.command("PiModel");
    await nvim.waitForText(/1 {2}scripted\/plain .*★/);
    await nvim.keys("<Esc><Esc>");
    await nvim.command("PiModel next");
    await nvim.waitFor(async () => (await nvim.status()).model === "plain", { what: "the favourite" });
    await nvim.lua(`require("pi").model("next")`);
    await nvim.waitForText(/π {2}plain/);
  });

  it("a change of the thinking level is told once in the transcript", async () => {
    const { nvim } = await launch();
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    await nvim.command("PiThinking low");
    await nvim.waitForChat("Thinking: low");
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Second.");
    expect((await nvim.chatText()).match(/Thinking: low/g)).toHaveLength(1);
  });

  it(":PiThinking picks, sets and cycles the level, and the winbar shows it", async () => {
    const { nvim } = await launch();
    await nvim.command("PiThinking low");
    await nvim.waitFor(async () => (await nvim.status()).thinking === "low", { what: "low" });
    await nvim.waitForText(/demo · low/);
    await nvim.command("PiThinking next");
    await nvim.waitFor(async () => (await nvim.status()).thinking === "medium", { what: "medium" });
    await nvim.command("PiThinking");
    await nvim.waitForText(/● \d {2}medium/);
    if (isOld) await nvim.waitForChat(/This pi \(0\.74\.\d+\) cannot say which thinking levels a model has/);
    await nvim.type("high");
    await nvim.waitForText(/1 of|2 of/);
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.status()).thinking === "high", { what: "high" });
    nvim.expectError(/There is no thinking level/);
    await nvim.command("PiThinking loud");
    await nvim.waitForText("There is no thinking level loud");
    expect(await nvim.lua(`return vim.fn.getcompletion("PiThinking mi", "cmdline")`)).toEqual(["minimal"]);
    await nvim.command("PiModel scripted/plain");
    await nvim.waitFor(async () => (await nvim.status()).model === "plain", { what: "the other model" });
    nvim.expectError(/no thinking levels/);
    await nvim.command("PiThinking next");
    await nvim.waitForText("This model has no thinking levels.");
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crossed, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { repository } from "../support/paths";
import { launchWithModel, userTexts } from "../support/realPi";

const CALL = { tool: "bash", args: { command: "echo from-the-tool" } };

describe.each(crossed)("The main job on $name", (configuration) => {
  it("a prompt with lines, a tool call, a reply, and another prompt", async () => {
    const answers = [{ parts: [{ thinking: "Hm." }, CALL] }, says("It says so."), says("Indeed.")];
    const { nvim, model } = await launchWithModel(configuration, answers);
    nvim.workspace.write("code.txt", "first\nsecond\nthird");
    await nvim.command("edit code.txt");
    await nvim.command("2PiPrompt what is this?");
    await nvim.waitForChat("It says so.");
    await nvim.waitUntilSettled();
    expect(await nvim.chatText()).toContain("from-the-tool");
    await nvim.command("PiPrompt really?");
    await nvim.waitForChat("Indeed.");
    expect(userTexts(model.lastRequest)).toEqual([expect.stringContaining("\nsecond\n"), "really?"]);
  });
});

describe.each(matrix)("In Neovim's shared node host, on $name", (configuration) => {
  const init = `vim.g.node_host_prog = [[${join(repository, "node_modules/neovim/bin/cli.js")}]]`;

  it("a prompt, a reply, and quitting work the same", async () => {
    const options = { init, setup: { host: "shared" } };
    const { nvim } = await launchWithModel(configuration, [says("From the shared host."), says("Again.")], options);
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("From the shared host.");
    await nvim.waitUntilSettled();
    const commands = nvim.processes().map(({ command }) => command);
    expect(commands.filter((command) => command.includes("cli.js"))).toHaveLength(1);
    expect(commands.filter((command) => command.includes("pi.cjs"))).toEqual([]);
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Again.");
    await nvim.type(":qa!\n");
    await nvim.exit;
    await nvim.waitUntilGone();
  });
});

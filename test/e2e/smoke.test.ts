import { describe, expect, it } from "vitest";
import { crossed } from "../support/e2e";
import { says } from "../support/modelScript";
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

/** Reviews of what was changed before: since a message, by an earlier Neovim, in the session that a fork comes from. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { launch, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel } from "../support/realPi";
import { openReview, untilJudged } from "../support/review";
import { calls, write } from "../support/toolCalls";

describe.each(matrix)("A later review on $name", (configuration) => {
  it("begins at a message of the transcript, and knows all of it in the next Neovim, a clone and a fork", async () => {
    const { nvim } = await launchWithModel(configuration, [
      ...calls(write("one.txt", "1\n")),
      says("First."),
      ...calls(write("two.txt", "2\n")),
      says("Second."),
    ]);
    await nvim.command("PiPrompt first");
    await nvim.waitUntilSettled();
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiReview message");
    await nvim.waitForText("go to a message in the transcript first");
    const transcript = await nvim.windowOf("pi");
    const from = async (text: string, expected: string[]) => {
      await nvim.lua("vim.api.nvim_set_current_win(...)", transcript);
      await nvim.lua("vim.fn.cursor(vim.fn.search(..., 'w'), 1)", text);
      await nvim.keys("R");
      await nvim.waitFor(() => nvim.lua<boolean>("return vim.wo.diff"));
      const names = () =>
        nvim.lua<string[]>(
          `return vim.tbl_map(function(file) return file.name end, require("pi.review").current().files)`,
        );
      expect(await names()).toEqual(expected);
      await nvim.keys("q");
      await nvim.waitFor(() => nvim.lua<boolean>("return not vim.wo.diff"));
    };
    await from("^second", ["two.txt"]);
    await from("^first", ["one.txt", "two.txt"]);
    await openReview(nvim, "PiReview session");
    await nvim.keys("dp");
    await untilJudged(nvim, "1 of 2");
    const isTold = () => nvim.lua<boolean>("return not require('pi.review').current().files[1].has_news");
    await nvim.waitFor(isTold, { what: "what was accepted to be kept" });
    nvim.nvim.request("nvim_command", ["qa!"]).catch(() => undefined);
    await nvim.exit;
    const setup = { cmd: configuration.pi.command, args: ["--offline", "--model", SCRIPTED_MODEL] };
    const next = await launch(configuration, { workspace: nvim.workspace, setup });
    await next.command("PiContinue");
    await next.waitForChat("Second.");
    const session = () => next.lua<string>("return require('pi').status().sessionFile");
    for (const [command, keys, files] of [
      ["PiClone", "", 2],
      ["PiFork", "<CR>", 1], // before the last message
    ] as const) {
      const before = await session();
      await next.command(command);
      if (keys !== "") await next.waitForText(/Fork before(.|\n)*second/);
      await next.keys(keys);
      await next.waitFor(async () => (await session()) !== before, { what: "another session" });
      await openReview(next, "PiReview session");
      await next.waitForText(/one\.txt .* accepted/);
      expect(await next.lua("return #require('pi.review').current().files")).toBe(files);
      await next.keys("q");
      await next.waitFor(() => next.lua<boolean>("return not vim.wo.diff"));
    }
    await next.command("PiRevert session");
    await next.waitFor(() => !existsSync(next.workspace.path("one.txt")));
    expect(existsSync(next.workspace.path("two.txt"))).toBe(true);
  });
});

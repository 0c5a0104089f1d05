/** Neovim's own questions about changed files, which nobody is to be asked. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bufferText, untilText } from "../support/buffers";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import { BEFORE, edited } from "../support/review";
import { bash } from "../support/toolCalls";

describe.each(matrix)("Buffers whose files pi changes on $name", (configuration) => {
  it("are asked about by nobody, and one with the file again where that is put back", async () => {
    const there = bash("cp mine.txt before.txt; cp theirs.txt mine.txt");
    const back = bash("cp before.txt mine.txt; chmod +x other.txt");
    const answers = [{ parts: [there] }, says("Done."), { parts: [back] }, says("Done.")];
    const { nvim } = await launchWithModel(configuration, answers);
    nvim.workspace.write("mine.txt", BEFORE);
    nvim.workspace.write("theirs.txt", edited({ 30: "line thirty\nand more" }));
    nvim.workspace.write("other.txt", BEFORE);
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.status()).running === true, {
      what: "pi, before which texts are not known",
    });
    await nvim.command("wincmd p | set hidden | edit other.txt | normal! x");
    await nvim.command("edit mine.txt | call setline(1, 'my own line') | enew");
    await nvim.lua(`local guard = require("pi.edit.guard")
      local check = guard.check
      _G.perm_seen = ""
      guard.check = function(buf, ...)
        check(buf, ...)
        if buf == vim.fn.bufnr("other.txt") then _G.perm_seen = vim.fn.getfperm("other.txt") end
      end`);
    const kind = () => nvim.lua<string | null>("return vim.b[vim.fn.bufnr('mine.txt')].pi_file");
    await nvim.command("PiPrompt change it");
    await nvim.waitFor(async () => (await kind()) === "conflict");
    await nvim.command("buffer mine.txt | checktime");
    await nvim.waitUntilSettled();
    await nvim.command("PiPrompt put it back");
    await nvim.waitFor(async () => (await kind()) === null);
    await nvim.waitFor(() => nvim.lua<boolean>("return _G.perm_seen:find('x') ~= nil"), { what: "the permissions" });
    await nvim.command("buffer other.txt | buffer mine.txt | checktime | write");
    expect(readFileSync(nvim.workspace.path("mine.txt"), "utf8")).toBe(BEFORE.replace("line 1\n", "my own line\n"));
  });

  it("are shown in buffers that were opened before there was a file", async () => {
    const made = bash("for name in shown hidden mine early; do echo pi > $name.txt; done");
    const { nvim } = await launchWithModel(configuration, [{ parts: [made] }, says("Done.")]);
    await nvim.command("set hidden | edit early.txt"); // before the plugin is asked for anything
    await nvim.command("PiOpen");
    await nvim.command("wincmd p | edit mine.txt | call setline(1, 'mine') | edit hidden.txt | edit shown.txt");
    await nvim.command("PiPrompt make them");
    await untilText(nvim, "shown.txt", "pi\n");
    await untilText(nvim, "hidden.txt", "pi\n");
    await nvim.waitUntilSettled();
    expect(await nvim.lua("return vim.b[vim.fn.bufnr('mine.txt')].pi_file")).toBe("conflict");
    expect([await bufferText(nvim, "mine.txt"), await bufferText(nvim, "early.txt")]).toEqual(["mine\n", "pi\n"]);
    expect((await nvim.mode()).blocking).toBe(false);
    await nvim.command("buffer hidden.txt | write | checktime hidden.txt | checktime shown.txt");
  });
});

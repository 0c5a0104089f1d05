import { describe, expect, it } from "vitest";
import { openPrompt } from "../support/completionMenu";
import { editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { run } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

describe.each(editors)("The prompt, on $name,", (editor) => {
  it("scrolls the transcript, which follows again at its end", async () => {
    const lines = Array.from({ length: 80 }, (_, i) => `line ${i + 1}.`);
    const { nvim, peer } = await launchWithPeer(editor, replies(lines.join("\n\n")));
    await nvim.command("PiPrompt go");
    await nvim.command("PiOpen");
    await nvim.waitUntilSettled();
    await nvim.waitForText("line 80.");
    await nvim.keys("ihalf a draft<PageUp>");
    await nvim.waitForText("more below");
    await nvim.waitFor(() => !nvim.screen.text().includes("line 80."), { what: "what is above" });
    await nvim.keys("<PageUp><PageDown><PageDown><PageDown>");
    await nvim.waitForText("line 80.");
    await nvim.waitFor(() => !nvim.screen.text().includes("more below"), { what: "to follow" });
    expect([await nvim.promptText(), (await nvim.mode()).mode]).toEqual(["half a draft", "i"]);
    peer.send(...run("said later"));
    await nvim.waitForText("said later");
    await nvim.keys("<Esc>");
    await nvim.command("wincmd p | lua require('pi').scroll(-2)");
    await nvim.waitForText("more below");
    await nvim.lua("require('pi').scroll(1e9)"); // stops at the end
    await nvim.waitFor(() => !nvim.screen.text().includes("more below"), { what: "the end" });
    peer.send(...run(`${"word(12) foo:13/x ".repeat(2_000)}\n\nbehind it`)); // <C-u> of 0.10 takes 10 s for that
    await nvim.waitForText("behind it");
    await nvim.lua("require('pi').scroll(-1)");
    await nvim.waitForText("more below");
    nvim.expectError(/takes a number of half windows/);
    await nvim.lua("require('pi').scroll()");
  });

  it("has a large window, which sending or closing the chat ends", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    await openPrompt(nvim);
    const where = () =>
      nvim.lua<unknown>(
        `local win = vim.api.nvim_get_current_win()
        return { #vim.fn.win_findbuf(vim.api.nvim_get_current_buf()), vim.bo.filetype,
          vim.api.nvim_win_get_config(win).relative, vim.api.nvim_win_get_cursor(win) }`,
      );
    await nvim.keys("ione two<Left><Left><Left><M-z>");
    await nvim.waitForText("─ Prompt ─");
    expect(await where()).toEqual([2, "pi-prompt", "editor", [1, 4]]);
    await nvim.keys("and ");
    await nvim.waitForText("one and two");
    await nvim.keys("<M-z>");
    await nvim.waitFor(() => !nvim.screen.text().includes("─ Prompt ─"), { what: "the small one again" });
    expect([await where(), (await nvim.mode()).mode]).toEqual([[1, "pi-prompt", "", [1, 8]], "i"]);
    await nvim.keys("<M-z>");
    await nvim.waitForText("─ Prompt ─");
    await nvim.keys("<C-s>");
    expect(await peer.command("prompt")).toMatchObject({ message: "one and two" });
    await nvim.waitFor(() => !nvim.screen.text().includes("─ Prompt ─"), { what: "its end" });
    expect(await where()).toEqual([1, "pi-prompt", "", [1, 0]]);
    await nvim.keys("<Esc><M-z>");
    await nvim.waitForText("─ Prompt ─");
    await nvim.keys(":<C-f>"); // nothing can be closed while that is open
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.getcmdwintype() == ':'"), { what: "its window" });
    await nvim.keys(":quit<CR>");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.getcmdwintype() == ''"), { what: "its end" });
    await nvim.command("PiClose");
    await nvim.waitFor(async () => (await nvim.lua<number[]>("return vim.api.nvim_list_wins()")).length === 1);
    await nvim.command("PiOpen");
    await nvim.keys("<M-z>");
    await nvim.waitForText("─ Prompt ─");
    await nvim.command("wincmd k");
    await nvim.waitFor(() => !nvim.screen.text().includes("─ Prompt ─"), { what: "to leave it" });
    expect(await nvim.lua("return vim.fn.exists('#pi.zoom')")).toBe(0);
  });
});

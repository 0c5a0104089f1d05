/** `<C-c>` while Neovim works: it interrupts what goes on, and Neovim reads it past its mappings. */
import { describe, expect, it } from "vitest";
import { METHODS, responses, SOONER, uiRequest, waitForDialog, waitUntilClosed } from "../support/dialogs";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { delta, runStart } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

/**
 * Neovim reads it past its mappings. When it does so by itself no test can aim at (about once in 60 where the machine is
 * at its limit): the key comes as one that is not to be mapped, with the state() that was seen then.
 */
async function interrupt(nvim: Driver): Promise<void> {
  await nvim.lua(`local state = vim.fn.state
    vim.fn.state = function() vim.fn.state = state return "" end
    vim.api.nvim_feedkeys("\\3", "nt", false)`);
}

describe.each(editors)("<C-c> while Neovim works, on $name", (editor) => {
  it.each(METHODS)("cancels a dialog: %s", async (method) => {
    const { nvim, peer } = await launchWithPeer(editor, {}, { init: SOONER });
    await nvim.command("PiOpen");
    await peer.command("get_session_stats");
    peer.send(uiRequest("q", method, { title: "question" }));
    await waitForDialog(nvim, "question");
    await interrupt(nvim);
    await nvim.waitFor(() => responses(peer).length > 0, { what: "an answer" });
    await waitUntilClosed(nvim);
    expect(responses(peer)).toEqual([{ id: "q", cancelled: true }]);
  });

  it("stops pi, once, and neither where it answers a key nor where it answers a plugin", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.lua(`vim.keymap.set("n", "Q", vim.schedule_wrap(function()
      vim.g.asks = 1
      vim.g.asks = vim.fn.getchar()
    end))`);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("Working"));
    await nvim.waitForChat("Working");
    await nvim.command("PiOpen");
    await nvim.keys("<Esc>f<C-c>");
    await nvim.lua("vim.api.nvim_feedkeys('Q', 'mt', false)");
    await nvim.waitFor(async () => (await nvim.lua("return vim.g.asks")) === 1);
    await nvim.keys("<C-c>");
    await nvim.waitFor(async () => (await nvim.lua("return vim.g.asks")) === 3, { what: "an answer to the plugin" });
    await nvim.lua("return 1");
    expect(peer.received("abort")).toEqual([]);
    await interrupt(nvim);
    await peer.command("abort");
    await peer.command("get_state");
    expect(peer.received("abort")).toHaveLength(1);
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await interrupt(nvim);
    await peer.command("abort", 2);
  });

  it("is the user's own in his files", async () => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.lua("vim.cmd.stopinsert() vim.cmd.wincmd('p')");
    await nvim.lua("vim.keymap.set('n', '<C-c>', function() vim.g.hit = 1 end, { buffer = 0 })");
    await interrupt(nvim);
    await nvim.keys("<Ignore>");
    expect(await nvim.lua("return vim.g.hit")).toBeNull();
  });
});

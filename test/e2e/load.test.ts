import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { delta, runEnd, runStart, text, toolTurn } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** What makes other chats slow: an expression fold that looks at every line. */
const FOLDS = `
_G.fold_calls = 0
function _G.costly_fold() _G.fold_calls = _G.fold_calls + 1 return "0" end
vim.o.foldmethod = "expr"
vim.o.foldexpr = "v:lua.costly_fold()"
`;

/** Counts changes of the transcript from now on. */
const COUNT_CHANGES = `
local buffer = vim.api.nvim_win_get_buf(...)
_G.changes = 0
vim.api.nvim_buf_attach(buffer, false, { on_lines = function()
  _G.changes = _G.changes + 1
end })
`;

async function started(all: WithPeer): Promise<WithPeer> {
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  all.peer.send(...runStart("go"), delta("begun\n"));
  await all.nvim.waitForChat("begun");
  await all.nvim.lua(COUNT_CHANGES, await all.nvim.windowOf("pi"));
  return all;
}

describe.each(editors)("A flood, on $name", (editor) => {
  it("of 20,000 deltas is joined into few changes, and typing goes on", async () => {
    const all = await started(await launchWithPeer(editor, {}, { init: FOLDS }));
    const { nvim, peer } = all;
    const pieces = Array.from({ length: 20_000 }, (_, i) => `piece ${i}${i % 8 === 7 ? "\n" : " "}`);
    peer.send(...pieces.map((piece) => delta(piece)));
    await nvim.keys("i");
    await nvim.type("typed meanwhile");
    await nvim.waitForText("typed meanwhile");
    await nvim.keys("<Esc>");
    peer.send(...runEnd(`begun\n${pieces.join("")}`));
    await nvim.waitForChat("piece 19999", { deadline: 20_000 });
    await nvim.waitUntilSettled();
    await nvim.waitForChat("piece 16000 ", { what: "what a fast reply outran" });
    expect(await nvim.chatText()).toContain(pieces.slice(-4_000).join("").trimEnd());
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("gg");
    await nvim.waitForChat(/^You\ngo\n\nbegun\npiece 0 piece 1/);
    expect(await nvim.lua<number>("return _G.changes")).toBeLessThan(2_000);
    expect(await nvim.lua<number>("return _G.fold_calls")).toBeLessThan(5_000);
  });

  it("of partial results up to 1 MB leaves the end of the last one", async () => {
    const all = await started(await launchWithPeer(editor, {}, { init: FOLDS }));
    const { nvim, peer } = all;
    peer.send(...toolTurn({}).slice(0, 6));
    const line = "PASS some/module.test.ts \u001b[32mok\u001b[0m 12ms\n";
    for (let i = 1; i <= 100; i++) {
      const partialResult = { content: [text(`${line.repeat(i * 250)}result no. ${i}`)], details: {} };
      peer.send({ type: "tool_execution_update", toolCallId: "call_1", toolName: "bash", args: {}, partialResult });
    }
    await nvim.waitForChat("result no. 100", { deadline: 20_000 });
    const chat = await nvim.chatText();
    expect(chat).not.toContain("\u001b");
    expect(chat.length).toBeLessThan(100_000);
  });

  it("while Neovim waits at a hit-enter prompt is read to its end, and shown afterwards", async () => {
    const all = await started(await launchWithPeer(editor));
    const { nvim, peer } = all;
    await nvim.type(":echo 'one'\n:echo 'two' | echo 'three' | echo 'four'\n");
    await nvim.waitFor(async () => (await nvim.mode()).blocking, { what: "the hit-enter prompt" });
    const big = "x".repeat(1_000_000);
    for (let i = 0; i < 20; i++) peer.send({ type: "brand_new_event", padding: big });
    peer.send(delta("after twenty megabytes"), ...runEnd("begun\nafter twenty megabytes"));
    const ping = { type: "extension_ui_request", id: "x1", method: "colourPicker", title: "Colour?" };
    peer.send(ping);
    await peer.command("extension_ui_response");
    expect((await nvim.mode()).blocking).toBe(true);
    await nvim.keys("<CR>");
    await nvim.waitForChat("after twenty megabytes");
    await nvim.waitUntilSettled();
  });
});

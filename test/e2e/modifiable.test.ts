import { describe, expect, it, onTestFinished } from "vitest";
import { editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** The prompt takes what is typed; afterwards it is as before. */
async function expectEditablePrompt({ nvim }: WithPeer, when: string): Promise<void> {
  await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi-prompt"));
  await nvim.keys("<Esc>ggdGione two<Esc>");
  await nvim.waitFor(async () => (await nvim.promptText()) === "one two", { what: `an editable prompt ${when}` });
  await nvim.keys("ggdG");
}

/** The transcript takes nothing. */
async function expectLockedTranscript({ nvim }: WithPeer): Promise<void> {
  nvim.expectError(/E21/);
  await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
  const before = await nvim.chatText();
  await nvim.keys("Ax<Esc>ggdGP");
  await nvim.lua("return 1");
  expect(await nvim.chatText()).toBe(before);
  expect(await nvim.lua("return vim.bo.modifiable")).toBe(false);
}

describe.each(editors)("Buffers that cannot be changed, on $name", (editor) => {
  const starts = [
    ["-M", { args: ["-M"] }],
    ["-R", { args: ["-R"] }],
    ["set nomodifiable", { init: "vim.o.modifiable = false" }],
    ["setglobal nomodifiable", { init: "vim.go.modifiable = false" }],
    ["an autocommand that locks every new buffer", { init: LOCK_ALL }],
  ] as const;

  it.each(starts)("a reply is whole and the prompt is editable with %s", async (_, options) => {
    const all = await launchWithPeer(editor, replies("The whole reply.\n\nAll of it."), options);
    await all.nvim.command("PiPrompt go");
    await all.nvim.waitForChat("The whole reply.\n\nAll of it.");
    await all.nvim.waitUntilSettled();
    await all.nvim.command("PiOpen");
    await expectEditablePrompt(all, "after a reply");
    await expectLockedTranscript(all);
  });

  it("the prompt is editable in mid reply, after an abort and after pi's death", async () => {
    const all = await launchWithPeer(editor);
    const { nvim, peer } = all;
    peer.answers.abort = (command) => [
      ...runEnd("Working", { stopReason: "aborted" }),
      { id: command.id, type: "response", command: "abort", success: true },
    ];
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("Working"));
    await nvim.waitForChat("Working");
    await expectEditablePrompt(all, "in mid reply");
    await expectLockedTranscript(all);
    await nvim.command("PiAbort");
    await nvim.waitUntilSettled();
    await expectEditablePrompt(all, "after an abort");
    nvim.expectError(/boom/);
    peer.exit(3, "boom\n");
    await nvim.waitFor(async () => (await nvim.events("PiExit")).length === 1);
    await expectEditablePrompt(all, "after pi's death");
  });

  it("a reply is whole although someone's autocommand fails at every change of it", async () => {
    const all = await launchWithPeer(editor, {}, { init: FAIL_ALWAYS });
    const { nvim, peer } = all;
    nvim.expectError(/nothing works here|Autocommands for|in function|traceback/);
    // Each failure asks for Enter, as it would a person.
    const presser = setInterval(async () => {
      if ((await nvim.mode()).blocking) await nvim.keys("<CR>");
    }, 20);
    onTestFinished(() => clearInterval(presser));
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    peer.send(...runStart("go"));
    for (const text of ["one", "one two", "one two three"]) {
      peer.send(delta(`${text.split(" ").at(-1)} `));
      await nvim.waitForChat(text);
    }
    peer.send(...runEnd("one two three "));
    await nvim.waitUntilSettled();
    await nvim.waitFor(async () => !(await nvim.mode()).blocking);
    expect(await nvim.messages()).toContain("nothing works here");
  });

  it("the transcript stays as it was when the user unlocks it in mid reply", async () => {
    const all = await launchWithPeer(editor);
    const { nvim, peer } = all;
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("Working"));
    await nvim.waitForChat("Working");
    await nvim.lua("vim.bo[vim.api.nvim_win_get_buf(...)].modifiable = true", await nvim.windowOf("pi"));
    peer.send(delta(" on it."), ...runEnd("Working on it."));
    await nvim.waitForChat("Working on it.");
    await nvim.waitUntilSettled();
  });
});

const LOCK_ALL = `
vim.api.nvim_create_autocmd({ "BufNew", "BufWinEnter", "FileType" }, {
  callback = function(args) if vim.bo[args.buf].filetype == "pi" then vim.bo[args.buf].modifiable = false end end,
})
`;

const FAIL_ALWAYS = `
vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI", "BufModifiedSet", "OptionSet" }, {
  callback = function(args) if vim.bo[args.buf].filetype == "pi" then error("nothing works here") end end,
})
`;

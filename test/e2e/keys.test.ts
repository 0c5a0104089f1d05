import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { replies, success } from "../support/peerAnswers";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

describe.each(editors)("Keys of the prompt, on $name", (editor) => {
  async function inPrompt(): Promise<WithPeer> {
    const all = await launchWithPeer(editor, replies("ok"));
    await all.nvim.command("PiOpen");
    await all.nvim.waitFor(async () => (await all.nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    return all;
  }

  it("Enter sends in Normal mode and breaks the line in Insert mode", async () => {
    const { nvim, peer } = await inPrompt();
    await nvim.keys("ione<CR>two<Esc><CR>");
    expect(await peer.command("prompt")).toMatchObject({ message: "one\ntwo" });
    await nvim.waitFor(async () => (await nvim.promptText()) === "");
    await nvim.command("iabbrev <buffer> teh the");
    await nvim.keys("ifor teh<C-s>");
    expect(await peer.command("prompt", 2)).toMatchObject({ message: "for the" });
  });

  it("an empty prompt is not sent, and the user is told", async () => {
    const { nvim, peer } = await inPrompt();
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("empty"));
    expect(peer.received("prompt")).toEqual([]);
  });

  it("what is said to someone who inserts is on the screen, where Neovim shows the mode", async () => {
    const { nvim } = await inPrompt();
    await nvim.command("set showmode");
    await nvim.keys("i");
    await nvim.waitForText("-- INSERT --");
    await nvim.keys("<C-s>");
    await nvim.waitForText("the prompt is empty");
    await nvim.waitForText("-- INSERT --");
    expect(await nvim.lua("return vim.o.showmode")).toBe(true);
  });

  it("<M-CR> queues a follow-up while pi works", async () => {
    const { nvim, peer } = await inPrompt();
    peer.answers.prompt = (command) => [success(command, { disposition: "started" }), ...runStart("go"), delta("busy")];
    await nvim.keys("igo<C-s>");
    await nvim.waitForChat("busy");
    await nvim.keys("<Esc>ilater<M-CR>");
    await nvim.waitFor(() => peer.received("follow_up").length === 1 || peer.received("prompt").length === 2);
    const sent = peer.received("follow_up")[0] ?? peer.received("prompt")[1];
    expect(sent).toMatchObject({ message: "later" });
    expect(sent?.streamingBehavior ?? "followUp").toBe("followUp");
  });

  it("u brings back what was sent", async () => {
    const { nvim, peer } = await inPrompt();
    await nvim.keys("iprecious<Esc><CR>");
    await peer.command("prompt");
    await nvim.waitFor(async () => (await nvim.promptText()) === "");
    await nvim.keys("u");
    await nvim.waitFor(async () => (await nvim.promptText()) === "precious");
  });

  it("? lists the keys as they are mapped, and q closes the list and then the chat", async () => {
    const { nvim } = await inPrompt();
    await nvim.keys("?");
    await nvim.waitForText("<C-S>");
    await nvim.waitForText(/list the keys/);
    await nvim.keys("q");
    await nvim.waitFor(() => !nvim.screen.text().includes("list the keys"));
    await nvim.keys("q");
    await nvim.waitFor(async () => (await nvim.windowOf("pi")) === undefined);
  });

  it("grows with what is typed, up to its limit", async () => {
    const { nvim } = await inPrompt();
    const height = async () =>
      nvim.lua<number>("return vim.api.nvim_win_get_height(...)", await nvim.windowOf("pi-prompt"));
    const before = await height();
    await nvim.keys("ifirst<CR>");
    await nvim.waitFor(async () => (await height()) === before + 1);
    await nvim.waitForText("first");
    await nvim.keys("line<CR>".repeat(20));
    await nvim.waitFor(async () => (await height()) >= 6);
    expect([before <= 2, (await height()) <= 7]).toEqual([true, true]);
  });

  it("may be set, several or none", async () => {
    const keys = { prompt: { send: ["<C-g>", "<C-l>"], close: false, help: ["<Space>", "g|"] } };
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"), { setup: { keys } });
    await nvim.command("PiOpen");
    await nvim.keys("ione<C-g>");
    await peer.command("prompt");
    await nvim.waitUntilSettled();
    await nvim.keys("<Esc>itwo<C-l>");
    await peer.command("prompt", 2);
    await nvim.waitUntilSettled(2);
    await nvim.keys("<Esc>q<Esc>");
    expect(await nvim.windowOf("pi")).toBeDefined();
    await nvim.keys(" ");
    await nvim.waitForText(/ g\| {2}<Space> +list the keys/);
  });
});

describe.each(editors)("Keys of the transcript, on $name", (editor) => {
  async function inTranscript(): Promise<WithPeer> {
    const all = await launchWithPeer(editor, replies("The reply.\n\nIts end."));
    for (const [i, question] of ["first", "second", "third"].entries()) {
      await all.nvim.command(`PiPrompt ${question}`);
      await all.nvim.waitUntilSettled(i + 1);
    }
    await all.nvim.lua("vim.api.nvim_set_current_win(...)", await all.nvim.windowOf("pi"));
    return all;
  }

  it("[[ and ]] walk from message to message, with a count too", async () => {
    const { nvim } = await inTranscript();
    const here = () => nvim.lua<string[]>("return vim.fn.getline(vim.fn.line('.'), vim.fn.line('.') + 1)");
    await nvim.keys("gg");
    expect(await here()).toEqual(["You", "first"]);
    await nvim.keys("]]");
    expect(await here()).toEqual(["The reply.", ""]);
    await nvim.keys("]]");
    expect(await here()).toEqual(["You", "second"]);
    await nvim.keys("2]]");
    expect(await here()).toEqual(["You", "third"]);
    await nvim.keys("3[[");
    expect(await here()).toEqual(["The reply.", ""]);
  });

  it("i goes to the prompt, ready to type", async () => {
    const { nvim } = await inTranscript();
    await nvim.keys("i");
    await nvim.type("typed");
    await nvim.waitFor(async () => (await nvim.promptText()) === "typed");
  });

  it("q closes the chat", async () => {
    const { nvim } = await inTranscript();
    await nvim.keys("q");
    await nvim.waitFor(async () => (await nvim.windowOf("pi")) === undefined);
  });

  it("zM and zR close and open every block", async () => {
    const { nvim, peer } = await inTranscript();
    const thinking = [
      { type: "message_update", assistantMessageEvent: { type: "thinking_start", contentIndex: 0 } },
      {
        type: "message_update",
        assistantMessageEvent: { type: "thinking_delta", contentIndex: 0, delta: "deep down" },
      },
      {
        type: "message_update",
        assistantMessageEvent: { type: "thinking_end", contentIndex: 0, content: "deep down" },
      },
    ];
    const content = [{ type: "thinking", thinking: "deep down" }];
    const end = runEnd("").map((record) =>
      "message" in record ? { ...record, message: { ...record.message, content } } : record,
    );
    peer.answers.prompt = (command) => [success(command), ...runStart("fourth").slice(0, -1), ...thinking, ...end];
    await nvim.command("PiPrompt fourth");
    await nvim.waitUntilSettled(4);
    expect(await nvim.chatText()).not.toContain("deep down");
    await nvim.keys("zR");
    await nvim.waitForChat("deep down");
    await nvim.keys("zM");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("deep down"));
  });

  it("yanking takes the text as it was said, without decoration", async () => {
    const { nvim } = await inTranscript();
    await nvim.keys("gg");
    await nvim.command("%y a");
    const yanked = await nvim.lua<string>("return vim.fn.getreg('a')");
    expect(yanked).toContain("You\nfirst\n\nThe reply.\n\nIts end.\n");
    expect(yanked).not.toMatch(/[┃▸▾✓]/);
  });
});

describe.each(editors)("<Plug> maps and the Lua API, on $name", (editor) => {
  it("<Plug>(pi-prompt) takes the live selection into the prompt", async () => {
    const init = `vim.keymap.set({ "n", "x" }, "gp", "<Plug>(pi-prompt)") vim.keymap.set("n", "gt", "<Plug>(pi-toggle)")`;
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"), { init });
    nvim.workspace.write("code.txt", "one\ntwo\nthree");
    await nvim.command("edit code.txt");
    await nvim.keys("2GVgp");
    await nvim.waitForText("code.txt:2");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.keys("<Esc>iwhy?<C-s>");
    expect((await peer.command("prompt")).message).toMatch(/why\?[\s\S]*lines="2"[\s\S]*\ntwo\n/);
    await nvim.keys("<Esc>gt");
    await nvim.waitFor(async () => (await nvim.windowOf("pi")) === undefined);
  });

  it("a status line shows model, context and activity, and is empty without an agent", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    const line = () => nvim.lua<string>("return require('pi').statusline()");
    expect(await line()).toBe("");
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("busy"));
    await nvim.waitFor(async () => (await line()) === "π demo 10%% writing");
    peer.send(...runEnd("busy"));
    await nvim.waitFor(async () => (await line()) === "π demo 10%%");
  });

  it("User events tell of runs and tools with their data", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const events = await nvim.events();
    expect(events.map(({ name }) => name)).toEqual(["PiAgentStart", "PiAgentSettled"]);
    expect(events[1]?.data).toMatchObject({ agent: 1, outcome: "done" });
    nvim.expectError(/code 3/);
    peer.exit(3);
    await nvim.waitFor(async () => (await nvim.events("PiExit")).length === 1);
  });
});

/** Every key for reading: its option, and the <Plug> map that does it. */
const READING = `
local rows = {}
for _, entry in ipairs(require("pi.chat.keys").actions.transcript) do
  rows[#rows + 1] = { entry.option, entry.plug, entry.modes:sub(1, 1) }
end
return rows
`;

describe.each(editors)("Keys of the transcript, on $name", (editor) => {
  async function inTranscript(setup = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor, replies("ok"), { setup, height: 24 });
    await all.nvim.command("PiPrompt go");
    await all.nvim.waitUntilSettled();
    await all.nvim.lua("vim.api.nvim_set_current_win(...)", await all.nvim.windowOf("pi"));
    return all;
  }

  it("each has an option, a <Plug> map, and a line in the list", async () => {
    const { nvim } = await inTranscript();
    const rows = await nvim.lua<[string, string, string][]>(READING);
    const options = await nvim.lua<string[]>(`return vim.tbl_keys(require("pi.config").get().keys.transcript)`);
    expect([...options].sort()).toEqual(rows.map(([option]) => option).sort());
    for (const [, plug, mode] of rows) {
      expect(await nvim.lua("return vim.fn.maparg((...), select(2, ...)) ~= ''", plug, mode)).toBe(true);
    }
    await nvim.keys("?");
    await nvim.waitForText("more below");
    await nvim.waitForText("open the file here");
    await nvim.keys("G");
    await nvim.waitForText("to the match before");
    await nvim.keys("q");
  });

  it("each can be another, several or none", async () => {
    const { nvim } = await inTranscript({
      keys: { transcript: { outline: ["<F5>", "<F6>"], last: false, first: "<Home>" } },
    });
    const mapped = (key: string) =>
      nvim.lua<string>(
        "local map = vim.fn.maparg(..., 'n', false, true) return map.buffer == 1 and map.rhs or ''",
        key,
      );
    expect(await mapped("<F6>")).toBe("<Plug>(pi-outline)");
    expect([await mapped("gO"), await mapped("G"), await mapped("gg")]).toEqual(["", "", ""]);
    await nvim.keys("<Home><F5>");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "qf", { what: "the outline" });
  });
});

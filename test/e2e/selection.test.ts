import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const FIVE = "one two\nhéllo wörld\n日本 three\n\tfour\nfive";

/** What goes with a prompt: which lines it names, and the text between the fences. */
interface SentContext {
  readonly name: string;
  readonly lines: string;
  readonly text: string;
}

/** Reads the first context item of a message (src/agent/contextFormat.ts writes it). */
function contextOf(message: string): SentContext | undefined {
  const match = /<(?:file|buffer) name="([^"]*)" lines="([^"]*)"[^>]*>\n(`{3,})[^\n]*\n([\s\S]*?)\n\3\n<\//.exec(
    message,
  );
  return match ? { name: match[1]!, lines: match[2]!, text: match[4]! } : undefined;
}

describe.each(editors)("Lines that go with a prompt, on $name", (editor) => {
  async function withFile(text = FIVE, options: Parameters<typeof launchWithPeer>[2] = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor as Editor, replies("ok"), options);
    all.nvim.workspace.write("five.txt", text);
    await all.nvim.command("edit five.txt");
    return all;
  }

  /** The context of the `count`th prompt that pi received. */
  async function sent({ peer }: WithPeer, count = 1): Promise<SentContext | undefined> {
    return contextOf((await peer.command("prompt", count)).message as string);
  }

  const lines = FIVE.split("\n");
  const ranges = [
    ["1", "1", lines[0]],
    ["5", "5", lines[4]],
    ["1,5", "1-5", FIVE],
    ["%", "1-5", FIVE],
    ["2,2", "2", lines[1]],
    [".", "3", lines[2]],
    ["2;+1", "2-3", lines.slice(1, 3).join("\n")],
  ] as const;

  it("are those of the range, both ends included", async () => {
    const all = await withFile();
    let sends = 0;
    for (const [range, named, text] of ranges) {
      await all.nvim.command("3");
      await all.nvim.command(`${range}PiPrompt look`);
      expect(await sent(all, ++sends), range).toEqual({ name: "five.txt", lines: named, text });
      await all.nvim.waitUntilSettled(sends);
    }
  });

  it("may be given backwards", async () => {
    const all = await withFile();
    await all.nvim.type(":4,2PiPrompt look\n");
    await all.nvim.waitForText(/[Bb]ackwards/);
    await all.nvim.type("y");
    expect(await sent(all)).toMatchObject({ lines: "2-4" });
  });

  it("are none without a range, also when there is an old selection", async () => {
    const all = await withFile();
    await all.nvim.keys("2GVj<Esc>4G");
    await all.nvim.command("PiPrompt look");
    expect((await all.peer.command("prompt")).message).toBe("look");
  });

  it("are taken from the buffer as it is, not from the file", async () => {
    const all = await withFile();
    await all.nvim.keys("Gonot yet written<Esc>");
    await all.nvim.command("6PiPrompt look");
    expect(await sent(all)).toMatchObject({ lines: "6", text: "not yet written" });
  });

  it("have a name without a file too", async () => {
    const all = await withFile();
    await all.nvim.command("enew");
    await all.nvim.keys("iscratch<Esc>");
    await all.nvim.command("%PiPrompt look");
    expect(await sent(all)).toEqual({ name: "[No Name]", lines: "1", text: "scratch" });
    await all.nvim.waitUntilSettled();
    await all.nvim.command("enew!");
    await all.nvim.command("%PiPrompt an empty one");
    const second = await all.peer.command("prompt", 2);
    expect(second.message).toContain("an empty one");
  });

  it("have a fence longer than any in them", async () => {
    const all = await withFile("```js\n````\ncode\n````\n```");
    await all.nvim.command("%PiPrompt look");
    expect(await sent(all)).toMatchObject({ text: "```js\n````\ncode\n````\n```" });
    expect((await all.peer.command("prompt")).message).toContain("\n`````");
  });

  it("name a path with quotes, spaces and odd signs exactly", async () => {
    const all = await withFile();
    const name = "a b'c%#$x|`y`.txt";
    all.nvim.workspace.write(name, "text");
    await all.nvim.lua("vim.cmd.edit({ vim.fn.fnameescape(...), magic = { file = false, bar = false } })", "five.txt");
    await all.nvim.lua("vim.api.nvim_win_set_buf(0, vim.fn.bufadd(...))", all.nvim.workspace.path(name));
    await all.nvim.command("1PiPrompt look");
    expect(await sent(all)).toMatchObject({ name, text: "text" });
  });

  it("stay attached to the prompt when no text is given, and go with what is typed", async () => {
    const all = await withFile();
    await all.nvim.command("2,3PiPrompt");
    await all.nvim.waitFor(() => all.nvim.windowOf("pi-prompt"));
    await all.nvim.waitForText(/five\.txt:2-3/);
    await all.nvim.waitFor(async () => (await all.nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await all.nvim.keys("<Esc>iwhat is this?<C-s>");
    expect(await sent(all)).toMatchObject({ lines: "2-3", text: lines.slice(1, 3).join("\n") });
    expect((await all.peer.command("prompt")).message).toContain("what is this?");
    await all.nvim.waitUntilSettled();
    await all.nvim.keys("<Esc>inext<C-s>");
    expect((await all.peer.command("prompt", 2)).message).toBe("next");
  });

  it("show as one line in the transcript, not as the whole text", async () => {
    const all = await withFile();
    await all.nvim.command("2,3PiPrompt look");
    await all.nvim.waitUntilSettled();
    const chat = await all.nvim.chatText();
    expect(chat).toMatch(/five\.txt:2-3/);
    expect(chat).not.toContain("héllo wörld");
  });
});

describe.each(editors)("A selection, on $name", (editor) => {
  const PROMPT_MAP = `vim.keymap.set({ "n", "x", "s" }, "gp", function() require("pi").prompt({ text = "look" }) end)`;
  const PLUG_MAP = `vim.keymap.set("x", "gl", "<cmd>PiPrompt look<CR>")`;

  async function withFile(init = PROMPT_MAP): Promise<WithPeer> {
    const all = await launchWithPeer(editor, replies("ok"), { init });
    all.nvim.workspace.write("five.txt", FIVE);
    await all.nvim.command("edit five.txt");
    return all;
  }

  async function sent(all: WithPeer, count = 1): Promise<SentContext | undefined> {
    const context = contextOf((await all.peer.command("prompt", count)).message as string);
    await all.nvim.waitUntilSettled(count);
    return context;
  }

  it("is the live one in Visual mode, not the one before, and none in Normal mode", async () => {
    const all = await withFile();
    await all.nvim.keys("1GVgp");
    expect(await sent(all, 1)).toMatchObject({ lines: "1", text: "one two" });
    await all.nvim.keys("<Esc>2GVgp");
    expect(await sent(all, 2)).toMatchObject({ lines: "2", text: "héllo wörld" });
    await all.nvim.keys("<Esc>4Ggp");
    expect(await sent(all, 3)).toBeUndefined();
  });

  it("is the live one for a <cmd> mapping of the command too", async () => {
    const all = await withFile(PLUG_MAP);
    await all.nvim.keys("1GV<Esc>3GVjgl");
    expect(await sent(all)).toMatchObject({ lines: "3-4", text: "日本 three\n\tfour" });
  });

  it("may have its cursor at the start", async () => {
    const all = await withFile();
    await all.nvim.keys("2GVjogp");
    expect(await sent(all)).toMatchObject({ lines: "2-3" });
  });

  it("counts characters, not bytes", async () => {
    const all = await withFile();
    await all.nvim.keys("3G0vlgp");
    expect(await sent(all, 1)).toMatchObject({ lines: "3", text: "日本" });
    await all.nvim.keys("<Esc>2G0lv3lgp");
    expect(await sent(all, 2)).toMatchObject({ lines: "2", text: "éllo" });
  });

  it("reaches over lines by characters, with $ as well", async () => {
    const all = await withFile();
    await all.nvim.keys("1Gwvj0llgp");
    expect(await sent(all, 1)).toMatchObject({ lines: "1-2", text: "two\nhél" });
    await all.nvim.keys("<Esc>1Gwv$gp");
    expect((await sent(all, 2))?.text.trimEnd()).toBe("two");
  });

  it("leaves its last character out where 'selection' is exclusive", async () => {
    const all = await withFile(`${PROMPT_MAP} vim.o.selection = "exclusive"`);
    await all.nvim.keys("3G0vlgp");
    expect(await sent(all)).toMatchObject({ text: "日" });
  });

  it("is the block's text line by line", async () => {
    const all = await withFile();
    await all.nvim.keys("1G0l<C-v>jlgp");
    expect(await sent(all, 1)).toMatchObject({ lines: "1-2", text: "ne\nél" });
    await all.nvim.keys("<Esc>1G0l<C-v>j$gp");
    expect(await sent(all, 2)).toMatchObject({ lines: "1-2", text: "ne two\néllo wörld" });
  });

  it("works from Select mode", async () => {
    const all = await withFile();
    await all.nvim.keys("1GgHgp");
    await all.nvim.lua("return 1");
    const isSent = all.peer.received("prompt").length > 0 || (await all.nvim.mode()).mode !== "S";
    expect(isSent).toBe(true);
    expect(await sent(all)).toMatchObject({ lines: "1", text: "one two" });
  });

  it("is part of the buffer it was made in", async () => {
    const all = await withFile();
    await all.nvim.keys("2GV<Esc>");
    all.nvim.workspace.write("other.txt", "other one\nother two");
    await all.nvim.command("edit other.txt");
    await all.nvim.keys("ggVgp");
    expect(await sent(all)).toMatchObject({ name: "other.txt", lines: "1", text: "other one" });
  });

  it("goes with :'<,'> as the user typed it", async () => {
    const all = await withFile();
    await all.nvim.keys("2GVj");
    await all.nvim.type(":PiPrompt look\n");
    expect(await sent(all)).toMatchObject({ lines: "2-3" });
  });
});

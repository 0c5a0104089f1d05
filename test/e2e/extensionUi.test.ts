/** What extensions show without asking: notices, statuses, widgets, the title, the prompt's text. */
import { describe, expect, it } from "vitest";
import { responses, uiRequest } from "../support/dialogs";
import { editors } from "../support/e2e";
import type { WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const CODE = "%{execute('let g:pwn=1')} 50% done <CR>:q<CR>";

const notify = (message: string, notifyType?: string) => uiRequest("n", "notify", { message, notifyType });
const status = (statusKey: string, statusText?: string) => uiRequest("s", "setStatus", { statusKey, statusText });
const title = (text: string) => uiRequest("t", "setTitle", { title: text });
const widget = (widgetKey: string, widgetLines?: readonly string[], widgetPlacement?: string) =>
  uiRequest("w", "setWidget", { widgetKey, widgetLines, widgetPlacement });
const prompt = (text: string) => uiRequest("p", "set_editor_text", { text });

const lines = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

describe.each(editors)("What extensions show, on $name", (editor) => {
  async function started(setup: WireRecord = {}, init = "", width = 100): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, { setup, init, width });
    await all.nvim.command("PiOpen");
    await all.peer.command("get_session_stats");
    return all;
  }

  it("a notice has its level, goes through vim.notify with a title, and into the log, several lines and all", async () => {
    const init = `_G.notices = {}
      vim.notify = function(text, level, opts) table.insert(_G.notices, { text, level, opts.title }) end`;
    const { nvim, peer } = await started({}, init);
    peer.send(
      notify("for your information"),
      notify("careful", "warning"),
      notify("one\ntwo\n\u001b[31mthree\u001b[0m", "error"),
    );
    peer.send(notify("careful", "warning"));
    await nvim.waitFor(async () => (await nvim.lua<unknown[]>("return _G.notices")).length === 4);
    expect(await nvim.lua("return _G.notices")).toEqual([
      ["for your information", 2, "pi"],
      ["careful", 3, "pi"],
      ["one\ntwo\nthree", 4, "pi"],
      ["careful", 3, "pi"],
    ]);
    const log = "return table.concat(vim.fn.readfile(vim.fn.stdpath('log') .. '/pi.log'), '\\n')";
    expect(await nvim.lua(log)).toContain("one\\ntwo\\nthree");
    expect(await nvim.chatText()).not.toContain("for your information");
    expect(responses(peer)).toEqual([]);
  });

  it("a notice of several lines asks for no <CR>, and is a line of the transcript where the option says so", async () => {
    const { nvim, peer } = await started({ extensions: { notices_in_transcript: true } });
    nvim.expectError(/three/);
    peer.send(notify("one\ntwo\nthree", "error"), notify("dim and quiet"));
    await nvim.waitForChat("dim and quiet");
    await nvim.waitForText("dim and quiet");
    expect(await nvim.chatText()).toMatch(/one\n.*two\n.*three/);
    expect(nvim.screen.groupsOf("dim and quiet")).toContain("PiQuiet");
    expect((await nvim.mode()).blocking).toBe(false);
  });

  it("statuses stand in the winbar in the order of their keys, in status() and in statusline(), until they are cleared", async () => {
    const { nvim, peer } = await started({}, "", 160);
    peer.send(
      status("b", "second \u001b[32m✓\u001b[0m"),
      status("a", "first"),
      status("a", "first again"),
      status("c", CODE),
    );
    await nvim.waitForText(/first again · second ✓/);
    await nvim.waitForStatus({
      statuses: [
        { key: "a", text: "first again" },
        { key: "b", text: "second ✓" },
        { key: "c", text: CODE },
      ],
    });
    expect(await nvim.lua("return require('pi').statusline()")).toContain("first again second ✓ %%{execute");
    peer.send(status("c"), status("a"));
    await nvim.waitFor(() => !nvim.screen.text().includes("first again"));
    await nvim.waitForStatus({ statuses: [{ key: "b", text: "second ✓" }] });
    expect(await nvim.lua("return vim.g.pwn")).toBeNull();
    expect(responses(peer)).toEqual([]);
  });

  it("a long status leaves the model in a narrow winbar", async () => {
    const { nvim, peer } = await started({}, "", 80);
    peer.send(status("a", "word ".repeat(100)));
    await nvim.waitForText(/demo .*word/);
    expect(nvim.screen.row(0).length).toBeLessThanOrEqual(80);
    expect(nvim.screen.row(0)).toContain("…");
  });

  it("widgets stand above and below the prompt in their colours, keep their places, and go by key", async () => {
    const { nvim, peer } = await started();
    peer.send(widget("x", ["above \u001b[31mred\u001b[0m", "line two"]), widget("y", ["below it"], "belowEditor"));
    peer.send(widget("z", ["third above"], "aboveEditor"));
    await nvim.waitForText("third above");
    await nvim.keys("isomething<CR>typed");
    await nvim.waitForText("typed");
    const rowOf = (text: string) => nvim.screen.find(text)?.row ?? Number.NaN;
    const order = () => ["above red", "line two", "third above", "something", "typed", "below it"].map(rowOf);
    await nvim.waitFor(() => order().every((row, i, all) => i === 0 || row === (all[i - 1] as number) + 1), {
      what: "all in order",
    });
    expect(nvim.screen.groupsOf("red")).toContain("PiAnsiRed");
    peer.send(widget("x", ["above \u001b[31mred\u001b[0m", "changed"]), widget("z"));
    await nvim.waitForText("changed");
    await nvim.waitFor(() => !nvim.screen.text().includes("third above"));
    expect(await nvim.promptText()).toBe("something\ntyped");
    await nvim.keys("<Esc>:PiClose<CR>:PiOpen<CR>");
    await nvim.waitForText("changed");
    await nvim.waitForText("below it");
    peer.send(widget("x"), widget("y"));
    await nvim.waitFor(() => !/changed|below it/.test(nvim.screen.text()), { what: "no widgets" });
    expect(responses(peer)).toEqual([]);
  });

  it("of a widget with 200 lines as many are shown as the option allows, and :PiWidgets shows all", async () => {
    const { nvim, peer } = await started({ extensions: { widget_height: 4 } });
    peer.send(widget("x", lines(200, "row")), widget("y", ["of another"], "belowEditor"));
    await nvim.waitForText("… 197 more lines");
    await nvim.waitForText("of another");
    expect(nvim.screen.text()).not.toContain("row 4");
    await nvim.command("PiWidgets");
    await nvim.waitForText("Widgets");
    await nvim.keys("G");
    await nvim.waitForText("row 200");
    await nvim.keys("q");
    await nvim.waitFor(() => !nvim.screen.text().includes("row 200"));
  });

  it("the title of the terminal is set only by option, never evaluated, and given back", async () => {
    const init = "vim.o.title = false vim.o.titlestring = 'mine'";
    const off = await started({}, init);
    off.peer.send(title("an extension's"), status("a", "seen"));
    await off.nvim.waitForText("seen");
    expect(await off.nvim.lua("return vim.o.titlestring")).toBe("mine");
    const { nvim, peer } = await started({ extensions: { title: true } }, init);
    peer.send(title(CODE));
    await nvim.waitFor(async () => (await nvim.lua("return vim.o.titlestring")) !== "mine");
    expect(await nvim.lua("return vim.api.nvim_eval_statusline(vim.o.titlestring, { maxwidth = 200 }).str")).toBe(CODE);
    expect(await nvim.lua("return { vim.o.title, vim.g.pwn or vim.NIL }")).toEqual([true, null]);
    await nvim.command("PiStop");
    await nvim.waitFor(async () => (await nvim.lua("return vim.o.titlestring")) === "mine");
    expect(await nvim.lua("return vim.o.title")).toBe(false);
  });

  it("a text for the prompt fills an empty one; a draft comes back by one undo, and a notice says so", async () => {
    const { nvim, peer } = await started();
    peer.send(prompt("from an extension\nsecond line"));
    await nvim.waitFor(async () => (await nvim.promptText()) === "from an extension\nsecond line");
    expect(await nvim.messages()).not.toContain("undo");
    await nvim.keys("ggdGimy own\u003cCR>draft");
    await nvim.waitFor(async () => (await nvim.promptText()) === "my own\ndraft");
    peer.send(prompt("replaced"));
    await nvim.waitFor(async () => (await nvim.promptText()) === "replaced");
    await nvim.waitFor(async () => (await nvim.messages()).includes("undo brings yours back"));
    await nvim.keys("<Esc>u");
    await nvim.waitFor(async () => (await nvim.promptText()) === "my own\ndraft", { what: "the draft" });
    expect(responses(peer)).toEqual([]);
  });

  it("none of them keeps pi busy, an unknown one is logged, and all belong to their agent and go with their pi", async () => {
    const { nvim, peer } = await started();
    peer.send(status("a", "of one"), widget("x", ["widget of one"]));
    await nvim.waitForText("widget of one");
    await nvim.waitForStatus({ busy: false });
    await nvim.command("tabnew");
    await nvim.command("PiOpen");
    await nvim.waitFor(() => peer.received("get_session_stats").length === 2);
    await nvim.waitForText(/demo · medium/);
    expect(nvim.screen.text()).not.toMatch(/of one/);
    await nvim.command("tabclose");
    await nvim.waitForText("widget of one");
    await nvim.command("PiStop");
    await nvim.waitFor(() => !nvim.screen.text().includes("of one"), { what: "no widget" });
  });

  it("an extension's error is told once in the transcript, with its name, and counted", async () => {
    const { nvim, peer } = await started();
    const error = { type: "extension_error", extensionPath: "/x/y/broken.ts", event: "turn_end", error: "it broke" };
    peer.send(error, error, error);
    await nvim.waitForChat(/broken\.ts.*it broke.*3 times/);
    expect((await nvim.chatText()).match(/it broke/g)).toHaveLength(1);
  });
});

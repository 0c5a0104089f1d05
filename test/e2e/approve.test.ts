/** Tool calls that wait for the user's word: every answer, with the real pi and a scripted model. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isFocused, waitForDialog, waitUntilClosed } from "../support/dialogs";
import type { NeovimOptions } from "../support/driver";
import { matrix } from "../support/e2e";
import { type Answer, type Brain, says, type ToolCallPart, textOf } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel } from "../support/realPi";
import { Workspace } from "../support/workspace";

const tool = (name: string, args: Record<string, unknown>): ToolCallPart => ({ tool: name, args });
const bash = (command: string) => tool("bash", { command });
const calls = (...parts: ToolCallPart[]): Answer => ({ parts });

/** A tool as other extensions bring them. */
const OTHER_TOOL = `export default (pi) => pi.registerTool({
  name: "my_issue", label: "issue", description: "files an issue",
  parameters: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
  execute: async (_id, { title }) => ({ content: [{ type: "text", text: "filed: " + title }], details: {} }),
});
`;

const APPROVE = ["edit", "write", "bash", "my_*"];

describe.each(matrix)("A tool call that waits for the user's word on $name", (configuration) => {
  async function launch(answers: readonly (Answer | Brain)[], options: NeovimOptions = {}) {
    const workspace = options.workspace ?? new Workspace();
    const extension = workspace.write("../other.ts", OTHER_TOOL);
    const args = ["--offline", "--model", SCRIPTED_MODEL, "-e", extension];
    const setup = { args, approve: APPROVE, ...options.setup };
    const { nvim, model } = await launchWithModel(configuration, answers, { width: 120, ...options, workspace, setup });
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.status()).linked === true, { what: "pi's extension" });
    /** What the model was told of its tool calls. */
    const results = () => (model.lastRequest?.messages ?? []).filter(({ role }) => role === "tool").map(textOf);
    const answer = async (question: string, keys: string) => {
      await waitForDialog(nvim, question);
      await nvim.keys(keys);
    };
    const read = (name: string) => readFileSync(workspace.path(name), "utf8");
    const exists = (name: string) => existsSync(workspace.path(name));
    return { nvim, model, workspace, results, answer, read, exists };
  }

  it("is stopped after a yes where the file has got unsaved changes meanwhile", async () => {
    const write = calls(tool("write", { path: "a.txt", content: "theirs\\n" }));
    const { nvim, workspace, results, read } = await launch([write, says("Done.")]);
    workspace.write("a.txt", "old\n");
    await nvim.lua("vim.cmd('edit a.txt')");
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "a.txt");
    await nvim.lua("vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, -1, false, { 'mine' })");
    await nvim.keys("y");
    await nvim.waitUntilSettled();
    expect(read("a.txt")).toBe("old\n");
    expect(results()).toEqual([expect.stringContaining("unsaved changes")]);
  });

  it("runs, is refused, refused for a reason, or runs for all of this session", async () => {
    const { nvim, results, answer, exists } = await launch([
      calls(bash("touch one; echo ran")),
      calls(bash("touch two")),
      calls(bash("touch three")),
      calls(tool("my_issue", { title: "first" })),
      calls(bash("echo again")),
      calls(tool("my_issue", { title: "second" }), bash("echo again"), bash("echo more")),
      calls(tool("read", { path: "../other.ts" })),
      says("Done."),
      calls(tool("my_issue", { title: "third" })),
      says("Done."),
    ]);
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "touch one; echo ran");
    expect(await nvim.status()).toMatchObject({ dialogs: 1, busy: true });
    expect(exists("one")).toBe(false);
    await nvim.keys("y");
    await answer("touch two", "n");
    await waitForDialog(nvim, "touch three");
    await nvim.keys("r");
    await nvim.waitForText("why not, or what to do instead");
    await nvim.type("use a script");
    await nvim.keys("<CR>");
    await answer("title: first", "s");
    await answer("echo again", "s");
    await answer("echo more", "<Esc>");
    await nvim.waitUntilSettled();
    expect(results()).toEqual([
      expect.stringContaining("ran"),
      "The user refused this call.",
      "The user refused this call: use a script",
      "filed: first",
      expect.stringContaining("again"),
      "filed: second",
      expect.stringContaining("again"),
      "The user refused this call.",
      expect.stringContaining("files an issue"),
    ]);
    expect([exists("one"), exists("two"), exists("three")]).toEqual([true, false, false]);
    await nvim.command("PiNew");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("Done."), { what: "a new session" });
    await nvim.command("PiPrompt go on");
    await answer("title: third", "n");
    await nvim.waitUntilSettled(2);
    expect(results()).toEqual(["The user refused this call."]);
  });

  it("shows a change as a diff, of which parts are dropped and edited; the model reads what became of it", async () => {
    const workspace = new Workspace();
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    workspace.write("a.txt", `${lines.join("\r\n")}\r\n`);
    const edits = [
      { oldText: "line 3\n", newText: "three\n" },
      { oldText: "line 20\n", newText: "twenty\n" },
    ];
    const { nvim, results, answer, read, exists } = await launch(
      [
        calls(tool("edit", { path: "a.txt", edits })),
        calls(tool("write", { path: "new/b.txt", content: "one\ntwo\n" })),
        calls(tool("edit", { path: "a.txt", edits: [{ oldText: "line 5", newText: "five" }] })),
        calls(tool("edit", { path: "a.txt", edits: [{ oldText: "line 6", newText: "six" }] })),
        says("Done."),
      ],
      { workspace, height: 40 },
    );
    await nvim.command("PiPrompt go");
    await nvim.waitForText("Change a.txt?  +2  −2");
    await nvim.waitForText("- 3 line 3");
    await nvim.waitForText("+20 twenty");
    await answer("Change a.txt?", "d");
    await nvim.waitForText("a.txt as it is");
    await nvim.keys("do]cccscore<Esc>");
    await nvim.waitForText("score");
    await nvim.keys("q");
    await answer("Go on with your version", "d");
    await nvim.waitForText("score");
    await nvim.command("w");
    await answer("Write the new file new/b.txt?  +2", "d");
    await nvim.waitForText("new/b.txt as it is");
    await nvim.command("%s/two/2/ | wq");
    await answer("+ 5 five", "d");
    await nvim.waitForText("a.txt as it is");
    await nvim.keys("doZZ");
    await answer("+ 6 six", "y");
    await nvim.waitUntilSettled();
    expect(await nvim.lua("return vim.fn.tabpagenr('$')")).toBe(1);
    const wanted = lines.with(19, "score").with(5, "six");
    expect(read("a.txt")).toBe(`${wanted.join("\r\n")}\r\n`);
    expect(read("new/b.txt")).toBe("one\n2\n");
    const [first, second, third, fourth] = results();
    expect(first).toMatch(/The user changed this call[\s\S]*-three\n\+line 3\n[\s\S]*-twenty\n\+score$/);
    expect(second).toMatch(/The user changed this call[\s\S]*-two\n\+2$/);
    expect(third).toContain("The user dropped all of this change");
    expect(fourth).not.toContain("changed this call");
    expect(exists("pi://approval")).toBe(false);
  });

  it("gives the tab page and the cursor back when a change that is looked at is over, and does not keep Neovim", async () => {
    const workspace = new Workspace();
    workspace.write("a.txt", "one\ntwo\n");
    const change: Brain = ({ messages }) =>
      messages.at(-1)?.role === "user"
        ? calls(tool("edit", { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] }))
        : says("Then not.");
    const { nvim, answer, read } = await launch(
      Array.from({ length: 8 }, () => change),
      { workspace, args: ["a.txt"] },
    );
    const look = async () => {
      await nvim.command("PiPrompt go");
      await answer("Change a.txt?", "d");
      await nvim.waitForText("a.txt as it is");
    };
    const where = `return { vim.fn.tabpagenr("$"), vim.api.nvim_buf_get_name(0):match("[^/]*$"), #vim.api.nvim_list_wins(),
      vim.iter(vim.api.nvim_list_bufs()):any(function(buf) return vim.api.nvim_buf_get_name(buf):find("pi://approval", 1, true) end) }`;
    const kept = `return vim.fn.getbufline(vim.fn.bufnr("pi://approval/1/after"), 1, "$")`;
    const before = await nvim.lua(where);
    await look();
    await nvim.keys("cc3<Esc>");
    await nvim.command("PiAbort");
    await nvim.waitFor(async () =>
      (await nvim.messages()).includes("your version of a.txt stays in pi://approval/1/after"),
    );
    expect(await nvim.lua(kept)).toEqual(["one", "3"]);
    await nvim.command("bwipeout pi://approval/1/after");
    await nvim.waitFor(async () => expect(await nvim.lua(where)).toEqual(before) ?? true, { what: "all as before" });
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
    await look();
    await nvim.command("tabclose");
    await answer("Change a.txt?", "n");
    await nvim.waitUntilSettled(2);
    expect(await nvim.lua(where)).toEqual(before);
    await look();
    await nvim.keys(":qa<CR>");
    await nvim.exit;
    await nvim.waitUntilGone();
    expect(read("a.txt")).toBe("one\ntwo\n");
  });

  it("takes no key that was meant for something else, and waits for :PiAnswer", async () => {
    const { nvim, results, answer } = await launch([calls(bash("echo ran")), says("Done.")]);
    await nvim.command("PiPrompt go");
    await nvim.keys("i");
    await nvim.type("yes no yes");
    await nvim.waitFor(async () => (await nvim.messages()).includes("pi asks"), { what: "a notice" });
    expect(await isFocused(nvim)).toBe(false);
    expect(await nvim.promptText()).toContain("yes no yes");
    await nvim.keys("<Esc>");
    await nvim.command("PiAnswer");
    await answer("echo ran", "y");
    await nvim.waitUntilSettled();
    expect(results()[0]).toContain("ran");
    expect(await nvim.promptText()).toContain("yes no yes");
  });

  it("is not run when the run is stopped, the session changes, or pi or the host dies", async () => {
    // An old pi lets a run go on whose session is left, and has its model read the refusal.
    const obeys: Brain = ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === "user" ? calls(bash(textOf(last))) : says("Then not.");
    };
    const { nvim, workspace } = await launch(Array.from({ length: 15 }, () => obeys));
    nvim.expectError(/SIGKILL|ended|host/);
    const ask = async (index: number) => {
      await nvim.command(`PiPrompt touch bad${index}`);
      await nvim.waitForText("Run this command?");
      await waitForDialog(nvim, `touch bad${index}`);
    };
    await ask(0);
    await nvim.command("PiAbort");
    await waitUntilClosed(nvim);
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
    await ask(1);
    await nvim.command("PiNew");
    await waitUntilClosed(nvim);
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
    await ask(2);
    await nvim.keys(":PiAnswer<CR>");
    process.kill((await nvim.status()).pid as number, "SIGKILL");
    await waitUntilClosed(nvim);
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
    await ask(3);
    const host = nvim.processes().find(({ command }) => command.includes("pi.cjs"));
    process.kill(host?.pid as number, "SIGKILL");
    await waitUntilClosed(nvim);
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
    await ask(4);
    nvim.nvim.kill("SIGKILL");
    await nvim.exit;
    await nvim.waitUntilGone();
    expect(readdirSync(workspace.project)).toEqual([]);
  });
});

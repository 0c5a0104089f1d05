/** Which tool calls wait for the user's word: the option, decisions for projects, several agents, a pi out of reach. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { waitForDialog } from "../support/dialogs";
import { matrix } from "../support/e2e";
import { type Answer, says, type ToolCallPart } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel } from "../support/realPi";
import { Workspace } from "../support/workspace";

const tool = (name: string, args: Record<string, unknown>): ToolCallPart => ({ tool: name, args });
const bash = (command: string) => tool("bash", { command });

describe.each(matrix.slice(0, 1))("approve, on $name", (configuration) => {
  const launch = (setup: Record<string, unknown>, answers: readonly Answer[], workspace = new Workspace()) =>
    launchWithModel(configuration, answers, { workspace, setup, width: 120 });

  it.each([{ extension: false }, { remote: { root: "/elsewhere" } }])(
    "lets no prompt go where nobody could be asked: %j",
    async (off) => {
      const { nvim, model } = await launch({ approve: ["bash"], ...off }, [says("Hello.")]);
      await nvim.command("PiPrompt say hello");
      await nvim.waitFor(async () => (await nvim.promptText()).includes("say hello"), { what: "the prompt" });
      await nvim.waitForChat("`approve` is set, but this pi runs without");
      await nvim.waitForText("cannot ask");
      expect(model.lastRequest).toBeUndefined();
      await nvim.command("checkhealth pi");
      await nvim.waitFor(() => nvim.lua<boolean>(`return vim.bo.filetype == "checkhealth"`));
      const report = await nvim.lua<string>(`return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")`);
      expect(report).toMatch(/ERROR.*approve. is set, but/);
      await nvim.command("bwipeout");
      await nvim.command("PiApprove none");
      await nvim.waitFor(async () => (await nvim.messages()).includes("pi asks you before: nothing"));
      await nvim.command("PiPrompt");
      await nvim.keys("<Esc><CR>");
      await nvim.waitForChat("Hello.");
    },
  );

  it("stops a run that begins by itself where nobody could be asked", async () => {
    const workspace = new Workspace();
    const eager = `export default (pi) => pi.on("session_start", () => void setTimeout(() => pi.sendUserMessage("go"), 100));\n`;
    const args = ["--offline", "--model", SCRIPTED_MODEL, "-e", workspace.write("../eager.ts", eager)];
    const answer = { parts: [{ wait: 3000 }, bash("touch bad")] };
    const { nvim, model } = await launch({ approve: ["bash"], extension: false, args }, [answer], workspace);
    await nvim.command("PiOpen");
    await nvim.waitForChat("without the plugin's extension");
    await nvim.waitUntilSettled();
    expect(model.requests.length).toBeLessThanOrEqual(1);
    expect(existsSync(workspace.path("bad"))).toBe(false);
  });

  it("keeps what was decided for a project, which nothing in its folder can change", async () => {
    const workspace = new Workspace();
    for (const name of [".pi/approve.json", "approve.json"]) workspace.write(name, '{"approve":[],"tools":[]}');
    const first = await launch({}, [], workspace);
    await first.nvim.command("PiApprove bash nonsense(rm *)");
    await first.nvim.waitForText("name tools, or `none`, or `default`");
    await first.nvim.command("PiApprove bash");
    await first.nvim.waitFor(async () => (await first.nvim.messages()).includes("decided for this project"));
    await first.nvim.command("PiApprove");
    await first.nvim.waitForText("What does pi ask you about in this project?");
    await first.nvim.waitForText("As decided now");
    await first.nvim.keys("<Esc>");
    const { nvim } = await launch({ approve: [] }, [{ parts: [bash("touch bad")] }, says("Done.")], workspace);
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "touch bad");
    await nvim.keys("n");
    await nvim.waitForChat("The user refused this call.");
    await nvim.waitUntilSettled();
    expect(existsSync(workspace.path("bad"))).toBe(false);
  });

  it("asks about everything where the option cannot be read", async () => {
    const { nvim } = await launch({ approve: "bash" }, [{ parts: [tool("read", { path: "x" })] }, says("Done.")]);
    await nvim.waitFor(async () => (await nvim.messages()).includes("`approve` should be a list of names of tools"));
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "Call read?");
    await nvim.keys("y");
    await nvim.waitForChat("Done.");
  });

  it("asks about changes by way of the editor where edit or write is named", async () => {
    const workspace = new Workspace();
    const file = workspace.write("a.txt", "one\n");
    const edit = tool("nvim_edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] });
    const setup = { approve: ["write"], editor_tools: "all" };
    const { nvim } = await launch(setup, [{ parts: [edit, tool("nvim_buffers", {})] }, says("Done.")], workspace);
    await nvim.command(`edit ${file}`);
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "in the editor's text");
    await nvim.waitForText("-one");
    await nvim.keys("y");
    await nvim.waitForChat("Done.");
    expect(await nvim.lua("return vim.fn.getbufline(vim.fn.bufnr('a.txt'), 1)")).toEqual(["two"]);
  });

  it("asks one after the other for several agents, and lets parallel calls of one wait for each other", async () => {
    const parallel = { parts: [bash("echo 1 > a"), bash("echo 2 > a2"), bash("echo 3 > a3")] };
    const { nvim } = await launch({ approve: ["*"] }, [parallel, { parts: [bash("touch b")] }, says("A"), says("B")]);
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "echo 1 > a");
    await nvim.command("tabnew");
    await nvim.command("PiPrompt and here");
    await nvim.waitForStatus({ dialogs: 1 });
    await nvim.command("PiAnswer");
    await nvim.waitForText("· 1 more");
    await waitForDialog(nvim, "echo 1 > a");
    await nvim.keys("y");
    await waitForDialog(nvim, "touch b");
    await nvim.keys("y");
    await waitForDialog(nvim, "echo 2 > a2");
    await nvim.keys("n");
    await waitForDialog(nvim, "echo 3 > a3");
    await nvim.keys("y");
    await nvim.waitUntilSettled(2);
    const { path } = nvim.workspace;
    const made = ["a", "a2", "a3", "b"].map((name) => existsSync(path.call(nvim.workspace, name)));
    expect(made).toEqual([true, false, true, true]);
  });
});

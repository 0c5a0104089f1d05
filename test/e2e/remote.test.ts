import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Editor, editors, matrix } from "../support/e2e";
import { says, textOf } from "../support/modelScript";
import { replies } from "../support/peerAnswers";
import { back, goTo, visited } from "../support/reading";
import { launchWithModel } from "../support/realPi";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

/** Runs its arguments where the folder it is started in is /mnt, as a container would. */
const WRAPPER = `#!/bin/sh
exec unshare -Urm sh -c 'mount --bind "$1" /mnt && cd /mnt && shift && exec "$@"' sh "$PWD" "$@"
`;

const canUnshare = spawnSync("unshare", ["-Urm", "mount", "--bind", "/tmp", "/mnt"]).status === 0;

describe.runIf(canUnshare).each(matrix)("A pi with another root, on $name", (configuration) => {
  async function inside(answers: Parameters<typeof launchWithModel>[1], before = "") {
    const workspace = new Workspace();
    const script = WRAPPER.replace("\n", `\n${before}\n`);
    const wrapper = workspace.write(join(workspace.root, "in-container"), script, 0o755);
    workspace.write("src/pump.js", "one\ntwo\n");
    const setup = { cmd: [wrapper, ...configuration.pi.command], remote: { root: "/mnt" } };
    return launchWithModel(configuration, answers, { workspace, setup });
  }

  it("works there, is told paths that it knows, and shows its folder by the name it has here", async () => {
    const call = { tool: "bash", args: { command: "pwd; cat src/pump.js" } };
    const { nvim, model } = await inside([{ parts: [call] }, says("Seen.")]);
    await nvim.command("edit src/pump.js");
    await nvim.command("1,2PiPrompt look");
    await nvim.waitForChat("Seen.");
    await nvim.waitUntilSettled();
    const [asked] = (model.lastRequest?.messages ?? []).filter(({ role }) => role === "user");
    expect(textOf(asked)).toContain('name="src/pump.js"');
    const [result] = (model.lastRequest?.messages ?? []).filter(({ role }) => role === "tool");
    expect(textOf(result)).toMatch(/^\/mnt\none\ntwo/);
    await nvim.waitForStatus({ cwd: nvim.workspace.project });
  });

  it("changes files that are open here: their buffers follow, and its changes are listed by the names they have here", async () => {
    const edit = { tool: "edit", args: { path: "/mnt/src/pump.js", edits: [{ oldText: "two", newText: "2" }] } };
    const { nvim } = await inside([{ parts: [edit] }, says("Changed.")]);
    await nvim.command("edit src/pump.js");
    await nvim.command("PiPrompt change it");
    await nvim.waitUntilSettled();
    const lines = () => nvim.lua<string[]>("return vim.api.nvim_buf_get_lines(vim.fn.bufnr('pump.js'), 0, -1, false)");
    await nvim.waitFor(async () => `${await lines()}` === "one,2", { what: "the new text" });
    await nvim.lua("require('pi').changes()");
    const listed = "return vim.tbl_map(function(i) return vim.api.nvim_buf_get_name(i.bufnr) end, vim.fn.getqflist())";
    await nvim.waitFor(async () => `${await nvim.lua(listed)}` === nvim.workspace.path("src/pump.js"));
  });

  it("names files that are found here, and exports to where it is read from here", async () => {
    const read = { tool: "read", args: { path: "/mnt/src/pump.js" } };
    const { nvim } = await inside([{ parts: [read] }, says("See /mnt/src/pump.js:2, not /mnt/none.js.")]);
    const { project, home } = nvim.workspace;
    await nvim.command("PiPrompt look");
    await nvim.waitForChat("See /mnt");
    await nvim.waitUntilSettled();
    const window = (await nvim.windowOf("pi")) as number;
    for (const [at, keys, line] of [
      ["read", "<CR>", 1],
      ["/mnt/src/pump.js:2", "gf", 2],
    ] as const) {
      await back({ nvim, window });
      await goTo(nvim, at);
      expect(await visited({ nvim, window }, keys)).toMatchObject({ name: `${project}/src/pump.js`, line });
    }
    await nvim.command(`PiExport ${home}/page.html`);
    await nvim.waitFor(async () => (await nvim.messages()).includes("can write only below"));
    await nvim.command("PiExport page.html");
    await nvim.waitFor(async () => (await nvim.messages()).includes("the session is in page.html"));
    expect(readFileSync(nvim.workspace.path("page.html"), "utf8")).toContain("<html");
    expect(existsSync(join(home, "page.html"))).toBe(false);
    nvim.expectError(/can write only below/);
  });

  it("goes on with its last session where its sessions are not here", async () => {
    const { nvim } = await inside([says("First.")], "export PI_CODING_AGENT_DIR=$HOME/elsewhere");
    cpSync(join(nvim.workspace.home, ".pi/agent"), join(nvim.workspace.home, "elsewhere"), { recursive: true });
    await nvim.command("PiPrompt one");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    await nvim.command("PiNew");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("First."));
    await nvim.command("PiResume");
    await nvim.waitForText("no sessions are here");
    await nvim.keys("<C-c>");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    await nvim.command("PiContinue");
    await nvim.waitForChat("First.");
  });

  it("goes on with its session after a restart, and lists it", async () => {
    const { nvim } = await inside([says("First."), says("Second.")]);
    await nvim.command("PiPrompt one");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    const { sessionFile, pid } = await nvim.status();
    expect(sessionFile).toContain("--mnt--");
    await nvim.command("PiRestart");
    await nvim.waitFor(async () => ![undefined, pid].includes((await nvim.status()).pid as number));
    await nvim.waitForChat("First.");
    await nvim.command("PiResume");
    await nvim.waitForText("1  one");
    await nvim.keys("<CR>");
    await nvim.command("PiPrompt two");
    await nvim.waitForChat("Second.");
    await nvim.waitForStatus({ sessionFile: sessionFile });
  });
});

describe.each(editors)("Paths of a pi elsewhere, on $name", (editor) => {
  it("are turned into ours and back, and nothing outside the folder is touched", async () => {
    const { nvim } = await launchWithPeer(editor as Editor, replies("ok"), { setup: { remote: { root: "/work/" } } });
    const map = (way: string, path: string) =>
      nvim.lua(`return require("pi.remote")[...](require("pi.agents").current(true), select(2, ...))`, way, path);
    const { project } = nvim.workspace;
    expect(await map("to_local", "/work/src/x")).toBe(`${project}/src/x`);
    expect(await map("to_agent", `${project}/src/x`)).toBe("/work/src/x");
    expect(await map("to_local", "/work")).toBe(project);
    expect(await map("to_local", "/worker/x")).toBe("/worker/x");
    expect(await map("to_agent", `${project}s/x`)).toBe(`${project}s/x`);
  });

  it("need an absolute root: anything else is told", async () => {
    const { nvim, peer } = await launchWithPeer(editor as Editor, {}, { setup: { remote: { root: "work" } } });
    nvim.expectError(/remote.root/);
    await nvim.command("PiPrompt look");
    await nvim.waitFor(async () => (await nvim.messages()).includes("must be an absolute path"));
    expect(peer.processes).toEqual([]);
    expect(await nvim.promptText()).toContain("look");
  });
});

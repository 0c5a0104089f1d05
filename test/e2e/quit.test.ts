import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { type Editor, editors, hostOf } from "../support/e2e";
import { repository } from "../support/paths";
import { replies } from "../support/peerAnswers";
import { isAlive } from "../support/processes";
import { delta, runEnd, runStart } from "../support/records";
import { waitFor } from "../support/waitFor";
import { launchWithPeer, type WithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

/** Case 11: 5 s after the end nothing of ours may run. */
const GONE = 5_000;

describe.each(editors)("Quitting, on $name", (editor) => {
  /** pi in mid reply, with a tool of its own running. */
  async function busy(idle = false): Promise<WithPeer> {
    const all = await launchWithPeer(editor as Editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("Working"));
    await all.nvim.waitForChat("Working");
    // In a group of its own, as pi starts its tools.
    all.peer.order({ kind: "spawn", command: ["setsid", "sleep", "600"] });
    await all.nvim.waitFor(() => tools(all.nvim).length === 1, { what: "the tool to run" });
    if (idle) {
      all.peer.send(...runEnd("Working"));
      await all.nvim.waitUntilSettled();
    }
    return all;
  }

  function tools(nvim: Driver): number[] {
    return nvim
      .processes()
      .filter(({ command }) => command === "sleep 600")
      .map(({ pid }) => pid);
  }

  const ends = [
    [":qa!", (nvim: Driver) => nvim.type(":qa!\n")],
    ["SIGTERM", async (nvim: Driver) => nvim.nvim.kill("SIGTERM")],
    ["SIGHUP", async (nvim: Driver) => nvim.nvim.kill("SIGHUP")],
    ["SIGKILL", async (nvim: Driver) => nvim.nvim.kill("SIGKILL")],
  ] as const;

  const states = ends.flatMap(([name, end]) => [
    { name, end, when: "in mid reply", idle: false },
    { name, end, when: "idle", idle: true },
  ]);

  it.each(states)("$name $when leaves no process behind", async ({ end, idle }) => {
    const all = await busy(idle);
    const pids = all.nvim.processes().map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThanOrEqual(4);
    await end(all.nvim);
    await all.nvim.exit;
    await all.nvim.waitUntilGone(GONE);
    // A process that is just ending has no environment any more, but may still be there for a moment.
    const alive = () => pids.filter(isAlive);
    await waitFor(() => alive().length === 0, { what: "the end of all", context: () => alive().join() });
  });

  it("ends a pi that ignores SIGTERM and the end of its input", async () => {
    const all = await busy();
    all.peer.order({ kind: "stubborn" });
    await all.nvim.type(":qa!\n");
    await all.nvim.exit;
    await all.nvim.waitUntilGone(GONE);
  });

  it("ends pi behind a wrapper script", async () => {
    const all = await launchWithPeer(editor);
    const wrapper = all.peer.installAs(all.nvim.workspace, "wrapper");
    await all.nvim.lua("require('pi').setup({ cmd = ... })", wrapper);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.order({ kind: "stubborn" });
    await all.nvim.type(":qa!\n");
    await all.nvim.exit;
    await all.nvim.waitUntilGone(GONE);
  });

  it("takes no noticeable time", async () => {
    const all = await busy();
    const start = performance.now();
    await all.nvim.type(":qa\n");
    await all.nvim.exit;
    // Neovim itself waits 2 s for a job that does not end: that, not a slow machine, is what this tells apart.
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  it("ends every pi and tool within the time when the host is killed", async () => {
    const all = await busy();
    const host = hostOf(all.nvim);
    all.nvim.expectError(/host/i);
    process.kill(host!.pid, "SIGKILL");
    const rest = () => all.nvim.processes().filter(({ pid }) => pid !== all.nvim.pid);
    await all.nvim.waitFor(() => rest().length === 0, { deadline: GONE, context: () => JSON.stringify(rest()) });
  });

  it("keeps pi's input open while it is in use", async () => {
    const all = await busy();
    expect(all.peer.current.stdinEnded).toBe(false);
    all.peer.send(...runEnd("Working"));
    await all.nvim.waitUntilSettled();
    expect(all.peer.current).toMatchObject({ stdinEnded: false, ended: false });
  });

  it(":PiStop that takes a moment leaves the next prompt to the next pi", async () => {
    const { nvim, peer } = await launchWithPeer(editor, replies("ok"));
    await nvim.command("PiPrompt first");
    await nvim.waitUntilSettled(1);
    const first = peer.current;
    peer.order({ kind: "stubborn" });
    await nvim.command("PiStop");
    await nvim.command("PiPrompt second");
    await nvim.waitForChat("second");
    expect(first.ended).toBe(false);
    peer.exit(0);
    await nvim.waitUntilSettled(2);
    expect(await nvim.promptText()).toBe("");
    peer.order({ kind: "stubborn" });
    await nvim.command("PiStop");
    await nvim.command("PiPrompt third");
    await nvim.waitForChat("third");
    await nvim.command("PiStop"); // which is for that, too
    peer.exit(0);
    await nvim.waitFor(async () => (await nvim.promptText()) === "third", { what: "the prompt to come back" });
  });

  it(":PiStop ends pi in order, its tools too, and the transcript stays", async () => {
    const all = await busy(true);
    await all.nvim.command("PiStop");
    await all.nvim.waitFor(() => all.peer.current.ended && tools(all.nvim).length === 0, { deadline: GONE });
    expect(all.peer.current.stdinEnded).toBe(true);
    expect(await all.nvim.chatText()).toContain("Working");
    await all.nvim.waitFor(async () => (await all.nvim.status()).running === false, { what: "pi to be stopped" });
  });

  it.each(["qa", "wqa", "xa"])("half a prompt does not keep :%s from quitting", async (command) => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.keys("ihalf a prompt<Esc>");
    await nvim.waitFor(async () => (await nvim.promptText()) === "half a prompt");
    await nvim.type(`:${command}\n`);
    expect(await nvim.exit).toEqual({ code: 0, signal: null });
  });

  it("the last window of a file takes Neovim to its end with the usual keys", async () => {
    const { nvim } = await launchWithPeer(editor);
    nvim.workspace.write("code.txt", "code");
    await nvim.command("edit code.txt");
    await nvim.command("PiOpen");
    await nvim.keys("ihalf a prompt<Esc>");
    await nvim.type(":wqall\n");
    expect(await nvim.exit).toEqual({ code: 0, signal: null });
  });

  it("says nothing on its way out", () => {
    const workspace = new Workspace();
    const told = "vim.wait(10000, function() return require('pi.agents').current(false).status ~= nil end)";
    const args = ["--headless", "-u", "NONE", "-i", "NONE", "--cmd", `set rtp^=${repository}`];
    const commands = [
      "runtime plugin/pi.lua",
      "lua require('pi').setup({ cmd = { 'true' } })",
      "PiOpen",
      `lua ${told}`,
    ];
    const { stderr } = spawnSync(editor.nvim, [...args, ...commands.flatMap((each) => ["-c", each]), "-c", "qa"], {
      env: { ...process.env, ...workspace.environment() },
      encoding: "utf8",
    });
    workspace.remove();
    expect(stderr).not.toMatch(/channel|error/i);
  });
});

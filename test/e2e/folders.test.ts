import { mkdirSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

describe.each(editors)("pi's folder, on $name", (editor) => {
  async function inFolderA(): Promise<WithPeer & { a: string; b: string }> {
    const all = await launchWithPeer(editor as Editor, replies("ok"));
    const [a, b] = [all.nvim.workspace.path("a"), all.nvim.workspace.path("b")];
    all.nvim.workspace.write("a/src/x", "x of a");
    all.nvim.workspace.write("b/src/x", "x of b");
    await all.nvim.command("cd a");
    await all.nvim.command("PiPrompt first");
    await all.nvim.waitUntilSettled();
    return { ...all, a, b };
  }

  it("is Neovim's when pi starts, and is shown", async () => {
    const { nvim, peer, a } = await inFolderA();
    expect(peer.processes.map(({ cwd }) => cwd)).toEqual([a]);
    await nvim.waitForStatus({ cwd: a });
  });

  it("is each tab page's own: a second tab page gets a second pi", async () => {
    const { nvim, peer, a, b } = await inFolderA();
    await nvim.command("tabnew");
    await nvim.command(`tcd ${b}`);
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
    expect(peer.processes.map(({ cwd }) => cwd)).toEqual([a, b]);
    expect(peer.processes[1]?.received.filter(({ type }) => type === "prompt")).toMatchObject([{ message: "second" }]);
    expect(await nvim.chatText()).not.toContain("first");
    await nvim.command("tabprevious");
    expect(await nvim.chatText()).toContain("first");
  });

  it("stays after :cd, and the user is told once", async () => {
    const { nvim, peer, a, b } = await inFolderA();
    await nvim.command(`cd ${b}`);
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiPrompt third");
    await nvim.waitUntilSettled(3);
    expect(peer.processes.map(({ cwd }) => cwd)).toEqual([a]);
    const told = `${await nvim.messages()}\n${await nvim.chatText()}`;
    expect(told.match(/PiRestart/g)).toHaveLength(1);
    expect(told).toContain(a.replace(nvim.workspace.home, "~"));
  });

  it("is the new one after :PiRestart", async () => {
    const { nvim, peer, b } = await inFolderA();
    await nvim.command(`cd ${b}`);
    await nvim.command("PiRestart");
    expect((await peer.started(2)).cwd).toBe(b);
  });

  it("decides how a file is named: a file of another folder is named in full", async () => {
    const { nvim, peer, b } = await inFolderA();
    await nvim.command(`cd ${b}`);
    await nvim.command("edit src/x");
    await nvim.command("1PiPrompt look");
    expect((await peer.command("prompt", 2)).message).toContain(`name="${b}/src/x"`);
    await nvim.waitUntilSettled(2);
    await nvim.command("edit ../a/src/x");
    await nvim.command("1PiPrompt look");
    expect((await peer.command("prompt", 3)).message).toContain('name="src/x"');
  });

  it("may have gone: the message names it and the words come back", async () => {
    const { nvim, peer, a } = await inFolderA();
    await nvim.command("PiStop");
    await nvim.waitFor(() => peer.current.ended, { what: "the end of pi" });
    rmSync(a, { recursive: true });
    nvim.expectError(/folder/);
    await nvim.command("PiPrompt second");
    await nvim.waitFor(async () => `${await nvim.messages()}\n${await nvim.chatText()}`.includes(a));
    await nvim.waitFor(async () => (await nvim.promptText()).includes("second"));
    mkdirSync(a);
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
  });
});

/** Beside plugins of others, the real ones. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { pluginFolder } from "../support/paths";
import { replies } from "../support/peerAnswers";
import { launchWithPeer } from "../support/withPeer";

const load = (name: Parameters<typeof pluginFolder>[0]) => `vim.opt.runtimepath:append([[${pluginFolder(name)}]])`;

function git(folder: string, ...args: string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

/** A repository with one commit, a change and a new file. */
function writeRepository(nvim: Driver): string {
  const { project } = nvim.workspace;
  git(project, "init", "-q");
  nvim.workspace.write("src/pump.js", "one\ntwo\n");
  git(project, "add", ".");
  git(project, "commit", "-qm", "begin");
  nvim.workspace.write("src/pump.js", "one\nTWO\n");
  nvim.workspace.write("new file.txt", "new\n");
  return git(project, "rev-parse", "HEAD");
}

const CONTEXT = `return vim.tbl_map(function(item) return { item.name, item.text, item.path }
  end, require("pi.chat.collected").list(require("pi.agents").current(true)))`;

describe.each(editors)("Beside fugitive, on $name", (editor) => {
  it("files of its status are mentioned, and lines of another version go along under git's name", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init: load("vim-fugitive") });
    const head = writeRepository(nvim);
    await nvim.command("edit src/pump.js");
    await nvim.command("Git");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.bo.filetype == 'fugitive' and vim.fn.search('pump') > 0"));
    await nvim.command("PiAdd");
    await nvim.lua("vim.fn.search('new file')");
    await nvim.command("PiAdd");
    expect(await nvim.lua("return require('pi.chat.prompt').text(require('pi.agents').current(true))")).toBe(
      '@src/pump.js @"new file.txt" ',
    );
    await nvim.command("close");
    await nvim.command("Gedit HEAD:src/pump.js");
    await nvim.command("2PiAdd");
    expect(await nvim.lua(CONTEXT)).toEqual([[`${head}:src/pump.js`, "two"]]);
    await nvim.command("edit src/pump.js");
    await nvim.command("Gdiffsplit");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.wo.diff"));
    await nvim.command("windo 2PiAdd");
    expect(await nvim.lua(CONTEXT)).toEqual(
      expect.arrayContaining([
        [":0:src/pump.js", "two"],
        ["pump.js", "TWO", nvim.workspace.path("src/pump.js")],
      ]),
    );
  });
});

describe.each(editors)("Beside airline, on $name", (editor) => {
  it("the bars of a chat stay, and its statusline shows the agent", async () => {
    const init = `${load("vim-airline")} vim.g.airline_section_y = "%{v:lua.require'pi'.statusline()}"`;
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init, width: 160 });
    nvim.workspace.write("src/pump.js", "one\ntwo\n");
    await nvim.command("edit src/pump.js");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("2PiAdd");
    await nvim.waitForText(/π {2}demo · medium · 10% of 200k/);
    await nvim.waitForText(/src\/pump\.js:2 .*\? keys/);
    await nvim.waitForText(/π demo 10%/);
    await nvim.command("PiClose");
    await nvim.waitFor(() => !nvim.screen.text().includes("? keys"));
  });
});

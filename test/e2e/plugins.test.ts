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

/** What oil.nvim and neo-tree.nvim tell of their buffers; both name folders without a slash at the end. */
const FILE_MANAGERS = `
  local folder = vim.fn.getcwd() .. "/src"
  package.loaded["oil"] = {
    get_entry_on_line = function(buf, lnum)
      if vim.bo[buf].filetype ~= "oil" then return nil end
      local name = vim.api.nvim_buf_get_lines(buf, lnum - 1, lnum, true)[1]:match("^/%d+ (.*)$")
      return { name = name:gsub("/$", ""), parsed_name = name, type = name:find("/$") and "directory" or "file" }
    end,
    get_current_dir = function() return folder .. "/" end,
  }
  local nodes = { { type = "directory", path = folder }, { type = "file", path = folder .. "/pump.js" }, { type = "message" } }
  package.loaded["neo-tree.sources.manager"] = { get_state_for_window = function(win)
    local buf = vim.api.nvim_win_get_buf(win or 0)
    return vim.b[buf].neo_tree_source and { tree = { get_node = function(_, lnum) return nodes[lnum] end } } or nil
  end }
  function _G.listing(filetype, lines)
    vim.cmd.new()
    vim.bo.buftype = "nofile"
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.bo.filetype = filetype
  end`;

describe.each(editors)("In a file manager's buffer, on $name", (editor) => {
  it("the files and folders of the lines are mentioned, and you are told where there is no chat to see it", async () => {
    const { nvim } = await launchWithPeer(editor, replies("ok"));
    nvim.workspace.write("src/pump.js", "one");
    nvim.workspace.write("src/lib/a b.js", "two");
    nvim.workspace.write("diff", "no difference");
    await nvim.lua(FILE_MANAGERS);
    const prompt = () => nvim.lua<string>("return require('pi.chat.prompt').text(require('pi.agents').current(true))");
    await nvim.lua(`listing("oil", { "/001 lib/", "/002 pump.js", "/003 not there" })`);
    await nvim.command("1,3PiAdd");
    expect(await prompt()).toBe("@src/lib @src/pump.js ");
    await nvim.waitForText("the mention is in your next prompt");
    await nvim.lua(
      `listing("neo-tree", { "src", "  pump.js", "(1 hidden item)" }) vim.b.neo_tree_source = "filesystem"`,
    );
    await nvim.keys("Vj");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.mode() == 'V' and vim.fn.line('.') == 2"));
    await nvim.command("PiAdd");
    expect(await prompt()).toBe("@src/lib @src/pump.js @src @src/pump.js ");
    await nvim.lua(`listing("netrw", { "diff" }) vim.b.netrw_curdir = vim.fn.getcwd()`);
    await nvim.command("PiAdd");
    expect(await prompt()).toMatch(/ @\.\/diff $/);
    expect(await nvim.lua(CONTEXT)).toEqual([]);
  });
});

describe.each(editors)("Beside airline, on $name", (editor) => {
  it("the bars of a chat stay, and its statusline shows the agent", async () => {
    const init = `${load("vim-airline")} vim.g.airline_section_y = "%{%v:lua.require'pi'.statusline()%}"`;
    const { nvim } = await launchWithPeer(editor, replies("ok"), { init, width: 160 });
    nvim.workspace.write("src/pump.js", "one\ntwo\n");
    await nvim.command("edit src/pump.js");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("2PiAdd");
    await nvim.waitForText(/π {2}demo · medium · 10% of 200k/);
    await nvim.waitForText(/src\/pump\.js:2 .*\? keys/);
    await nvim.waitForText(/π demo 10%(?!%)/);
    await nvim.command("PiClose");
    await nvim.waitFor(() => !nvim.screen.text().includes("? keys"));
  });
});

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { repository } from "../support/paths";
import { run, runEnd, runStart, toolTurn } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

const REPLY = "Look:\n\n```lua\nlocal x = 'a' -- why\n```\n\n```nonsense\nlocal y\n```\n";
const HAS_TREESITTER = "return vim.treesitter.highlighter.active[vim.api.nvim_win_get_buf(...)] ~= nil";

/** Groups of the marks over the first place in the transcript where a text stands. */
const GROUPS_AT = `
local win, text = ...
local buf = vim.api.nvim_win_get_buf(win)
for row, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
  local col = line:find(text, 1, true)
  if col then
    local groups = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf, -1, { row - 1, 0 }, { row - 1, -1 }, { details = true })) do
      local covers = mark[4].hl_group and mark[3] < col and mark[4].end_col >= col
      if covers then table.insert(groups, mark[4].hl_group) end
    end
    return groups
  end
end
return {}`;

async function groupsAt(nvim: Driver, text: string): Promise<string[]> {
  return nvim.lua(GROUPS_AT, await nvim.windowOf("pi"), text);
}

describe.each(editors)("Code on $name", (editor) => {
  it("is highlighted by its language in standard groups, without a parser", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...run(REPLY, { prompt: "go", deltas: [...REPLY] }));
    await nvim.waitForText("local y");
    await nvim.waitUntilSettled();
    await nvim.waitFor(async () => (await groupsAt(nvim, "local x")).includes("@keyword"), {
      what: "a keyword's colour",
    });
    expect(await groupsAt(nvim, "'a'")).toContain("@string");
    expect(await groupsAt(nvim, "-- why")).toContain("@comment");
    expect(await groupsAt(nvim, "local y")).not.toContain("@keyword");
    expect(await nvim.lua(HAS_TREESITTER, await nvim.windowOf("pi"))).toBe(false);
  });

  it("is highlighted in a file that was read, by the file's name", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    const read = toolTurn({ name: "read", args: { path: "src/a.rs" }, output: "pub fn area() -> u32 { 42 }" });
    peer.send(...runStart("go").slice(0, -2), ...read, ...runStart().slice(2), ...runEnd("ready"));
    await nvim.waitForChat("ready");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("zR");
    await nvim.waitForText("pub fn area");
    await nvim.waitFor(async () => (await groupsAt(nvim, "pub fn")).includes("@keyword"), {
      what: "a keyword's colour",
    });
    expect(await groupsAt(nvim, "area()")).toContain("@function");
  });
});

describe("The build", () => {
  it("is one small file that Neovim sees, and what colours text elsewhere", () => {
    const seen = readdirSync(join(repository, "rplugin/node")).filter((name) => !name.startsWith("."));
    expect(seen).toEqual(["pi.cjs"]);
    expect(statSync(join(repository, "rplugin/node/pi.cjs")).size).toBeLessThan(300 * 1024);
    expect(statSync(join(repository, "dist/markdown.cjs")).size).toBeLessThan(70 * 1024);
    expect(statSync(join(repository, "dist/highlight.cjs")).size).toBeLessThan(320 * 1024);
  });
});

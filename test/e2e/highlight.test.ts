import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { repository } from "../support/paths";
import { run, runEnd, runStart, toolTurn } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

const REPLY = "Look:\n\n```lua\nlocal x = 'a' -- why\n```\n\n```nonsense\nlocal y\n```\n";
const HAS_TREESITTER = "return vim.treesitter.highlighter.active[vim.api.nvim_win_get_buf(...)] ~= nil";

describe.each(editors)("Code on $name", (editor) => {
  it("is highlighted by its language in standard groups, without a parser", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...run(REPLY, { prompt: "go", deltas: [...REPLY] }));
    await nvim.waitForText("local y");
    await nvim.waitUntilSettled();
    await nvim.waitFor(() => nvim.screen.groupsOf("local x").includes("@keyword"), { what: "a keyword's colour" });
    expect(nvim.screen.groupsOf("'a'")).toContain("@string");
    expect(nvim.screen.groupsOf("-- why")).toContain("@comment");
    expect(nvim.screen.groupsOf("local y")).not.toContain("@keyword");
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
    await nvim.waitFor(() => nvim.screen.groupsOf("pub fn").includes("@keyword"), { what: "a keyword's colour" });
    expect(nvim.screen.groupsOf("area()")).toContain("@function");
  });
});

describe("The build", () => {
  it("is one file under 300 KB that Neovim sees, and the grammars elsewhere", () => {
    const seen = readdirSync(join(repository, "rplugin/node")).filter((name) => !name.startsWith("."));
    expect(seen).toEqual(["pi.cjs"]);
    expect(statSync(join(repository, "rplugin/node/pi.cjs")).size).toBeLessThan(300 * 1024);
    expect(statSync(join(repository, "dist/highlight.cjs")).size).toBeLessThan(320 * 1024);
  });
});

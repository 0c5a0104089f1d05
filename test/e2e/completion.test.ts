import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { MENU, menu, openPrompt, waitForMenu, writeProject } from "../support/completionMenu";
import { editors, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { replies } from "../support/peerAnswers";
import { launchWithModel, userTexts } from "../support/realPi";
import { launchWithPeer } from "../support/withPeer";

interface CompletionList {
  readonly isIncomplete: boolean;
  readonly items: readonly {
    readonly label: string;
    readonly kind: number;
    readonly filterText: string;
    readonly sortText: string;
    readonly score_offset: number;
    readonly textEdit: { readonly newText: string; readonly range: unknown };
  }[];
}

describe.each(editors)("Completion of mentions on $name", (editor) => {
  async function start(init = MENU) {
    const all = await launchWithPeer(editor, replies("ok"), { init });
    writeProject(all.nvim);
    await openPrompt(all.nvim);
    return all;
  }

  it("finds files by some of their letters with 'omnifunc', but no ignored ones", async () => {
    const { nvim } = await start();
    await nvim.keys("ilook at @pmpk<C-x><C-o>");
    expect(await waitForMenu(nvim, "@src/agent/pumpkin.ts")).toEqual(["@src/agent/pumpkin.ts"]);
    await nvim.keys("<C-n><C-y> and @pump<C-x><C-o>");
    const words = await waitForMenu(nvim, "@src/pump.js");
    expect(words).toContain("@src/agent/pumpkin.ts");
    expect(words.join()).not.toContain("build");
    await nvim.keys("<C-n><C-y>");
    expect(await nvim.promptText()).toBe("look at @src/agent/pumpkin.ts and @src/pump.js");
    await nvim.keys("<Esc>");
  });

  it("offers what the editor has, folders, and quotes names with spaces", async () => {
    const { nvim } = await start();
    await nvim.keys("i@diag<C-x><C-o>");
    await waitForMenu(nvim, "@diagnostics");
    await nvim.keys("<C-e>nostics:<C-x><C-o>");
    await waitForMenu(nvim, "@diagnostics:all");
    await nvim.keys("<C-e><C-u>@src/ag<C-x><C-o>");
    expect(await waitForMenu(nvim, "@src/agent/")).toContain("@src/agent/pumpkin.ts");
    await nvim.keys("<C-e><C-u>@b.t<C-x><C-o>");
    await waitForMenu(nvim, '@"a b.txt"');
    await nvim.keys("<C-e><C-u>@./src/<C-x><C-o>");
    expect(await waitForMenu(nvim, "@./src/agent/")).toEqual(["@./src/agent/", "@./src/pump.js"]);
    await nvim.keys("<C-e><Esc>");
  });

  it("goes on into a folder whose name has spaces", async () => {
    const { nvim } = await start();
    nvim.workspace.write("my dir/in it.txt", "deep");
    await nvim.keys("isee @my<C-x><C-o>");
    await waitForMenu(nvim, '@"my dir/');
    await nvim.keys("<C-n><C-y>in<C-x><C-o>");
    await waitForMenu(nvim, '@"my dir/in it.txt"');
    await nvim.keys("<C-n><C-y>");
    expect(await nvim.promptText()).toBe('see @"my dir/in it.txt"');
    await nvim.keys("<Esc>");
  });

  it("answers any client of language servers: what to replace, in UTF-16, and nothing to filter or sort", async () => {
    const { nvim } = await start();
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, false, { "/no", "日本🙂 @pum", '@"pum"' })`);
    const REQUEST = `local line, character = ...
      _G.answer = nil
      local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }
      vim.lsp.buf_request(0, "textDocument/completion", params, function(_, result) _G.answer = result end)`;
    const ask = async (line: number, character: number) => {
      await nvim.lua(REQUEST, line, character);
      return nvim.waitFor(() => nvim.lua<CompletionList | null>("return _G.answer"));
    };
    const { isIncomplete, items } = await ask(1, 9);
    const range = { start: { line: 1, character: 5 }, end: { line: 1, character: 9 } };
    expect(isIncomplete).toBe(true);
    expect(items.map(({ textEdit }) => textEdit)).toEqual([
      { newText: "@src/pump.js", range },
      { newText: "@src/agent/pumpkin.ts", range },
    ]);
    // Whoever filters by the beginning keeps all of it; whoever filters by letters what is typed before the next answer.
    expect(items.map(({ filterText, sortText }) => [filterText, sortText])).toEqual([
      ["@pum@src/pump.js", "0001"],
      ["@pum@src/agent/pumpkin.ts", "0002"],
    ]);
    expect((await ask(1, 4)).items).toEqual([]);
    // Plugins for pairs put the closing quote there.
    expect((await ask(2, 5)).items.map(({ textEdit }) => textEdit.newText)).toEqual([
      '@"src/pump.js',
      '@"src/agent/pumpkin.ts',
    ]);
    const commands = (await ask(0, 1)).items;
    expect(commands.map(({ label }) => label)).toEqual(expect.arrayContaining(["model", "review"]));
    // blink.cmp puts paths first, with an offset of 3, and `/` is one.
    expect(commands.every((item) => item.score_offset > 3)).toBe(true);
    // Plugins put brackets behind functions and methods.
    expect(commands.filter(({ kind }) => kind === 2 || kind === 3)).toEqual([]);
  });

  it("asks git where there is one, and sees new files a moment later", async () => {
    const { nvim } = await start();
    execFileSync("git", ["init", "-q"], { cwd: nvim.workspace.project });
    nvim.workspace.write("src/brandnew.ts", "new");
    await nvim.keys("i");
    await nvim.waitFor(
      async () => {
        await nvim.keys("<C-e><C-u>@brandnew<C-x><C-o>");
        return (await menu(nvim))[0] === "@src/brandnew.ts" || undefined;
      },
      { what: "the new file in the menu" },
    );
    await nvim.keys("<C-e><Esc>");
  });

  it("marks mentions that stand for something, and those that do not", async () => {
    const { nvim } = await start();
    await nvim.lua("vim.api.nvim_buf_set_lines(vim.fn.bufadd('unwritten.txt'), 0, -1, false, { 'x' })");
    nvim.workspace.write("two.txt", "1\n2\n");
    await nvim.keys("i@src/pump.js @src/nothing.js @quickfix @two.txt:2-9 @two.txt:3 @unwritten.txt @clipboard x<Esc>");
    const marks = () =>
      nvim.lua<string[]>(`
        local ns = vim.api.nvim_get_namespaces()["pi.mention"]
        local found = {}
        for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, { details = true })) do
          local text = vim.api.nvim_buf_get_text(0, mark[2], mark[3], mark[2], mark[4].end_col, {})[1]
          found[#found + 1] = text .. " " .. mark[4].hl_group
        end
        return found`);
    const wanted = ["@src/pump.js PiMention", "@src/nothing.js PiMentionMissing", "@quickfix PiMention"];
    wanted.push("@two.txt:2-9 PiMention", "@two.txt:3 PiMentionMissing", "@unwritten.txt PiMention");
    wanted.push("@clipboard PiMentionMissing");
    await nvim.waitFor(async () => JSON.stringify(await marks()) === JSON.stringify(wanted), { what: "the marks" });
    nvim.workspace.write("src/nothing.js", "now there");
    await nvim.keys("A<BS>y<Esc>");
    await nvim.waitFor(async () => (await marks())[1] === "@src/nothing.js PiMention", { what: "the new file's mark" });
  });
});

describe.each(matrix)("Completion of commands on $name", (configuration) => {
  it("offers pi's templates, the prompt library and pi's terminal commands, and runs them", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("first"), says("second")], { init: MENU });
    nvim.workspace.write(
      `${nvim.workspace.home}/.pi/agent/prompts/greet.md`,
      "---\ndescription: Greets someone\n---\nSay hello to $1.\n",
    );
    await openPrompt(nvim);
    await nvim.keys("i/gr<C-x><C-o>");
    expect(await waitForMenu(nvim, "/greet")).toEqual(["/greet"]);
    expect(nvim.screen.text()).toContain("prompt");
    await nvim.keys("<C-n><C-y> Ada<Esc><CR>");
    await nvim.waitUntilSettled();
    expect(userTexts(model.lastRequest)).toEqual([expect.stringMatching(/^Say hello to Ada\.\n?$/)]);
    await nvim.lua("vim.cmd.edit('one.txt') vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'a  \"b', \"it's\" })");
    await nvim.command("1,2PiPrompt /greet 'Ada L' and more");
    await nvim.waitUntilSettled(2);
    expect(userTexts(model.lastRequest).at(-1)).toBe(
      'Say hello to Ada L.\n\n<file name="one.txt" lines="1-2" unsaved="true">\n```text\na  "b\nit\'s\n```\n</file>',
    );
    await openPrompt(nvim);
    await nvim.keys("i/re<C-x><C-o>");
    expect(await waitForMenu(nvim, /^\/re/)).toEqual(expect.arrayContaining(["/review", "/reload"]));
    await nvim.keys("<C-e><C-u>no /re<C-x><C-o>");
    expect(await menu(nvim)).toEqual([]);
    await nvim.keys("<C-u>/share<Esc><CR>");
    await nvim.waitForText(/\/share needs pi's own screen/);
    await nvim.keys("i/login<Esc><CR>");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.bo.buftype == 'terminal'"));
    await nvim.waitForText(/scripted|demo/i, { deadline: 20_000 });
    await nvim.keys("<C-\\><C-n>");
    await nvim.command("tabclose");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi-prompt"));
    const pid = (await nvim.status()).pid;
    await nvim.keys("i/reload<Esc><CR>");
    await nvim.waitFor(async () => {
      const now = await nvim.status();
      return now.running === true && now.pid !== pid && now.pid !== undefined;
    });
    expect(await nvim.promptText()).toBe("");
    expect(model.requests).toHaveLength(2);
  });

  it("means pi's own template by a name that the library has too, and offers both", async () => {
    const { nvim, model } = await launchWithModel(
      configuration,
      Array.from({ length: 3 }, () => says("ok")),
      { init: MENU },
    );
    nvim.workspace.write(`${nvim.workspace.home}/.pi/agent/prompts/explain.md`, "Explain as pi does: $1.\n");
    // pi does not run yet: it is asked all the same.
    await nvim.command("PiPrompt /explain @quickfix");
    await nvim.waitUntilSettled();
    expect(userTexts(model.lastRequest).at(-1)).toMatch(/^Explain as pi does: @quickfix\.\n+<context name="quickfix/);
    await nvim.command("PiPrompt /prompts:explain the pump");
    await nvim.waitUntilSettled(2);
    expect(userTexts(model.lastRequest).at(-1)).toMatch(/^Explain this code: [\s\S]*the pump/);
    await openPrompt(nvim);
    await nvim.keys("i/expl<C-x><C-o>");
    const words = await waitForMenu(nvim, /^\/(prompts:)?explain$/);
    expect(words.filter((word) => /explain/.test(word)).sort()).toEqual(["/explain", "/prompts:explain"]);
    await nvim.keys("<C-e><Esc>");
  });

  it("sends a prompt of the library with what was selected and what was written behind its name", async () => {
    const init = `vim.g.pi = { prompts = {
      twice = function(context) return "Twice: " .. #context.context .. " " .. context.filetype end,
      own = function(context) return "Own <" .. context.args .. ">" end,
      broken = function() error("no luck") end, nothing = function() end, blank = " ",
      tests = false } }`;
    const { nvim, model } = await launchWithModel(
      configuration,
      Array.from({ length: 8 }, () => says("ok")),
      { init },
    );
    nvim.workspace.write("pump.js", "one\ntwo");
    await nvim.command("edit pump.js");
    await nvim.command("2PiPrompt /explain the loop");
    await nvim.waitUntilSettled();
    const text = userTexts(model.lastRequest).at(-1) ?? "";
    expect(text).toMatch(
      /^Explain this code: .*\n\nthe loop\n\n<file name="pump.js" lines="2">\n```javascript\ntwo\n```/,
    );
    await nvim.command("PiPrompt /fix");
    await nvim.waitUntilSettled(2);
    expect(userTexts(model.lastRequest).at(-1)).toMatch(
      /@diagnostics\n\n@buffer\n\n<context name="diagnostics of pump.js">\nThere are none.\n<\/context>\n\n<file name="pump.js">/,
    );
    await nvim.command("1,2PiPrompt /twice");
    await nvim.waitUntilSettled(3);
    expect(userTexts(model.lastRequest).at(-1)).toMatch(/^Twice: 1 javascript\n\n<file/);
    for (const [count, path] of ["/explain/pump.js ends?", "/reload/x.ts"].entries()) {
      await nvim.lua("require('pi').prompt({ text = ... })", path);
      await nvim.waitUntilSettled(4 + count);
      expect(userTexts(model.lastRequest).at(-1)).toBe(path);
    }
    await nvim.command("PiPrompt /twice and more");
    await nvim.waitUntilSettled(6);
    expect(userTexts(model.lastRequest).at(-1)).toBe("Twice: 0 javascript\n\nand more");
    await nvim.command("PiPrompt /own more");
    await nvim.waitUntilSettled(7);
    expect(userTexts(model.lastRequest).at(-1)).toBe("Own <more>");
    nvim.expectError(/the prompt \/\w+ gave no text: (.*no luck|nil|it is empty)/);
    for (const name of ["/broken", "/nothing", "/blank"]) {
      await nvim.command(`PiPrompt ${name}`);
      await nvim.waitFor(async () => (await nvim.promptText()) === name);
      await nvim.waitFor(async () => (await nvim.messages()).includes(`the prompt ${name} gave no text`));
      await nvim.lua("require('pi.chat.prompt').set_text(require('pi.agents').current(true), '')");
    }
    expect(await nvim.lua("return vim.fn.getcompletion('PiPrompt /t', 'cmdline')")).toContain("/twice");
    expect(await nvim.lua("return vim.fn.getcompletion('PiPrompt /tests', 'cmdline')")).toEqual([]);
  });
});

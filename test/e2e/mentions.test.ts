import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { PromptWriter } from "../support/promptWriter";
import { launchWithModel, type RealPi } from "../support/realPi";
import { SYMBOL_SERVER } from "../support/symbolServer";

const PUMP = "export function pump(queue) {\n  while (queue.length >= 0) {\n    queue.shift();\n  }\n}\n";

/** An item as it has to arrive, between its tags. */
function item(tag: string, attributes: string, text: string, language = "", notes: string[] = []): string {
  return [`<${tag} ${attributes}>`, `\`\`\`${language}`, text, "```", ...notes, `</${tag}>`].join("\n");
}

const manyAnswers = Array.from({ length: 40 }, () => says("ok"));

async function start(configuration: (typeof matrix)[number], init = ""): Promise<{ all: RealPi; chat: PromptWriter }> {
  const all = await launchWithModel(configuration, manyAnswers, { init });
  all.nvim.workspace.write("src/pump.js", PUMP);
  await all.nvim.command("edit src/pump.js");
  return { all, chat: new PromptWriter(all) };
}

async function editLine(nvim: Driver, lnum: number, text: string): Promise<void> {
  await nvim.lua("vim.api.nvim_buf_set_lines(0, ...)", lnum - 1, lnum, false, [text]);
}

describe.each(matrix)("Mentions on $name", (configuration) => {
  it("send files, folders and lines of files as they are, with names of every kind", async () => {
    const { all, chat } = await start(configuration);
    const { workspace } = all.nvim;
    const whole = PUMP.slice(0, -1);
    expect(await chat.send("why @src/pump.js?")).toBe(
      `why @src/pump.js?\n\n${item("file", 'name="src/pump.js"', whole, "js")}`,
    );
    const lines = PUMP.split("\n");
    expect(await chat.send("see (@src/pump.js:2-3), and @src/pump.js:1.")).toBe(
      `see (@src/pump.js:2-3), and @src/pump.js:1.\n\n${item("file", 'name="src/pump.js" lines="2-3"', lines.slice(1, 3).join("\n"), "js")}\n\n${item("file", 'name="src/pump.js" lines="1"', lines[0]!, "js")}`,
    );
    workspace.write("a b/grüße 日本.txt", "eins\r\nzwei");
    workspace.write("time:10", "ten");
    expect(await chat.send('@"a b/grüße 日本.txt" @"a b/grüße 日本.txt":2 @time:10')).toBe(
      [
        '@"a b/grüße 日本.txt" @"a b/grüße 日本.txt":2 @time:10',
        item("file", 'name="a b/grüße 日本.txt"', "eins\r\nzwei", "txt"),
        item("file", 'name="a b/grüße 日本.txt" lines="2"', "zwei", "txt"),
        item("file", 'name="time:10"', "ten"),
      ].join("\n\n"),
    );
    expect(await chat.send("@src")).toBe(`@src\n\n${item("folder", 'name="src"', "pump.js")}`);
    mkdirSync(`${workspace.root}/elsewhere`);
    writeFileSync(`${workspace.root}/elsewhere/other.md`, "```\ncode\n```");
    symlinkSync(`${workspace.root}/elsewhere`, workspace.path("link"));
    expect(await chat.send("@link/other.md @../elsewhere/other.md")).toBe(
      `@link/other.md @../elsewhere/other.md\n\n<file name="link/other.md">\n\`\`\`\`md\n\`\`\`\ncode\n\`\`\`\n\`\`\`\`\n</file>\n\n<file name="${workspace.root}/elsewhere/other.md">\n\`\`\`\`md\n\`\`\`\ncode\n\`\`\`\n\`\`\`\`\n</file>`,
    );
  });

  it("mean pi's folder, wherever the editor is", async () => {
    const { all, chat } = await start(configuration);
    const { nvim } = all;
    nvim.workspace.write(`${nvim.workspace.root}/other/src/pump.js`, "of the other folder");
    await nvim.command(`cd ${nvim.workspace.root}/other`);
    await nvim.command("edit src/pump.js");
    const theirs = item("file", `name="${nvim.workspace.root}/other/src/pump.js"`, "of the other folder", "javascript");
    const ours = item("file", 'name="src/pump.js"', PUMP.slice(0, -1), "js");
    await nvim.command("cd -");
    await nvim.command("PiOpen");
    await nvim.command(`wincmd p | cd ${nvim.workspace.root}/other`);
    expect(await chat.send("@src/pump.js @buffer")).toBe(`@src/pump.js @buffer\n\n${ours}\n\n${theirs}`);
  });

  it("are sent as typed where they stand for nothing, name what is binary, and cut what is long", async () => {
    const { all, chat } = await start(configuration);
    const { workspace } = all.nvim;
    const typed = "mail me@home.org about @nobody, @selection, `@param`, @src/pump.js:99 and @";
    expect(await chat.send(typed)).toBe(typed);
    writeFileSync(workspace.path("logo.png"), Buffer.from([0x89, 0x50, 0, 1, 2, 3]));
    expect(await chat.send("@logo.png")).toBe(
      '@logo.png\n\n<file name="logo.png" binary="true">\nA binary file of 6 bytes: its content is not shown.\n</file>',
    );
    execFileSync("mkfifo", [workspace.path("pipe")]);
    expect(await chat.send("@pipe")).toBe("@pipe");
    const line = "x".repeat(1023);
    workspace.write("long.txt", `${line}\n`.repeat(300));
    const cut = await chat.send("@long.txt");
    expect(cut).toContain(
      `${line}\n\`\`\`\nCut: lines 1 to 256 are here, 256 KB at most; the whole file has 300 KB.\n</file>`,
    );
    expect(cut.split(line).length - 1).toBe(256);
  });

  it("send buffers as they are in the editor, and say when they are not saved", async () => {
    const { all, chat } = await start(configuration);
    const { nvim } = all;
    await editLine(nvim, 2, "  while (queue.length > 0) {");
    const now = PUMP.slice(0, -1).replace(">=", ">");
    const unsaved = item("file", 'name="src/pump.js" unsaved="true"', now, "javascript");
    expect(await chat.send("@src/pump.js")).toBe(`@src/pump.js\n\n${unsaved}`);
    expect(await chat.send("@buffer")).toBe(`@buffer\n\n${unsaved}`);
    expect(await chat.send("@./src/pump.js:2")).toBe(
      `@./src/pump.js:2\n\n${item("file", 'name="src/pump.js" lines="2" unsaved="true"', "  while (queue.length > 0) {", "javascript")}`,
    );
    await chat.leave();
    await nvim.command("silent 2,$delete");
    expect(await chat.send("@src/pump.js:4")).toBe("@src/pump.js:4"); // the file has that line, the buffer has not
    await chat.leave();
    await nvim.command("undo | write | split other.txt");
    await nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'one', 'two', 'three' })");
    await nvim.command("write");
    expect(await chat.send("@buffers")).toBe(
      `@buffers\n\n${item("file", 'name="src/pump.js"', now, "javascript")}\n\n${item("file", 'name="other.txt"', "one\ntwo\nthree", "text")}`,
    );
    expect(await chat.send("@visible")).toBe(
      `@visible\n\n${item("file", 'name="other.txt" lines="1-3"', "one\ntwo\nthree", "text")}`,
    );
    await chat.leave();
    await nvim.keys("gg0lvj<Esc>");
    expect(await chat.send("@selection")).toBe(
      `@selection\n\n${item("file", 'name="other.txt" lines="1-2" part="selection"', "ne\ntw", "text")}`,
    );
    await chat.leave();
    await nvim.keys("gg0l<C-v>jj$<Esc>");
    const ragged = item("file", 'name="other.txt" lines="1-3" part="selection"', "ne\nwo\nhree", "text");
    expect(await chat.send("@selection")).toBe(`@selection\n\n${ragged}`);
    expect(await chat.sendWhileInserting("@selection")).toBe(`@selection\n\n${ragged}`);
  });

  it("send diagnostics, lists, the clipboard, a terminal, and a symbol of the language server", async () => {
    const { all, chat } = await start(configuration);
    const { nvim } = all;
    await nvim.lua(`
      local ns = vim.api.nvim_create_namespace("test")
      vim.diagnostic.set(ns, 0, {
        { lnum = 1, col = 2, severity = 1, message = "never ends\\nreally", source = "lint", code = "E7" },
        { lnum = 0, col = 0, severity = 4, message = "a hint" },
      })
      local buf = vim.api.nvim_get_current_buf()
      vim.fn.setqflist({}, " ", { title = "grep", items = {
        { bufnr = buf, lnum = 3, col = 5, text = "queue.shift();" }, { text = "1 match" } } })
      vim.fn.setloclist(0, { { bufnr = buf, lnum = 1, col = 1, type = "W", text = "here" } })
      vim.fn.setreg('"', { "copied \`\`\`", "  text" })`);
    const problems = "src/pump.js:1:1: hint: a hint\nsrc/pump.js:2:3: error: never ends\n    really [lint E7]";
    expect(await chat.send("@diagnostics")).toBe(
      `@diagnostics\n\n${item("context", 'name="diagnostics of src/pump.js"', problems)}`,
    );
    expect(await chat.send("@diagnostics:all")).toBe(
      `@diagnostics:all\n\n${item("context", 'name="diagnostics"', problems)}`,
    );
    expect(await chat.send("@diagnostics:errors")).toBe(
      `@diagnostics:errors\n\n${item("context", 'name="errors"', problems.split("\n").slice(1).join("\n"))}`,
    );
    expect(await chat.send("@quickfix")).toBe(
      `@quickfix\n\n${item("context", 'name="quickfix list: grep"', "src/pump.js:3:5: queue.shift();\n1 match")}`,
    );
    const loclist = await chat.send("@loclist");
    expect(loclist).toMatch(
      /^@loclist\n\n<context name="location list[^"]*">\n```\nsrc\/pump\.js:1:1: warning: here\n```\n<\/context>$/,
    );
    expect(await chat.send("@clipboard")).toBe(
      '@clipboard\n\n<context name="clipboard">\n````\ncopied ```\n  text\n````\n</context>',
    );
    await chat.leave();
    await nvim.command("split | terminal printf 'first\\nsecond\\n'");
    await nvim.waitForText("[Process exited 0]");
    await nvim.keys("<C-\\><C-n>");
    await nvim.command("wincmd p");
    expect(await chat.send("@terminal")).toContain("```\nfirst\nsecond\n");
    await chat.leave();
    await nvim.lua(SYMBOL_SERVER);
    await nvim.keys("2G");
    expect(await chat.send("@symbol")).toBe(
      `@symbol\n\n${item("file", 'name="src/pump.js" lines="2-4"', PUMP.split("\n").slice(1, 4).join("\n"), "javascript")}`,
    );
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.lua("vim.go.completeopt = 'menuone,noselect'");
    await nvim.keys("i@symbol:oo<C-x><C-o>");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.pumvisible() == 1"));
    await nvim.keys("<C-n><C-y><Esc>");
    expect(await nvim.promptText()).toBe("@symbol:loop");
    expect(await chat.send("@symbol:pump")).toBe(
      `@symbol:pump\n\n${item("file", 'name="src/pump.js" lines="1-5"', PUMP.slice(0, -1), "javascript")}`,
    );
  });

  it("send git's diffs as git gives them, with the names of new files", async () => {
    const { all, chat } = await start(configuration);
    const { nvim } = all;
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: nvim.workspace.project })
        .toString()
        .replace(/\n$/, "");
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    nvim.workspace.write("src/pump.js", PUMP.replace(">=", ">"));
    const commits = git("log", "--date=short", "--format=%h %ad %an: %s");
    expect(commits).toContain(": first");
    expect(await chat.send("@commits")).toBe(`@commits\n\n${item("context", 'name="last commits"', commits)}`);
    expect(await chat.send("@diff:staged")).toBe(
      '@diff:staged\n\n<context name="git diff --cached">\nThere are no changes.\n</context>',
    );
    git("add", ".");
    nvim.workspace.write("new.txt", "new");
    const diff = git("diff", "HEAD");
    expect(await chat.send("review @diff")).toBe(
      `review @diff\n\n${item("context", 'name="git diff HEAD"', diff, "diff", ["Files that git does not know yet: new.txt."])}`,
    );
    expect(await chat.send("@diff:staged")).toBe(
      `@diff:staged\n\n${item("context", 'name="git diff --cached"', git("diff", "--cached"), "diff")}`,
    );
    nvim.expectError(/W1[12]/);
  });

  it("are chips in the transcript that open to exactly what was sent", async () => {
    const { all, chat } = await start(configuration);
    const { nvim } = all;
    await chat.send("look @src/pump.js and @nothing");
    const before = await nvim.chatText();
    expect(before).toContain("look @src/pump.js and @nothing\n▸ src/pump.js");
    expect(before).not.toContain("queue.shift");
    await nvim.lua("vim.api.nvim_set_current_win(...) vim.fn.search('^▸ src')", await nvim.windowOf("pi"));
    await nvim.keys("<Tab>");
    await nvim.waitForChat(`▾ src/pump.js\n${PUMP}`);
    nvim.workspace.write("a.txt", "one");
    await chat.send("both @a.txt @src/pump.js");
    await nvim.lua("vim.api.nvim_set_current_win(...) vim.fn.search('^▸ a')", await nvim.windowOf("pi"));
    await nvim.keys("za");
    await nvim.waitForChat("▾ a.txt\none\n▸ src/pump.js");
    await nvim.lua("vim.fn.search('^one')");
    await nvim.keys("zc");
    await nvim.waitForChat("▸ a.txt\n▸ src/pump.js");
  });

  it("may be the user's own, asynchronous ones too", async () => {
    const init = `
      require("pi").add_mention({ name = "ticket", description = "a ticket", async = true,
        resolve = function(context, callback)
          vim.defer_fn(function() callback({ name = "ticket " .. context.arg, text = "Pump <never> ends" }) end, 20)
        end })
      local function add(name, value, async)
        require("pi").add_mention({ name = name, async = async, resolve = function(_, callback)
          if callback then callback(value) end
          return value
        end })
      end
      require("pi").add_mention({ name = "broken", resolve = function() error("no") end })
      add("list", { "a", 7, { text = "b", name = "c", kind = "lines" } })
      add("wrong", { { text = print } })
      add("late", { false }, true)
      add("none", vim.NIL)`;
    const { all, chat } = await start(configuration, init);
    all.nvim.expectError(/@(broken|wrong|late) failed/);
    const list = [item("context", 'name="list"', "a"), item("context", 'name="list"', "7")];
    expect(await chat.send("@list @wrong @late @none")).toBe(
      ["@list @wrong @late @none", ...list, item("context", 'name="c"', "b")].join("\n\n"),
    );
    expect(await chat.send("@ticket:12 @broken")).toBe(
      `@ticket:12 @broken\n\n${item("context", 'name="ticket 12"', "Pump <never> ends")}`,
    );
  });
});

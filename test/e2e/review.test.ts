import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { launch, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel, userTexts } from "../support/realPi";
import {
  BEFORE,
  current,
  edited,
  openReview,
  prompted,
  read,
  untilAt,
  untilJudged,
  untilMarked,
} from "../support/review";
import { bash, calls, write } from "../support/toolCalls";

/** Everything of the editor that a review could leave behind. */
const EDITOR = `
  local state = { tabs = #vim.api.nvim_list_tabpages(), wins = #vim.api.nvim_list_wins(), options = {}, maps = {} }
  vim.cmd("split")
  for name, info in pairs(vim.api.nvim_get_all_options_info()) do
    if info.scope == "win" or info.scope == "global" then
      local ok, value = pcall(vim.api.nvim_get_option_value, name, info.scope == "win" and { win = 0 } or {})
      state.options[name] = ok and tostring(value) or nil
    end
  end
  vim.cmd("close")
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(0, "n")) do state.maps[map.lhs] = map.rhs or "function" end
  state.listed = #vim.fn.getbufinfo({ buflisted = 1 })
  state.ours = #vim.tbl_filter(function(buf) return vim.api.nvim_buf_get_name(buf):find("/review/") ~= nil end, vim.api.nvim_list_bufs())
  return vim.inspect(state)`;

/** Chooses a file in the list, again where the review has just gone on to the next one by itself. */
const showFile = (nvim: Driver, name: string, text: string) =>
  nvim.waitFor(
    async () => {
      await nvim.lua("vim.api.nvim_set_current_win(vim.api.nvim_tabpage_list_wins(0)[1])");
      await nvim.command(`call search('${name}', 'cw')`);
      await nvim.keys("<CR>");
      await nvim.waitForText(text, { deadline: 1000 });
      return true;
    },
    { what: `the file ${name} with "${text}"` },
  );

describe.each(matrix)("A review on $name", (configuration) => {
  it("judges change by change and file by file, writes what was clean, and leaves nothing behind", async () => {
    const { nvim } = await prompted(
      configuration,
      [
        write("a.txt", edited({ 3: "THREE", 20: "TWENTY\nand more", 35: "THIRTY-FIVE" })),
        write("new.txt", "new\n"),
        bash("rm gone.sh; printf 'x\\0y' > data.bin"),
      ],
      async (nvim) => {
        nvim.workspace.write("a.txt", BEFORE);
        nvim.workspace.write("gone.sh", "#!/bin/sh\necho caf\u00e9\n", 0o755);
        nvim.workspace.write("data.bin", "x\0z");
        await nvim.command("edit a.txt");
        await nvim.lua("vim.keymap.set('n', 'do', '<Cmd>let g:mine = 1<CR>', { buffer = 0 })");
      },
    );
    await nvim.command("PiClose");
    await untilMarked(nvim);
    nvim.expectError(/ShFoldIfDoFor/); // of Neovim's own syntax/sh.vim
    const before = await nvim.lua(EDITOR);
    await openReview(nvim);
    await untilJudged(nvim, "0 of 6");
    await untilAt(nvim, "a.txt:3");
    await nvim.keys("dp");
    await untilJudged(nvim, "1 of 6");
    await untilAt(nvim, "a.txt:20");
    await nvim.keys("do");
    await untilJudged(nvim, "2 of 6");
    expect(read(nvim, "a.txt")).toBe(edited({ 3: "THREE", 35: "THIRTY-FIVE" }));
    expect(await nvim.lua("return require('pi.edit.marks').lines(vim.fn.bufnr('a.txt'))")).toEqual([3, 35]);
    await nvim.keys("du");
    await untilJudged(nvim, "1 of 6");
    expect(read(nvim, "a.txt")).toBe(edited({ 3: "THREE", 20: "TWENTY\nand more", 35: "THIRTY-FIVE" }));
    await nvim.command("20");
    await nvim.keys("do");
    await untilJudged(nvim, "2 of 6");
    await nvim.keys("u");
    await untilJudged(nvim, "1 of 6");
    await nvim.command("write"); // undoing leaves it unsaved, and what is unsaved is not written
    await nvim.command("20");
    await nvim.keys("do");
    await untilJudged(nvim, "2 of 6");
    await nvim.keys("dO");
    await untilJudged(nvim, "3 of 6");
    expect(read(nvim, "a.txt")).toBe(edited({ 3: "THREE" }));
    for (const name of ["data.bin", "gone.sh", "new.txt"]) {
      await showFile(nvim, name, `▸ ${name}`);
      const [key, verdict] = name === "new.txt" ? ["do", "rejected"] : ["dP", "accepted"];
      await nvim.keys(key);
      await nvim.waitForText(new RegExp(`${name} .* ${verdict}`));
      await showFile(nvim, name, `This is ${verdict}`);
      await nvim.keys("du");
      await nvim.waitForText(new RegExp(`${name} .* 1 change`));
      await nvim.keys("dO");
      await nvim.waitForText(new RegExp(`${name} .* rejected`));
    }
    await untilJudged(nvim, "6 of 6");
    expect(readFileSync(nvim.workspace.path("data.bin"), "utf8")).toBe("x\0z");
    expect(read(nvim, "gone.sh")).toBe("#!/bin/sh\necho caf\u00e9\n");
    expect(statSync(nvim.workspace.path("gone.sh")).mode & 0o777).toBe(0o755);
    expect(existsSync(nvim.workspace.path("new.txt"))).toBe(false);
    await nvim.keys("q");
    await nvim.waitFor(async () => (await nvim.lua(EDITOR)) === before, {
      what: "the editor as it was",
    });
    await nvim.keys("do");
    expect(await nvim.lua("return vim.g.mine")).toBe(1);
    await nvim.keys("uu");
    expect(await current(nvim)).toContain("THIRTY-FIVE");
  });

  it("remembers what was accepted, and begins anew when asked", async () => {
    const { nvim } = await prompted(configuration, [write("a.txt", edited({ 3: "THREE", 20: "TWENTY" }))], (nvim) => {
      nvim.workspace.write("a.txt", BEFORE);
    });
    await nvim.command("edit a.txt");
    await openReview(nvim);
    await nvim.keys("dp");
    await untilJudged(nvim, "1 of 2");
    await nvim.keys("q");
    await nvim.waitFor(() => nvim.lua<boolean>("return not vim.wo.diff"));
    await openReview(nvim, "PiReview file");
    await untilJudged(nvim, "0 of 1");
    await untilAt(nvim, "a.txt:20");
    await nvim.keys("q");
    const before = await nvim.lua(EDITOR);
    await openReview(nvim, "PiReview session");
    await nvim.command("tabclose");
    await nvim.waitFor(async () => (await nvim.lua(EDITOR)) === before, { what: "the editor as it was" });
    await openReview(nvim);
    await nvim.command("quit");
    await nvim.waitFor(() => nvim.lua<boolean>("return require('pi.review').current() == nil and not vim.wo.diff"));
    await openReview(nvim, "PiReview!");
    await untilJudged(nvim, "0 of 2");
    await nvim.command("PiOpen"); // a second window of the chat
    await nvim.waitForText("Done.");
    await nvim.command("PiClose");
    await nvim.lua("require('pi').ask('go on', {}, function() end)");
    await nvim.waitForText("later.txt  created");
    await untilJudged(nvim, "0 of 3");
    await nvim.keys("dP");
    await untilJudged(nvim, "2 of 3");
    expect(read(nvim, "a.txt")).toBe(edited({ 3: "THREE", 20: "TWENTY" }));
  });

  it("merges pi's changes into unsaved ones; conflicts are solved for one side, the other, or both", async () => {
    const { nvim } = await prompted(
      configuration,
      [bash(`sed -i 's/^line \\(3\\|10\\|20\\|30\\)$/pi \\1/' a.txt`)],
      async (nvim) => {
        nvim.workspace.write("a.txt", BEFORE);
        await nvim.command("edit a.txt");
        await nvim.lua(`for _, n in ipairs({ 1, 10, 20, 30 }) do vim.fn.setline(n, "mine " .. n) end`);
      },
    );
    await openReview(nvim);
    await nvim.waitForText("pi's, on disk");
    await nvim.waitForText("unsaved changes of yours");
    await nvim.keys("dm");
    await nvim.waitForText("a.txt · 3 conflicts");
    await nvim.waitForText("yours, before the merge");
    const solve = async (line: string, keys: string, left: string | RegExp) => {
      await nvim.lua("vim.fn.search(..., 'w')", line);
      await nvim.keys(keys);
      await nvim.waitForText(left);
    };
    await solve("^mine 10$", "dp", "a.txt · 2 conflicts");
    await solve("^mine 20$", "do", "a.txt · 1 conflict");
    await solve("^pi 30$", "dx", /│ a\.txt\s/);
    const merged = edited({ 1: "mine 1", 3: "pi 3", 10: "pi 10", 20: "mine 20", 30: "mine 30\npi 30" });
    expect(`${(await current(nvim)).join("\n")}\n`).toBe(merged);
    expect(read(nvim, "a.txt")).toContain("pi 20");
    await nvim.command("write");
    await nvim.waitFor(() => read(nvim, "a.txt") === merged, { what: "the merged file" });
    await nvim.keys("q");
    await nvim.waitFor(() => nvim.lua<boolean>("return not vim.wo.diff"));
  });

  it("sends notes with the changes that they are about", async () => {
    const { nvim, model } = await prompted(configuration, [write("src/a.txt", edited({ 3: "THREE" }))], (nvim) => {
      nvim.workspace.write("src/a.txt", BEFORE);
    });
    await openReview(nvim);
    await nvim.keys("dc");
    await nvim.waitForText("Note on src/a.txt:3:");
    await nvim.keys("say drei<CR>");
    await nvim.waitForText("1 note");
    await nvim.keys("dC");
    await nvim.waitUntilSettled(2);
    const sent = userTexts(model.requests.at(-1)?.body).at(-1);
    expect(sent).toContain("Please see to my notes on your changes.");
    expect(sent).toContain('name="your change of src/a.txt:3"');
    expect(sent).toContain("@@ -3,1 +3,1 @@\n-line 3\n+THREE");
    expect(sent).toContain("My note on it: say drei");
    expect(await nvim.lua("return #vim.api.nvim_list_tabpages()")).toBe(1);
  });

  it("evaluates no name of a file, and asks nothing about a swap file of another Neovim", async () => {
    const odd = "a|let g:pwn=1 `touch PWN` %#$HOME<CR>.txt";
    const { nvim } = await launchWithModel(configuration, [
      ...calls(write(odd, edited({ 3: "THREE" })), bash('echo pi > swap.txt; kill -9 "$(cat other.pid)"')),
      says("Done."),
    ]);
    nvim.workspace.write(odd, BEFORE);
    nvim.workspace.write("swap.txt", "old\n");
    nvim.workspace.write(".ignore", "other.pid\n*.swp\n");
    const other = await launch(configuration, { workspace: nvim.workspace });
    await other.command("set updatecount=200 swapfile directory=.");
    await other.command("edit swap.txt");
    await other.lua("vim.fn.setline(1, 'theirs')");
    await other.command("preserve");
    nvim.workspace.write("other.pid", `${other.pid}`);
    await nvim.command("set updatecount=200 swapfile directory=.");
    await nvim.command("PiPrompt go");
    await other.exit;
    await nvim.waitUntilSettled();
    await openReview(nvim);
    await nvim.waitForText("a|let g:pwn=1 `touch PWN` %#$HOME<CR>.txt");
    await nvim.keys("do");
    await nvim.waitFor(() => read(nvim, odd) === BEFORE, { what: "the file put back" });
    await nvim.waitForText("▸ swap.txt");
    await nvim.waitForText("1 of 2 judged");
    await nvim.keys("dp");
    await untilJudged(nvim, "2 of 2");
    expect(await nvim.lua("return { vim.g.pwn or 0, vim.fn.expand('%:t'), vim.o.shortmess:find('A') or 0 }")).toEqual([
      0,
      "swap.txt",
      0,
    ]);
    expect(existsSync(nvim.workspace.path("PWN"))).toBe(false);
    await nvim.keys("q");
  });
});

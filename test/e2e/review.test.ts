import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { type Configuration, launch, matrix } from "../support/e2e";
import { type Part, says } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel, userTexts } from "../support/realPi";
import type { Screen } from "../support/screen";

const bash = (command: string): Part => ({ tool: "bash", args: { command } });
const write = (path: string, content: string): Part => ({ tool: "write", args: { path, content } });
const calls = (...parts: Part[]) => parts.map((part) => ({ parts: [part] }));

const LINES = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
const BEFORE = `${LINES.join("\n")}\n`;
/** With the line numbers' own words, so that a test can say what it expects. */
const edited = (changes: Record<number, string>) =>
  `${LINES.flatMap((line, i) => changes[i + 1]?.split("\n") ?? [line]).join("\n")}\n`;

const read = (nvim: Driver, name: string) => readFileSync(nvim.workspace.path(name), "utf8");
const current = (nvim: Driver) => nvim.lua<string[]>("return vim.api.nvim_buf_get_lines(0, 0, -1, false)");

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

async function openReview(nvim: Driver, command = "PiReview") {
  await nvim.command(command);
  await nvim.waitFor(() => nvim.lua<boolean>("return vim.wo.diff"), { what: "a review" });
}

/** Until the buffer has the changes, with their marks. */
const untilMarked = (nvim: Driver) =>
  nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.maparg(']p', 'n') ~= ''"), { what: "the marked lines" });

const untilJudged = (nvim: Driver, progress: string) => nvim.waitForText(`${progress} judged`);

/** In the file's window of a review: which file, at which line. */
const untilAt = (nvim: Driver, place: string) =>
  nvim.waitFor(async () => (await nvim.lua("return vim.fn.expand('%:t') .. ':' .. vim.fn.line('.')")) === place, {
    what: `the cursor at ${place}`,
  });

async function prompted(configuration: Configuration, parts: Part[], prepare: (nvim: Driver) => void | Promise<void>) {
  const more = [...calls(write("later.txt", "later\n")), says("Yes.")];
  const { nvim, model } = await launchWithModel(configuration, [...calls(...parts), says("Done."), ...more]);
  await prepare(nvim);
  await nvim.command("PiPrompt make it better");
  await nvim.waitUntilSettled();
  return { nvim, model };
}

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
      await nvim.lua("vim.api.nvim_set_current_win(vim.api.nvim_tabpage_list_wins(0)[1])");
      await nvim.command(`call search('${name}')`);
      await nvim.keys("<CR>");
      await nvim.waitForText(`▸ ${name}`);
      const [key, verdict] = name === "new.txt" ? ["do", "rejected"] : ["dP", "accepted"];
      await nvim.keys(key);
      await nvim.waitForText(new RegExp(`${name} .* ${verdict}`));
      await nvim.lua("vim.api.nvim_set_current_win(vim.api.nvim_tabpage_list_wins(0)[1])");
      await nvim.command(`call search('${name}')`);
      await nvim.keys("<CR>");
      await nvim.waitForText(`This is ${verdict}`);
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

  it("begins at a message of the transcript, and knows all of it in the next Neovim", async () => {
    const { nvim } = await launchWithModel(configuration, [
      ...calls(write("one.txt", "1\n")),
      says("First."),
      ...calls(write("two.txt", "2\n")),
      says("Second."),
    ]);
    await nvim.command("PiPrompt first");
    await nvim.waitUntilSettled();
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
    await nvim.command("PiReview message");
    await nvim.waitForText("go to a message in the transcript first");
    const transcript = await nvim.windowOf("pi");
    const from = async (text: string, expected: string[]) => {
      await nvim.lua("vim.api.nvim_set_current_win(...)", transcript);
      await nvim.lua("vim.fn.cursor(vim.fn.search(..., 'w'), 1)", text);
      await nvim.keys("R");
      await nvim.waitFor(() => nvim.lua<boolean>("return vim.wo.diff"));
      const names = () =>
        nvim.lua<string[]>(
          `return vim.tbl_map(function(file) return file.name end, require("pi.review").current().files)`,
        );
      expect(await names()).toEqual(expected);
      await nvim.keys("q");
      await nvim.waitFor(() => nvim.lua<boolean>("return not vim.wo.diff"));
    };
    await from("^second", ["two.txt"]);
    await from("^first", ["one.txt", "two.txt"]);
    nvim.nvim.request("nvim_command", ["qa!"]).catch(() => undefined);
    await nvim.exit;
    const setup = { cmd: configuration.pi.command, args: ["--offline", "--model", SCRIPTED_MODEL] };
    const next = await launch(configuration, { workspace: nvim.workspace, setup });
    await next.command("PiContinue");
    await next.waitForChat("Second.");
    await openReview(next, "PiReview session");
    await next.waitForText("one.txt  created");
    await next.keys("do");
    await next.waitFor(() => !existsSync(next.workspace.path("one.txt")));
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

describe.each(matrix)("Putting back on $name", (configuration) => {
  it("puts a whole prompt back, but not what somebody has changed since; and that can be undone", async () => {
    const { nvim } = await prompted(
      configuration,
      [
        write("a.txt", edited({ 3: "THREE" })),
        write("b.txt", "pi\n"),
        write("c.txt", edited({ 3: "THREE" })),
        write("d.txt", "pi\n"),
        write("sub/new.txt", "new\n"),
        bash("rm gone.sh"),
      ],
      async (nvim) => {
        nvim.workspace.write("a.txt", BEFORE);
        nvim.workspace.write("c.txt", BEFORE);
        for (const name of ["b.txt", "d.txt"]) nvim.workspace.write(name, "old\n");
        nvim.workspace.write("gone.sh", "gone\n", 0o755);
        await nvim.command("edit d.txt | edit c.txt | edit a.txt");
        await nvim.lua("vim.fn.mkdir(vim.env.XDG_DATA_HOME .. '/Trash/files', 'p')");
      },
    );
    await nvim.command("PiChanges"); // answered when all that pi did is known: what comes later is somebody else's
    await nvim.waitFor(() => nvim.lua<boolean>("return #vim.fn.getqflist() > 0"));
    await nvim.command("cclose");
    nvim.workspace.write("b.txt", "somebody\n");
    await nvim.waitFor(async () => (await current(nvim))[2] === "THREE");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.getbufline('d.txt', 1)[1] == 'pi'"));
    for (const name of ["c.txt", "d.txt"])
      await nvim.lua("vim.api.nvim_buf_set_lines(vim.fn.bufnr(...), -1, -1, false, { 'typed' })", name);
    await nvim.command("PiRevert");
    await nvim.waitForText("pi: not b.txt: it was changed since; not d.txt: it has unsaved");
    expect(await nvim.lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr('c.txt'), 0, -1, false)")).toEqual([
      ...LINES,
      "typed",
    ]);
    expect(await nvim.lua("return vim.bo[vim.fn.bufnr('c.txt')].modified")).toBe(true);
    expect(read(nvim, "a.txt")).toBe(BEFORE);
    expect([read(nvim, "b.txt"), read(nvim, "d.txt"), read(nvim, "gone.sh")]).toEqual(["somebody\n", "pi\n", "gone\n"]);
    expect(statSync(nvim.workspace.path("gone.sh")).mode & 0o777).toBe(0o755);
    expect(existsSync(nvim.workspace.path("sub/new.txt"))).toBe(false);
    expect(readFileSync(join(nvim.workspace.home, ".local/share/Trash/files/new.txt"), "utf8")).toBe("new\n");
    await nvim.waitFor(async () => (await current(nvim))[2] === "line 3");
    expect(await nvim.lua("return vim.bo.modified")).toBe(false);
    await nvim.keys("u");
    expect((await current(nvim))[2]).toBe("THREE");
    await nvim.keys("<C-r>");
    await nvim.command("PiRevert undo");
    await nvim.waitFor(
      () => existsSync(nvim.workspace.path("sub/new.txt")) && !existsSync(nvim.workspace.path("gone.sh")),
    );
    expect(read(nvim, "a.txt")).toBe(edited({ 3: "THREE" }));
  });

  it("says what there is to say", async () => {
    const { nvim } = await launchWithModel(configuration, [says("Done.")]);
    await nvim.command("PiReview");
    await nvim.waitForText("there is no agent here");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("PiReview");
    await nvim.waitForText("pi has changed nothing in the last prompt");
    await nvim.command("PiRevert session");
    await nvim.waitForText("pi has changed nothing in this session");
    await nvim.command("PiRevert undo");
    await nvim.waitForText("Nothing was put back in this session");
    await nvim.command("PiReview week");
    await nvim.waitForText("use prompt, run, session, file, message");
    nvim.expectError(/use prompt, run|Nothing was put back/);
  });
});

describe.each(matrix)("What a review looks like on $name", (configuration) => {
  it.each([
    [80, 24],
    [160, 45],
  ])("at %sx%s, dark and light", async (width, height) => {
    const answers = [
      ...calls(
        write("src/pump.ts", edited({ 3: "line three", 20: "line 20\nand more" })),
        write("notes.md", "# Notes\n"),
        bash("rm old.md"),
      ),
      says("Done."),
    ];
    const { nvim } = await launchWithModel(configuration, answers, { width, height });
    nvim.workspace.write("src/pump.ts", BEFORE);
    nvim.workspace.write("old.md", "# Old\n");
    await nvim.command("edit src/pump.ts");
    await nvim.command("PiPrompt why does this loop never end?");
    await nvim.waitUntilSettled();
    await untilMarked(nvim);
    await openReview(nvim);
    await nvim.keys("dp");
    await untilJudged(nvim, "1 of 4");
    await untilAt(nvim, "pump.ts:21");
    const shown = async (background: string) => {
      await nvim.command(`set background=${background} | echo | redraw`);
      return framed(nvim.screen, height);
    };
    const dark = await shown("dark");
    await expect(dark).toMatchFileSnapshot(`screens/review-${width}x${height}.txt`);
    expect(await shown("light")).toBe(dark);
  });
});

/** Letters for groups, as they stand under the lines. */
const LETTERS: Record<string, string> = {
  DiffAdd: "+",
  DiffDelete: "-",
  DiffChange: "~",
  DiffText: "t",
  Folded: "f",
  Added: "+",
  Removed: "-",
  Function: "k",
  Comment: "c",
  DiagnosticOk: "o",
};

/** The screen without the tab line and what differs between versions of Neovim: status lines and folds' fill. */
function framed(screen: Screen, height: number): string {
  const rows = Array.from({ length: height - 3 }, (_, i) => i + 1);
  return rows
    .flatMap((row) => {
      const cells = Array.from({ length: screen.width }, (_, col) => {
        const known = screen.highlightAt(row, col).groups.filter((group) => group in LETTERS);
        return LETTERS[known.at(-1) ?? ""] ?? " ";
      });
      return [screen.row(row).replaceAll("·", "-").trimEnd(), cells.join("").trimEnd()];
    })
    .join("\n");
}

/** Judges two texts as `dice` falls, change by change, and tells of each step what both texts were after it. */
const JUDGE = `
  local before_text, now_text, dice = ...
  local hunks, made = require("pi.review.hunks"), {}
  local function buffer(lines)
    local buf = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
    made[#made + 1] = buf
    return buf
  end
  local before, now, steps = buffer(before_text), buffer(now_text), {}
  while true do
    local found = hunks.of(before, now)
    if #found == 0 then break end
    local die = dice[#steps % #dice + 1]
    local hunk, is_accepted = found[die % #found + 1], die % 2 == 0
    hunks.take(hunk, before, now, is_accepted)
    steps[#steps + 1] = { hunk = hunk, is_accepted = is_accepted, before = hunks.lines(before), now = hunks.lines(now) }
  end
  for _, buf in ipairs(made) do vim.api.nvim_buf_delete(buf, { force = true }) end
  return steps`;

interface Step {
  readonly hunk: { readonly old: number; readonly old_count: number; readonly new: number; readonly new_count: number };
  readonly is_accepted: boolean;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** One empty line and none are the same in a buffer. */
const shown = (lines: readonly string[]) => (lines.length === 1 && lines[0] === "" ? [] : lines);

/** Replaces `count` lines from `first` (from 1; the line above when there are none). */
function spliced(lines: readonly string[], first: number, count: number, into: readonly string[]): readonly string[] {
  const start = count > 0 ? first - 1 : first;
  return shown([...lines.slice(0, start), ...into, ...lines.slice(start + count)]);
}

const part = (lines: readonly string[], first: number, count: number) =>
  count > 0 ? lines.slice(first - 1, first - 1 + count) : [];

describe.each(matrix)("Judging on $name", (configuration) => {
  it("changes nothing but what is judged, on the side that gives way, until both are the same", async () => {
    const nvim = await launch(configuration, { setup: {} });
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 12 }).map(shown);
    const dice = fc.array(fc.nat(100), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(text, text, dice, async (before, now, dice) => {
        let state = { before, now };
        for (const step of await nvim.lua<Step[]>(JUDGE, before, now, dice)) {
          const { old, old_count, new: first, new_count } = step.hunk;
          if (step.is_accepted) {
            const taken = part(state.now, first, new_count);
            state = { ...state, before: spliced(state.before, old, old_count, taken) };
          } else {
            const taken = part(state.before, old, old_count);
            state = { ...state, now: spliced(state.now, first, new_count, taken) };
          }
          expect({ before: step.before, now: step.now }).toEqual(state);
        }
        expect(state.now).toEqual(state.before);
      }),
      { numRuns: 300 },
    );
  });
});

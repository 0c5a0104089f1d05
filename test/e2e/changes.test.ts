import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { launch, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel } from "../support/realPi";
import { bash, calls, write } from "../support/toolCalls";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\n";

const here = (nvim: Driver) => nvim.lua<[string, number]>("return { vim.fn.expand('%:t'), vim.fn.line('.') }");
const untilHere = (nvim: Driver, place: [string, number]) =>
  nvim.waitFor(async () => JSON.stringify(await here(nvim)) === JSON.stringify(place), {
    what: `the cursor at ${place}`,
  });

const signs = (nvim: Driver) =>
  nvim.lua<number[]>(`local ns = vim.api.nvim_get_namespaces()["pi.edit.marks"]
    return vim.tbl_map(function(mark) return mark[2] + 1 end, vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, {}))`);

async function listed(nvim: Driver, span: string): Promise<string[]> {
  await nvim.lua("vim.fn.setqflist({}, 'f') vim.cmd('PiChanges ' .. ...)", span);
  await nvim.waitFor(() => nvim.lua<boolean>("return #vim.fn.getqflist() > 0"));
  const rows = await nvim.lua<string[]>(`return vim.tbl_map(function(item)
      return ("%s:%d %s"):format(vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ":t"), item.lnum, item.text)
    end, vim.fn.getqflist())`);
  await nvim.command("cclose");
  return rows;
}

describe.each(matrix)("What pi has changed on $name", (configuration) => {
  it("is marked, walked through all files of the run, listed, and told to others", async () => {
    const { nvim } = await launchWithModel(configuration, [
      ...calls(write("c.txt", "before\n")),
      says("First."),
      ...calls(write("a.txt", "one\nTWO\nthree\nfour\nFIVE\nsix\nseven\n"), bash("sed -i '/three/d' b.txt")),
      says("Second."),
    ]);
    for (const name of ["a.txt", "b.txt"]) nvim.workspace.write(name, TEXT);
    await nvim.command("PiPrompt first");
    await nvim.waitUntilSettled();
    await nvim.command("edit a.txt");
    await nvim.command("PiPrompt second");
    await nvim.waitUntilSettled(2);
    await nvim.waitFor(async () => (await nvim.events("PiFileChanged")).length === 3);
    await nvim.waitFor(async () => (await signs(nvim)).join() === "2,5,7", { what: "marks" });
    const marked = () => nvim.screen.rows().flatMap((row, i) => (row.startsWith("▎") ? [i + 1] : []));
    await nvim.waitFor(() => marked().join() === "2,5,7", { what: "marks on the screen" });
    await nvim.keys("gg]p");
    await untilHere(nvim, ["a.txt", 2]);
    await nvim.keys("]p]p");
    await untilHere(nvim, ["a.txt", 7]);
    await nvim.keys("]p");
    await untilHere(nvim, ["b.txt", 2]);
    await nvim.waitFor(async () => (await signs(nvim)).length === 1);
    await nvim.keys("]p");
    await nvim.waitForText("this is the last change of the run");
    await nvim.keys("[p");
    await untilHere(nvim, ["a.txt", 7]);
    expect(await listed(nvim, "run")).toEqual([
      "a.txt:2 +1 -1  TWO",
      "a.txt:5 +1 -1  FIVE",
      "a.txt:7 +1  seven",
      "b.txt:2 -1",
    ]);
    expect(await listed(nvim, "prompt")).toHaveLength(4);
    expect((await listed(nvim, "session"))[0]).toBe("c.txt:1 +1  before");
    const events = (await nvim.events("PiFileChanged")).map(({ data }) => data);
    expect(events).toMatchObject([
      { path: nvim.workspace.path("c.txt"), kind: "created", tool: "write" },
      { path: nvim.workspace.path("a.txt"), kind: "changed", hunks: [{ oldStart: 1, newCount: 1 }, {}, {}] },
      {
        path: nvim.workspace.path("b.txt"),
        tool: "bash",
        hunks: [{ oldStart: 2, oldCount: 1, newStart: 2, newCount: 0 }],
      },
    ]);
  });

  it("is still known in the next Neovim", async () => {
    const { nvim } = await launchWithModel(configuration, [...calls(write("a.txt", "changed\n")), says("Done.")]);
    nvim.workspace.write("a.txt", TEXT);
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.waitFor(async () => (await nvim.events("PiFileChanged")).length === 1);
    nvim.nvim.request("nvim_command", ["qa!"]).catch(() => undefined);
    await nvim.exit;
    const setup = { cmd: configuration.pi.command, args: ["--offline", "--model", SCRIPTED_MODEL] };
    const next = await launch(configuration, { workspace: nvim.workspace, setup });
    await next.command("PiContinue");
    await next.waitForChat("Done.");
    expect(await listed(next, "session")).toEqual(["a.txt:1 +1 -6  changed"]);
  });

  it("is marked as the user wants it, on keys that are free", async () => {
    const marks = { marks: "line", seconds: 1 };
    const { nvim } = await launchWithModel(
      configuration,
      [...calls(write("a.txt", TEXT.replace("two", "2"))), says("Done.")],
      {
        setup: { changes: marks },
        init: "vim.keymap.set('n', ']p', '<Cmd>let g:mine = 1<CR>')",
      },
    );
    nvim.workspace.write("a.txt", TEXT);
    await nvim.command("edit a.txt");
    await nvim.command("PiPrompt go");
    const groups = () =>
      nvim.lua<string[]>(`local ns = vim.api.nvim_get_namespaces()["pi.edit.marks"]
        return vim.tbl_map(function(mark) return mark[4].line_hl_group or mark[4].sign_text end,
          ns and vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, { details = true }) or {})`);
    await nvim.waitFor(async () => (await groups()).join() === "PiChangedLine");
    await nvim.keys("]p");
    await nvim.waitFor(() => nvim.lua<boolean>("return vim.g.mine == 1"));
    await nvim.keys("gg");
    await nvim.command("PiNextChange");
    await untilHere(nvim, ["a.txt", 2]);
    await nvim.waitFor(async () => (await groups()).length === 0, { what: "the end of the marks" });
    expect(await nvim.lua("return vim.fn.maparg('[p', 'n')")).toBe("");
    await nvim.waitUntilSettled();
  });

  it("says what there is to say when nothing was changed", async () => {
    const { nvim } = await launchWithModel(configuration, [says("Done.")]);
    await nvim.command("PiChanges");
    await nvim.waitForText("there is no agent here");
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    await nvim.command("PiChanges session");
    await nvim.waitForText("pi has changed no file in this session");
    await nvim.command("PiChanges week");
    await nvim.waitForText("use run, prompt or session");
    nvim.expectError(/use run, prompt or session/);
  });
});

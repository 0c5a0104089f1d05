import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import { BEFORE, current, edited, LINES, prompted, read } from "../support/review";
import { bash, write } from "../support/toolCalls";

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
    await nvim.waitForText("pi has changed nothing since the last prompt");
    await nvim.command("PiRevert session");
    await nvim.waitForText("pi has changed nothing in this session");
    await nvim.command("PiRevert undo");
    await nvim.waitForText("Nothing was put back in this session");
    await nvim.command("PiReview week");
    await nvim.waitForText("use prompt, run, session, file, message");
    nvim.expectError(/use prompt, run|Nothing was put back/);
  });
});

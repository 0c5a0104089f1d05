import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel, userTexts } from "../support/realPi";
import { writeSession } from "../support/sessionFile";
import { Workspace } from "../support/workspace";

function agentDir(workspace: Workspace): string {
  return join(workspace.home, ".pi/agent");
}

/** Two sessions of the project, `pump` the newer one, and one of another folder. */
function withSessions(): { workspace: Workspace; pump: string; tests: string; elsewhere: string; other: string } {
  const workspace = new Workspace();
  const other = join(workspace.root, "other");
  mkdirSync(other);
  const dir = agentDir(workspace);
  const write = (file: string, cwd: string, prompt: string, reply: string, age: number): string => {
    const path = writeSession(dir, file, { cwd, id: file.replace(".jsonl", ""), turns: [[prompt, reply]] });
    utimesSync(path, 1_700_000_000 - age, 1_700_000_000 - age);
    return path;
  };
  const tests = write("tests.jsonl", workspace.project, "write tests", "Tests written.", 200);
  const pump = write("pump.jsonl", workspace.project, "fix the pump", "Pump fixed.\nIt ran too often.", 100);
  const elsewhere = write("elsewhere.jsonl", other, "hello elsewhere", "Hi there.", 50);
  return { workspace, pump, tests, elsewhere, other };
}

async function untilPicker(nvim: Driver, text: string): Promise<void> {
  await nvim.waitForText(text);
  await nvim.waitFor(async () => (await nvim.mode()).mode === "i", { what: "the picker's line to type in" });
}

describe.each(matrix)("Resuming a session, on $name", (configuration) => {
  it("picks among those of this folder, shows the whole conversation, and pi goes on with it", async () => {
    const { workspace, tests } = withSessions();
    const { nvim, model } = await launchWithModel(configuration, [says("More tests.")], { workspace });
    await nvim.command("PiResume");
    await untilPicker(nvim, "fix the pump");
    await nvim.waitForText("It ran too often.");
    const screen = nvim.screen.text();
    expect(screen).toContain("write tests");
    expect(screen).not.toContain("hello elsewhere");
    await nvim.type("wrt tst");
    await nvim.waitForText("1 of 2");
    await nvim.keys("<CR>");
    await nvim.waitForChat("Tests written.");
    await nvim.command("PiPrompt go on");
    await nvim.waitForChat("More tests.");
    await nvim.waitUntilSettled();
    expect(userTexts(model.lastRequest)).toEqual(["write tests", "go on"]);
    await nvim.waitForStatus({ sessionFile: tests });
    expect(readFileSync(tests, "utf8")).toContain("More tests.");
  });

  it("keeps the draft, and takes the old conversation's place while pi runs", async () => {
    const { workspace, pump } = withSessions();
    const { nvim } = await launchWithModel(configuration, [says("First answer.")], { workspace });
    await nvim.command("PiPrompt first");
    await nvim.waitForChat("First answer.");
    await nvim.waitUntilSettled();
    const { pid } = await nvim.status();
    await nvim.command("PiOpen");
    await nvim.keys("ia draft<Esc>");
    await nvim.command("PiResume");
    await untilPicker(nvim, "fix the pump");
    await nvim.type("pump");
    await nvim.keys("<CR>");
    await nvim.waitForChat("Pump fixed.");
    expect(await nvim.chatText()).not.toContain("First answer.");
    expect(await nvim.promptText()).toBe("a draft");
    await nvim.waitFor(async () => (await nvim.status()).sessionFile === pump);
    await nvim.waitForStatus({ pid: pid });
  });

  it("opens a session of another folder in its own folder", async () => {
    const { workspace, elsewhere, other } = withSessions();
    const { nvim } = await launchWithModel(configuration, [], { workspace });
    await nvim.command("PiResume!");
    await untilPicker(nvim, "hello elsewhere");
    await nvim.type("elsewhere");
    await nvim.keys("<CR>");
    await nvim.waitForChat("Hi there.");
    await nvim.waitFor(async () => (await nvim.status()).sessionFile === elsewhere);
    await nvim.waitForStatus({ cwd: other });
    const ran = await nvim.lua<string>(`return vim.uv.fs_readlink("/proc/" .. require("pi").status().pid .. "/cwd")`);
    expect(ran).toBe(other);
  });

  it("offers a fork when the session's folder has gone", async () => {
    const { workspace, other } = withSessions();
    rmSync(other, { recursive: true });
    const { nvim } = await launchWithModel(configuration, [], { workspace });
    await nvim.command("PiResume!");
    await untilPicker(nvim, "hello elsewhere");
    await nvim.type("elsewhere");
    await nvim.keys("<CR>");
    await untilPicker(nvim, "is not there any more");
    await nvim.keys("<CR>");
    await nvim.waitForChat("Hi there.");
    await nvim.waitFor(async () => (await nvim.status()).sessionFile);
    await nvim.waitForStatus({ cwd: workspace.project });
  });

  it(":PiContinue goes on with the newest", async () => {
    const { workspace, pump } = withSessions();
    const { nvim } = await launchWithModel(configuration, [], { workspace });
    await nvim.command("PiContinue");
    await nvim.waitForChat("Pump fixed.");
    await nvim.waitFor(async () => (await nvim.status()).sessionFile === pump);
  });

  it("deletes with a second press, renames, and opens in a new tab page", async () => {
    const { workspace, pump, tests } = withSessions();
    const { nvim } = await launchWithModel(configuration, [], { workspace });
    await nvim.command("PiResume");
    await untilPicker(nvim, "fix the pump");
    await nvim.keys("<C-x>");
    await nvim.waitForText("again to delete");
    expect(existsSync(pump)).toBe(true);
    await nvim.keys("<C-x>");
    await nvim.waitFor(() => !existsSync(pump), { what: "the end of the file" });
    await nvim.waitFor(() => !nvim.screen.text().includes("fix the pump"));
    await nvim.keys("<C-e>");
    await nvim.waitForText("Name of the session:");
    await nvim.type("All the tests\n");
    await nvim.waitFor(() => readFileSync(tests, "utf8").includes('"name":"All the tests"'));
    await untilPicker(nvim, "1  All the tests");
    await nvim.keys("<C-t>");
    await nvim.waitForChat("Tests written.");
    expect(await nvim.lua("return #vim.api.nvim_list_tabpages()")).toBe(2);
    await nvim.waitFor(async () => (await nvim.status()).sessionName === "All the tests");
  });

  it("is what vim.ui.select lists where the user has replaced it", async () => {
    const { workspace } = withSessions();
    const init = `vim.ui.select = function(items, opts, on_choice)
      _G.listed = vim.tbl_map(opts.format_item, items)
      on_choice(items[2])
    end`;
    const { nvim } = await launchWithModel(configuration, [], { workspace, init });
    await nvim.command("PiResume");
    await nvim.waitForChat("Tests written.");
    const listed = await nvim.lua<string[]>("return _G.listed");
    expect(listed).toHaveLength(2);
    expect(listed[0]).toContain("fix the pump");
  });
});

describe.each(matrix)("Forks, on $name", (configuration) => {
  async function twoTurns() {
    const all = await launchWithModel(configuration, [says("Answer one."), says("Answer two."), says("Answer three.")]);
    await all.nvim.command("PiPrompt question one");
    await all.nvim.waitUntilSettled(1);
    all.nvim.workspace.write("two.txt", "one\ntwo");
    await all.nvim.command("edit two.txt | 2PiPrompt question two");
    await all.nvim.waitUntilSettled(2);
    await all.nvim.waitForChat("Answer two.");
    return { ...all, before: (await all.nvim.status()).sessionFile as string };
  }

  it(":PiFork picks a message and puts its text before the draft", async () => {
    const { nvim, model, before } = await twoTurns();
    await nvim.command("PiOpen");
    await nvim.keys("imy draft<Esc>");
    await nvim.command("PiFork");
    await untilPicker(nvim, "question two");
    await nvim.type("two");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.promptText()) === "question two\nmy draft");
    await nvim.waitForText("two.txt:2 ─"); // what went with it goes with it again
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("Answer two."));
    expect(await nvim.chatText()).toContain("Answer one.");
    await nvim.command("PiPrompt instead");
    await nvim.waitForChat("Answer three.");
    expect(userTexts(model.lastRequest)).toEqual(["question one", "instead"]);
    await nvim.waitForStatus({ sessionFile: expect.not.stringContaining(before) });
    expect(readFileSync(before, "utf8")).toContain("Answer two.");
  });

  it(":PiClone goes on with a copy", async () => {
    const { nvim, before } = await twoTurns();
    await nvim.command("PiClone");
    await nvim.waitFor(async () => ![undefined, before].includes((await nvim.status()).sessionFile as string));
    await nvim.waitForChat("Answer two.");
    await nvim.command("PiPrompt on the copy");
    await nvim.waitForChat("Answer three.");
    expect(readFileSync(before, "utf8")).not.toContain("on the copy");
    expect(readdirSync(join(before, "..")).length).toBe(2);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver, NeovimOptions } from "../support/driver";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import type { ScriptedPi } from "../support/scriptedPi";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

const EXTENSION = `export default (pi) => pi.registerCommand("hers", { description: "the project's", handler: async () => {} });`;

/** An old pi has to be started twice to learn that it knows no trust, and once more after the decision (milliseconds). */
const SLOW_START = 30_000;

function projectWithFiles(): Workspace {
  const workspace = new Workspace();
  workspace.write(".pi/extensions/x.ts", EXTENSION);
  return workspace;
}

const commands = (nvim: Driver) => nvim.lua<string[]>(`return vim.fn.getcompletion("PiCommand ", "cmdline")`);
describe.each(matrix)("A project with files for pi, on $name", (configuration) => {
  const isOld = configuration.pi.version.startsWith("0.74");

  async function launch(options: NeovimOptions = {}) {
    const workspace = options.workspace ?? projectWithFiles();
    const answers = [says("Hello."), says("Again."), says("Once more.")];
    return launchWithModel(configuration, answers, { width: 120, ...options, workspace });
  }
  const question = "Load pi's files of this project?";

  it("is talked about at once without them, and they are named; the question waits and harms nobody", async () => {
    const { nvim } = await launch();
    await nvim.command("PiPrompt hi");
    await nvim.waitForChat("Hello.", { deadline: SLOW_START });
    await nvim.waitForText(/project files not loaded|untrusted/);
    expect(await commands(nvim)).not.toContain("hers");
    await nvim.waitForText(question);
    await nvim.waitForText(".pi/extensions");
    await nvim.keys("<CR>");
    await nvim.waitFor(() => !nvim.screen.text().includes(question), { what: "the answer" });
    await nvim.command("PiPrompt more");
    await nvim.waitForChat("Again.");
    if (isOld) await nvim.waitForChat(/This pi \(0\.74\.\d+\) knows no trust of projects/);
  });

  it("is loaded for now when the user says so, with what was said so far", async () => {
    const { nvim } = await launch();
    await nvim.command("PiPrompt hi");
    await nvim.waitForChat("Hello.", { deadline: SLOW_START });
    await nvim.waitUntilSettled();
    await nvim.waitForText(question);
    await nvim.type("now");
    await nvim.keys("<Down><CR>");
    await nvim.waitFor(async () => (await commands(nvim)).includes("hers"), {
      what: "the project's command",
      deadline: SLOW_START,
    });
    await nvim.waitForChat("Hello.", { deadline: SLOW_START });
    await nvim.waitFor(() => !/not loaded|untrusted/.test(nvim.screen.text()), { what: "the winbar" });
    await nvim.command("PiTrust");
    await nvim.waitForText(/● 2 {2}Load for now/);
    await nvim.type("not now\n");
    await nvim.waitFor(async () => !(await commands(nvim)).includes("hers"), {
      what: "a pi without it",
      deadline: SLOW_START,
    });
    await nvim.command("PiPrompt and");
    await nvim.waitForChat("Again.");
  });

  it("is always loaded, or never, by pi's own saved decision", async () => {
    const { nvim } = await launch();
    await nvim.command("PiOpen");
    await nvim.waitForText(question);
    await nvim.type("always\n");
    await nvim.waitFor(async () => (await commands(nvim)).includes("hers"), {
      what: "the project's command",
      deadline: SLOW_START,
    });
    const file = `${nvim.workspace.home}/.pi/agent/trust.json`;
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ [nvim.workspace.project]: true });
    await nvim.command("PiTrust");
    await nvim.waitForText(/● 3 {2}Always load/);
    await nvim.waitForText(/pi's trust.json trusts/);
    await nvim.type("never\n");
    await nvim.waitForText(/project files not loaded|untrusted/);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ [nvim.workspace.project]: false });
  });

  it("is not asked about where pi has a decision, and elsewhere there is nothing to trust", async () => {
    const workspace = projectWithFiles();
    const { nvim } = await launch({ workspace });
    workspace.write(`${workspace.home}/.pi/agent/trust.json`, JSON.stringify({ [workspace.root]: true }));
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await commands(nvim)).includes("hers"), {
      what: "the project's command",
      deadline: SLOW_START,
    });
    expect(await nvim.messages()).not.toContain("not loaded");
    await nvim.command("tabnew");
    await nvim.lua("vim.cmd.tcd(...)", workspace.home);
    await nvim.command("PiTrust");
    await nvim.waitForText(/there is nothing to trust: no files for pi are in/);
  });

  it("does not open its question while something is typed", async () => {
    const { nvim } = await launch();
    await nvim.command("PiPrompt hi");
    await nvim.keys("inot a question");
    await nvim.waitForChat("Hello.", { deadline: SLOW_START });
    await nvim.waitUntilSettled();
    await nvim.waitForText(/project files not loaded|untrusted/);
    const opened = nvim.waitForText(question, { deadline: 1_500 });
    await expect(opened).rejects.toThrow();
    await nvim.keys("<Esc>");
    await nvim.waitForText(question);
  });
});

describe.each(matrix.slice(0, 1))("pi's command line", (configuration) => {
  const flags = (peer: ScriptedPi) => peer.current.argv.filter((argument) => argument.endsWith("approve"));

  it("holds the decision at the start only, for this folder only", async () => {
    const { nvim, peer } = await launchWithPeer(configuration, {}, { workspace: projectWithFiles() });
    await nvim.command("PiOpen");
    await peer.started();
    expect(flags(peer)).toEqual(["--no-approve"]);
    await nvim.command("PiTrust");
    await nvim.waitForText("Load pi's files of this project?");
    await nvim.type("2\n");
    await peer.started(2);
    expect(flags(peer)).toEqual(["--approve"]);
    nvim.workspace.write("other/.pi/settings.json", "{}");
    await nvim.command("tabnew");
    await nvim.command("tcd other");
    await nvim.command("PiOpen");
    await peer.started(3);
    expect(flags(peer)).toEqual(["--no-approve"]);
    const told = (await nvim.messages()).match(/not loaded: .*/g);
    expect(told).toHaveLength(2);
  });

  it("is the user's own where he says it", async () => {
    const setup = { args: ["--approve"] };
    const { nvim, peer } = await launchWithPeer(configuration, {}, { workspace: projectWithFiles(), setup });
    await nvim.command("PiOpen");
    await peer.started();
    expect(flags(peer)).toEqual(["--approve"]);
    expect(await nvim.messages()).not.toContain("not loaded");
  });

  it("is never held back by the question where nobody can answer", async () => {
    const { nvim, peer } = await launchWithPeer(configuration, {}, { workspace: projectWithFiles() });
    await nvim.lua("vim.api.nvim_list_uis = function() return {} end");
    await nvim.command("PiPrompt hi");
    expect((await peer.command("prompt")).message).toBe("hi");
    expect(flags(peer)).toEqual(["--no-approve"]);
    await expect(nvim.waitForText("Load pi's files", { deadline: 1_500 })).rejects.toThrow();
  });
});

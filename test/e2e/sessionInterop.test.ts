import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel, userTexts } from "../support/realPi";
import { sessionFolder, writeSession } from "../support/sessionFile";
import { Workspace } from "../support/workspace";

const run = promisify(execFile);

describe.each(matrix)("Sessions of pi's command line and ours, on $name", (configuration) => {
  /** pi itself, once, without Neovim. */
  async function pi(workspace: Workspace, ...args: readonly string[]): Promise<string> {
    const [node, script] = configuration.pi.command;
    const all = [script, "--offline", "--model", SCRIPTED_MODEL, ...args];
    const env = { PATH: process.env.PATH ?? "", ...workspace.environment() };
    const running = run(node, all, { cwd: workspace.project, env, timeout: 30_000 });
    running.child.stdin?.end();
    return (await running).stdout;
  }

  it("one that pi made opens here, and pi goes on with what was said here", async () => {
    const answers = [says("From the terminal."), says("From Neovim."), says("And again.")];
    const { nvim, model } = await launchWithModel(configuration, answers);
    await pi(nvim.workspace, "-p", "asked in the terminal");
    await nvim.command("PiContinue");
    await nvim.waitForChat("From the terminal.");
    await nvim.command("PiPrompt asked in Neovim");
    await nvim.waitForChat("From Neovim.");
    await nvim.waitUntilSettled();
    await nvim.command("PiStop");
    await nvim.waitFor(async () => (await nvim.status()).running === false);
    expect(await pi(nvim.workspace, "--continue", "-p", "asked again")).toContain("And again.");
    const asked = ["asked in the terminal", "asked in Neovim", "asked again"];
    expect(userTexts(model.lastRequest)).toEqual(asked);
    expect(readdirSync(sessionFolder(join(nvim.workspace.home, ".pi/agent"), nvim.workspace.project))).toHaveLength(1);
  });

  it("are found where --session-dir says, those of other folders left out", async () => {
    const workspace = new Workspace();
    const folder = join(workspace.root, "elsewhere");
    const setup = { args: ["--offline", "--model", SCRIPTED_MODEL, "--session-dir", folder] };
    const { nvim } = await launchWithModel(configuration, [says("Kept.")], { workspace, setup });
    await nvim.command("PiPrompt keep this");
    await nvim.waitForChat("Kept.");
    await nvim.waitUntilSettled();
    workspace.write(join(folder, "other.jsonl"), '{"type":"session","version":3,"id":"o","cwd":"/other"}\n');
    await nvim.command("PiResume");
    await nvim.waitForText("1  keep this");
    expect(nvim.screen.text()).not.toContain("(nothing said)");
    await nvim.keys("<Esc><Esc>");
  });

  it("are not kept with --no-session: a sentence says so", async () => {
    const setup = { args: ["--offline", "--model", SCRIPTED_MODEL, "--no-session"] };
    const { nvim } = await launchWithModel(configuration, [says("Gone soon.")], { setup });
    await nvim.command("PiPrompt do not keep this");
    await nvim.waitForChat("Gone soon.");
    await nvim.waitUntilSettled();
    await nvim.command("PiResume");
    await nvim.waitForText("This pi keeps no sessions (--no-session)");
    await nvim.keys("<Esc><Esc>");
    expect(existsSync(join(nvim.workspace.home, ".pi/agent/sessions"))).toBe(false);
  });

  it("an extension may refuse to leave one: nothing changes, and it is said", async () => {
    const workspace = new Workspace();
    const refuse = `export default (pi) => pi.on("session_before_switch", async () => ({ cancel: true }));\n`;
    const extension = workspace.write(join(workspace.root, "refuse.ts"), refuse);
    const other = { cwd: workspace.project, turns: [["another session", "Its reply."]] as const };
    writeSession(join(workspace.home, ".pi/agent"), "other.jsonl", other);
    const setup = { args: ["--offline", "--model", SCRIPTED_MODEL, "-e", extension] };
    const { nvim } = await launchWithModel(configuration, [says("First.")], { workspace, setup });
    await nvim.command("PiPrompt first");
    await nvim.waitForChat("First.");
    await nvim.waitUntilSettled();
    const before = (await nvim.status()).sessionFile;
    await nvim.command("PiResume");
    await nvim.waitForText("another session");
    await nvim.type("another");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("nothing has changed"));
    expect(await nvim.chatText()).toContain("First.");
    await nvim.waitForStatus({ sessionFile: before });
  });
});

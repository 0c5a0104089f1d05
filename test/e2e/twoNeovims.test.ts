import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { launch, matrix } from "../support/e2e";
import { expectInOrder } from "../support/inOrder";
import { says } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel } from "../support/realPi";
import { writeSession } from "../support/sessionFile";
import { Workspace } from "../support/workspace";

describe.each(matrix)("Two Neovims on one session, on $name", (configuration) => {
  /** The first has the session open, the second asks for it. */
  async function both() {
    const workspace = new Workspace();
    const session = { cwd: workspace.project, turns: [["hello", "Hello to you."]] as const };
    const file = writeSession(join(workspace.home, ".pi/agent"), "shared.jsonl", session);
    const answers = [says("Answer one."), says("Answer two.")];
    const { nvim: first } = await launchWithModel(configuration, answers, { workspace });
    await first.command("PiContinue");
    await first.waitForChat("Hello to you.");
    await first.waitFor(async () => (await first.status()).running);
    const setup = { cmd: configuration.pi.command, args: ["--offline", "--model", SCRIPTED_MODEL] };
    const second = await launch(configuration, { workspace, setup });
    return { first, second, file };
  }

  async function choose(nvim: Driver, way: string): Promise<void> {
    await nvim.command("PiContinue");
    await nvim.waitForText("open in another Neovim");
    await nvim.type(way);
    await nvim.waitForText("1 of 3");
    await nvim.keys("<CR>");
  }

  it("the second reads along: it sees what is said in the first, and cannot send", async () => {
    const { first, second } = await both();
    await choose(second, "read along");
    await second.waitForChat("Hello to you.");
    await first.command("PiPrompt question one");
    await second.waitForChat("Answer one.");
    expectInOrder(await second.chatText(), "hello", "Hello to you.", "question one", "Answer one.");
    second.expectError(/read along/);
    await second.command("PiPrompt zebra");
    await second.waitFor(async () => (await second.promptText()).includes("zebra"));
    expect(await second.chatText()).toContain("You read along with another Neovim");
    await second.waitForStatus({ running: false, reading: true });
    await second.command("PiStop");
    await second.waitFor(async () => (await second.status()).reading === undefined);
  });

  it("the second takes over: the first is told, its pi ends, and its words come back", async () => {
    const { first, second, file } = await both();
    const { pid } = await first.status();
    await choose(second, "take over");
    await second.waitForChat("Hello to you.");
    await first.waitForChat("Another Neovim has taken this session over");
    await first.waitFor(async () => (await first.status()).running === false);
    expect(pid).not.toBe((await second.status()).pid);
    await second.command("PiPrompt question one");
    await second.waitForChat("Answer one.");
    expect(readFileSync(file, "utf8")).toContain("question one");
    first.expectError(/another Neovim/);
    await first.command("PiPrompt zebra");
    await first.waitFor(async () => (await first.promptText()).includes("zebra"));
    expect(readFileSync(file, "utf8")).not.toContain("zebra");
  });

  it("the second forks: each goes on with its own", async () => {
    const { first, second, file } = await both();
    await choose(second, "fork");
    await second.waitForChat("Hello to you.");
    await second.command("PiPrompt question one");
    await second.waitForChat("Answer one.");
    await second.waitForStatus({ sessionFile: expect.not.stringContaining(file) });
    await first.waitForStatus({ running: true });
    expect(readFileSync(file, "utf8")).not.toContain("question one");
  });

  it("the lock of one that was killed is free", async () => {
    const { first, second, file } = await both();
    first.nvim.kill("SIGKILL");
    await first.exit;
    for (const { pid } of first.processes()) process.kill(pid, "SIGKILL");
    await first.waitUntilGone();
    await second.command("PiContinue");
    await second.waitForChat("Hello to you.");
    await second.waitFor(async () => (await second.status()).sessionFile === file);
  });
});

/** What is different with `host = "shared"`. That the rest is the same, the project "shared" tests (vitest.config.mts). */
import { describe, expect, it } from "vitest";
import { hostOf, matrix, sharedHost } from "../support/e2e";
import { says } from "../support/modelScript";
import { replies } from "../support/peerAnswers";
import { launchWithModel } from "../support/realPi";
import { delta, runStart } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

describe.each(matrix)("In Neovim's shared node host, on $name", (configuration) => {
  it("a prompt, a reply, and quitting work the same", async () => {
    const { nvim } = await launchWithModel(configuration, [says("From the shared host."), says("Again.")], sharedHost);
    await nvim.command("PiPrompt hello");
    await nvim.waitForChat("From the shared host.");
    await nvim.waitUntilSettled();
    const commands = nvim.processes().map(({ command }) => command);
    expect(commands.filter((command) => command.includes("neovim/bin/cli.js"))).toHaveLength(1);
    expect(commands.filter((command) => command.includes("pi.cjs"))).toEqual([]);
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Again.");
    await nvim.type(":qa!\n");
    await nvim.exit;
    await nvim.waitUntilGone();
  });

  it("its death ends every pi, gives the text back, and is told with what to do", async () => {
    const { nvim, peer } = await launchWithPeer(configuration, {}, sharedHost);
    nvim.expectError(/node host has ended/);
    await nvim.command("PiPrompt cut off");
    await peer.command("prompt");
    peer.send(...runStart("cut off"), delta("Half"));
    await nvim.waitForChat("Half");
    process.kill(hostOf(nvim, "shared")?.pid as number, "SIGKILL");
    await nvim.waitFor(() => peer.processes[0]?.ended === true, { deadline: 5_000, what: "the end of its pi" });
    const said = async () => (await nvim.messages()).includes("restart Neovim, or set host = 'own'");
    await nvim.waitFor(said, { what: "what to do" });
    await nvim.waitFor(async () => (await nvim.promptText()) === "cut off", { what: "the text in the prompt" });
    expect(await nvim.status()).toMatchObject({ running: false, busy: false });
    await nvim.command("PiPrompt one more");
    await nvim.waitFor(async () => (await nvim.promptText()).startsWith("one more"), { what: "that text, too" });
    Object.assign(peer.answers, replies("Here again."));
    await nvim.lua(
      "require('pi').setup({ host = 'own', cmd = ..., node = select(2, ...) })",
      peer.cmd,
      configuration.node,
    );
    await nvim.command("PiPrompt with a host of its own");
    await nvim.waitForChat("Here again.");
  });
});

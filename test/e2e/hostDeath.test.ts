import { describe, expect, it } from "vitest";
import { editors, hostOf, isShared } from "../support/e2e";
import { replies } from "../support/peerAnswers";
import { delta, runStart } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

describe.skipIf(isShared).each(editors)("When the host dies, on $name", (editor) => {
  it("says so once, and the next prompt starts it again", async () => {
    const all = await launchWithPeer(editor, replies("First life."));
    const { nvim, peer } = all;
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("First life.");
    const host = hostOf(nvim);
    process.kill(host?.pid as number, "SIGKILL");
    await nvim.waitFor(async () => (await nvim.messages()) !== "", { what: "a notice" });
    await nvim.waitFor(() => peer.processes[0]?.ended === true, { deadline: 5_000, what: "the end of its pi" });
    nvim.expectError(/host/i);
    Object.assign(peer.answers, replies("Second life."));
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Second life.");
    expect(hostOf(nvim)?.pid).not.toBe(host?.pid);
  });

  it.each(["before", "during"])("gives back the prompt that was under way, %s its run", async (when) => {
    const { nvim, peer } = await launchWithPeer(editor);
    nvim.expectError(/host/i);
    await nvim.command("PiPrompt keep me");
    await peer.command("prompt");
    const isTaken = () => nvim.lua<boolean>(`return #require("pi.sent").untaken(1) == 0`);
    await nvim.waitFor(async () => (await isTaken()) && (await nvim.status()).busy === false, { what: "pi's answer" });
    if (when === "during") {
      peer.send(...runStart("keep me"), delta("Half"));
      await nvim.waitForChat("Half");
    }
    process.kill(hostOf(nvim)?.pid as number, "SIGKILL");
    await nvim.waitFor(async () => (await nvim.promptText()) === "keep me", { what: "the text in the prompt" });
  });

  it("shows the next reply also when pi had been stopped before", async () => {
    const all = await launchWithPeer(editor, replies("First life."));
    const { nvim, peer } = all;
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("First life.");
    await nvim.command("PiStop");
    await nvim.waitFor(() => peer.processes[0]?.ended === true, { what: "the end of pi" });
    process.kill(hostOf(nvim)?.pid as number, "SIGKILL");
    await nvim.waitFor(async () => /host ended/.test(await nvim.messages()), { what: "a notice" });
    nvim.expectError(/host/i);
    Object.assign(peer.answers, replies("Second life."));
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Second life.");
  });
});

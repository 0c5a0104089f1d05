import { describe, expect, it } from "vitest";
import { editors, hostOf, isShared } from "../support/e2e";
import { replies } from "../support/peerAnswers";
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

  it("shows the next reply also when pi had been stopped before", async () => {
    const all = await launchWithPeer(editor, replies("First life."));
    const { nvim, peer } = all;
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("First life.");
    await nvim.command("PiStop");
    await nvim.waitFor(() => peer.processes[0]?.ended === true, { what: "the end of pi" });
    process.kill(hostOf(nvim)?.pid as number, "SIGKILL");
    await nvim.waitFor(async () => /host/.test(await nvim.messages()), { what: "a notice" });
    nvim.expectError(/host/i);
    Object.assign(peer.answers, replies("Second life."));
    await nvim.command("PiPrompt again");
    await nvim.waitForChat("Second life.");
  });
});

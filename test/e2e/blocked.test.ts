import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

const PIECES = Array.from({ length: 5_000 }, (_, i) => `piece ${i}${i % 8 === 7 ? "\n" : " "}`);
const END = "piece 4999";

/** Its answer shows that the host reads and works: an unknown dialog is answered by the host alone. */
const PROBE = { type: "extension_ui_request", id: "probe", method: "colourPicker", title: "Colour?" };

const holds = [
  ["a half-typed f", "f", "x"],
  ["a half-typed register", '"', "ayy"],
  ["a count and a half-typed command", "3r", "<Esc>"],
  ["CTRL-V in insert mode", "i<C-v>", "a<Esc>u"],
  ["a mark that is half typed", "m", "a"],
] as const;

describe.each(editors)("Keys half typed, on $name", (editor) => {
  async function started(): Promise<WithPeer> {
    const all = await launchWithPeer(editor as Editor);
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("begun\n"));
    await all.nvim.waitForChat("begun");
    return all;
  }

  async function flood({ peer }: WithPeer): Promise<void> {
    peer.send(...PIECES.map((piece) => delta(piece)), ...runEnd(`begun\n${PIECES.join("")}`), PROBE);
    await peer.command("extension_ui_response");
    expect(peer.received("extension_ui_response")).toMatchObject([{ id: "probe", cancelled: true }]);
  }

  it.each(holds)("%s: the host works on, all is shown afterwards in order", async (_, keys, rest) => {
    const all = await started();
    await all.nvim.keys(keys);
    await all.nvim.waitFor(async () => (await all.nvim.mode()).blocking, { what: "Neovim to wait for the rest" });
    await flood(all);
    expect((await all.nvim.mode()).blocking).toBe(true);
    await all.nvim.keys(rest);
    await all.nvim.waitForChat(END);
    await all.nvim.waitUntilSettled();
    await all.nvim.waitForChat(PIECES[3_000] as string, { what: "what the reply outran meanwhile" });
    expect(await all.nvim.chatText()).toContain(PIECES.slice(3_000).join("").trimEnd());
  });

  it("a more-prompt: the same", async () => {
    const all = await started();
    await all.nvim.type(":highlight\n");
    await all.nvim.waitForText("-- More --");
    await flood(all);
    expect((await all.nvim.mode()).blocking).toBe(true);
    await all.nvim.keys("q");
    await all.nvim.waitForChat(END);
    await all.nvim.waitUntilSettled();
  });

  it("a prompt may be sent to pi meanwhile by what was already typed", async () => {
    const all = await started();
    await all.nvim.keys("f");
    await flood(all);
    await all.nvim.keys("x");
    await all.nvim.command("PiPrompt next");
    expect(await all.peer.command("prompt", 2)).toMatchObject({ message: "next" });
  });
});

describe.each(editors)("Messages of our own, on $name", (editor) => {
  it("never end in a hit-enter prompt, however long they are", async () => {
    const { nvim, peer } = await launchWithPeer(editor, {}, { width: 40, height: 12 });
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    const long = `first line ${"long ".repeat(60)}\nsecond line\nthird line`;
    for (const notifyType of ["info", "warning", "error"]) {
      peer.send({ type: "extension_ui_request", id: notifyType, method: "notify", message: long, notifyType });
    }
    peer.send({ type: "extension_error", extensionPath: "/x.ts", event: "tool_call", error: long });
    nvim.expectError(/first line|second line|third line/);
    peer.send(...runStart("go"), delta("still there"), ...runEnd("still there"));
    await nvim.waitForChat("still there");
    await nvim.waitUntilSettled();
    peer.exit(3, `${long}\n`);
    await nvim.waitFor(async () => (await nvim.events("PiExit")).length === 1);
    expect((await nvim.mode()).blocking).toBe(false);
    expect(peer.received("extension_ui_response")).toEqual([]);
  });
});

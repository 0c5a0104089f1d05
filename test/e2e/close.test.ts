import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { delta, runEnd, runStart } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

const WORDS = Array.from({ length: 200 }, (_, i) => `word${i}${i % 10 === 9 ? "\n" : " "}`);
const REPLY = WORDS.join("").trimEnd();

const ways = [
  ["PiClose", "PiClose"],
  [":q in the transcript", "quit"],
  ["<C-w>o elsewhere", "wincmd p | only"],
  [":hide", "hide"],
  [":bdelete", "bdelete!"],
  [":bwipeout", "bwipeout!"],
  ["another file in its window", "edit other.txt"],
  ["another buffer in its window", "enew"],
  ["its own tab page closed", "tab split | tabclose"],
  ["moved to another tab page", "wincmd T | tabclose"],
] as const;

describe.each(editors)("A chat that goes away in mid reply, on $name", (editor) => {
  it.each(ways)("by %s shows all of the reply when it is opened again", async (_, way) => {
    const { nvim, peer } = await launchWithPeer(editor);
    nvim.workspace.write("code.txt", "code");
    nvim.workspace.write("other.txt", "a file of its own");
    await nvim.command("edit code.txt");
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), ...WORDS.slice(0, 50).map((word) => delta(word)));
    await nvim.waitForChat("word49");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.command(way);
    peer.send(...WORDS.slice(50).map((word) => delta(word)), ...runEnd(WORDS.join("")));
    await nvim.waitUntilSettled();
    if (way.startsWith("edit"))
      expect(await nvim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)")).toEqual(["a file of its own"]);
    await nvim.command("PiOpen");
    await nvim.waitForChat(REPLY);
    await nvim.waitFor(() => nvim.windowOf("pi"), { what: "a window with the transcript" });
    expect(await nvim.lua("return vim.v.errmsg")).toBe("");
  });

  it("keeps what was typed into the prompt", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    peer.send(...runStart("go"), delta("Working"));
    await nvim.waitForChat("Working");
    await nvim.command("PiOpen");
    await nvim.keys("ihalf a thought<Esc>");
    await nvim.command("PiClose");
    peer.send(...runEnd("Working"));
    await nvim.waitUntilSettled();
    await nvim.command("PiToggle");
    await nvim.waitFor(async () => (await nvim.promptText()) === "half a thought");
    await nvim.waitForText("half a thought");
  });

  it.each(["right", "left", "below", "above", "float", "tab"])(
    "opens at %s, closes and opens elsewhere",
    async (place) => {
      const { nvim, peer } = await launchWithPeer(editor);
      await nvim.command(`PiOpen ${place}`);
      await nvim.waitFor(() => nvim.windowOf("pi-prompt"));
      const position = await nvim.lua<[number, number]>("return vim.fn.win_screenpos(...)", await nvim.windowOf("pi"));
      const isMoved = {
        right: position[1] > 1,
        left: position[1] === 1,
        below: position[0] > 3,
        above: position[0] <= 2,
      };
      if (place in isMoved) expect(isMoved[place as keyof typeof isMoved]).toBe(true);
      const float = await nvim.lua("return vim.api.nvim_win_get_config(...).relative ~= ''", await nvim.windowOf("pi"));
      expect(float).toBe(place === "float");
      expect(await nvim.lua("return vim.fn.tabpagenr('$')")).toBe(place === "tab" ? 2 : 1);
      await nvim.command("PiClose");
      expect(await nvim.windowOf("pi")).toBeUndefined();
      expect(await nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
      await nvim.command("PiToggle");
      await nvim.waitFor(() => nvim.windowOf("pi"));
      await nvim.command("PiToggle");
      expect(await nvim.windowOf("pi")).toBeUndefined();
      expect(peer.processes.length).toBeLessThanOrEqual(1);
    },
  );
});

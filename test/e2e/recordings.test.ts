import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { type Recording, recordings } from "../support/recordings";
import type { ScriptedPi } from "../support/scriptedPi";
import { launchWithPeer } from "../support/withPeer";

/** Lines, and all marks with what they do; how often the buffer was changed. */
const DUMP = `
local buf = vim.api.nvim_win_get_buf(...)
local marks = {}
for name, ns in pairs(vim.api.nvim_get_namespaces()) do
  if name == "pi" or name:find("^pi%.block") or name:find("^pi%.message") then
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf, ns, 0, -1, { details = true })) do
      local details = mark[4]
      details.ns_id = nil
      local id = name == "pi" and 0 or mark[1]
      table.insert(marks, ("%05d %05d %s %d %s"):format(mark[2], mark[3], name, id, vim.inspect(details)))
    end
  end
end
table.sort(marks)
return { lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false), marks = marks, tick = vim.b[buf].changedtick }
`;

interface Dump {
  readonly lines: readonly string[];
  readonly marks: readonly string[];
  readonly tick: number;
}

async function dump(nvim: Driver): Promise<Dump> {
  return nvim.lua<Dump>(DUMP, await nvim.windowOf("pi"));
}

/** Numbers that look random and are the same in each run. */
function* sizes(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2 ** 31) yield 1 + (state % 3000);
}

/** Plays what pi sent, cut anywhere, with pauses in which Neovim is brought up to date. */
async function play(nvim: Driver, peer: ScriptedPi, recording: Recording): Promise<void> {
  const bytes = Buffer.from(recording.events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  const next = sizes(bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const size = next.next().value as number;
    peer.sendBytes(bytes.subarray(at, at + size));
    at += size;
    if (size % 3 === 0) await nvim.lua("return 1");
  }
}

describe.each(editors)("What pi really sent, on $name", (editor) => {
  it("looks the same patched step by step and sent anew, marks included", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiPrompt go");
    await peer.command("prompt");
    const all = recordings().filter(({ name }) => !name.includes("long-output"));
    for (const recording of all) await play(nvim, peer, recording);
    await nvim.waitUntilSettled(all.length);
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("zRG");
    await nvim.waitForChat("while (left > 0) {");
    const settled = async () => {
      await nvim.keys("G");
      const before = await dump(nvim);
      await nvim.lua("vim.wait(200)");
      const isWhole = /^\d.* out · /.test(before.lines.at(-1) ?? "");
      return isWhole && before.tick === (await dump(nvim)).tick;
    };
    await nvim.waitFor(settled, { what: "a transcript that does not change any more", deadline: 30_000 });
    const patched = await dump(nvim);
    expect(patched.lines.length).toBeGreaterThan(100);
    await nvim.lua(
      'require("pi.host").send("transcript.attach", { agent = require("pi.agents").list()[1].id }, function() end)',
    );
    await nvim.waitFor(async () => (await dump(nvim)).tick > patched.tick, { what: "the transcript to be sent anew" });
    await nvim.waitFor(settled);
    const anew = await dump(nvim);
    expect(anew.lines).toEqual(patched.lines);
    expect(anew.marks).toEqual(patched.marks);
  });
});

import { describe, expect, it } from "vitest";
import { type Editor, editors } from "../support/e2e";
import { delta, run, runEnd, runStart, toolTurn, update, type WireRecord } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

/** Highlight marks of the transcript with the text that they cover. */
const MARKED_TEXT = `
local buffer = vim.api.nvim_win_get_buf(...)
local found = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })) do
  local row, col, details = mark[2], mark[3], mark[4]
  if details.hl_group and details.end_col and details.end_row == row then
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
    table.insert(found, line:sub(col + 1, details.end_col))
  end
end
return found
`;

async function prompted(editor: Editor): Promise<WithPeer> {
  const all = await launchWithPeer(editor);
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  return all;
}

describe.each(editors)("Text of any kind, on $name", (editor) => {
  it("comes whole when each delta is one code point", async () => {
    const { nvim, peer } = await prompted(editor);
    const reply = "grüße 日本語 👩‍👩‍👧 e\u0301\nzweite Zeile: ß\n\nдруга — 🙂";
    peer.send(...run(reply, { prompt: "go", deltas: [...reply] }));
    await nvim.waitForChat(reply);
    await nvim.waitUntilSettled();
  });

  it("is marked where it stands, whatever is before it on the line", async () => {
    const { nvim, peer } = await prompted(editor);
    const reply = "日本語 `größe` und **fett** 👩‍👩‍👧 `end`\n\n# Überschrift\n";
    peer.send(...run(reply, { prompt: "go", deltas: [...reply] }));
    await nvim.waitUntilSettled();
    const marked = await nvim.lua<string[]>(MARKED_TEXT, await nvim.windowOf("pi"));
    const joined = marked.join("|");
    for (const wanted of ["größe", "fett", "end", "Überschrift"]) expect(joined).toContain(wanted);
    expect(joined).not.toContain("\ufffd");
  });

  it("survives Unicode's own line separators as part of a line", async () => {
    const { nvim, peer } = await prompted(editor);
    const reply = "a\u2028b\u2029c\u0085d";
    const records = run(reply, { prompt: "go" });
    peer.sendBytes(Buffer.from(records.map((record) => `${JSON.stringify(record)}\r\n`).join("")));
    await nvim.waitForChat(reply);
    await nvim.waitUntilSettled();
  });

  it("reaches pi as one record when a prompt holds such separators", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.keys("i");
    await nvim.type("x\u2028y\u2029z");
    await nvim.keys("<C-s>");
    expect((await peer.command("prompt")).message).toBe("x\u2028y\u2029z");
  });

  it("arrives in any pieces of bytes", async () => {
    const { nvim, peer } = await prompted(editor);
    const reply = "日本語🙂é";
    peer.send(...runStart("go"));
    const bytes = Buffer.from(`${JSON.stringify(delta(reply))}\n`);
    for (const byte of bytes) peer.sendBytes(Buffer.from([byte]));
    for (let cut = 1; cut < bytes.length; cut += 3) {
      peer.sendBytes(bytes.subarray(0, cut));
      await nvim.lua("return 1");
      peer.sendBytes(bytes.subarray(cut));
    }
    const times = 1 + Math.ceil((bytes.length - 1) / 3);
    await nvim.waitForChat(reply.repeat(times));
    expect(await nvim.chatText()).not.toContain("\ufffd");
  });

  it("breaks lines at LF and CRLF, also when one is cut between two deltas", async () => {
    const { nvim, peer } = await prompted(editor);
    peer.send(...run("one\r\ntwo\nthree", { prompt: "go", deltas: ["one\r", "\ntwo", "\n", "three"] }));
    await nvim.waitForChat("one\ntwo\nthree");
  });

  const controls = ["\n", "\r\n", "\r", "\0", "\v", "\f", "\u001b[31m", "\u0007"];

  it("shows control characters harmlessly wherever they come", async () => {
    const { nvim, peer } = await prompted(editor);
    const odd = (place: string) => controls.map((control) => `${place}<${control}>`).join("");
    const [thought, argument, output, reply] = ["thought", "argument", "output", "reply"].map(odd) as [
      string,
      string,
      string,
      string,
    ];
    const thinking: WireRecord[] = [
      update({ type: "thinking_start", contentIndex: 0 }),
      update({ type: "thinking_delta", contentIndex: 0, delta: thought }),
      update({ type: "thinking_end", contentIndex: 0, content: thought }),
    ];
    peer.send(...runStart("go").slice(0, -1), ...thinking);
    peer.send(...toolTurn({ args: { command: argument }, output }));
    peer.send(...toolTurn({ id: "call_2", name: "read", args: { path: `a\nb\0${argument}` }, output }));
    peer.send({ type: "session_info_changed", name: odd("name") });
    peer.send({ type: "queue_update", steering: [odd("queued")], followUp: [] });
    peer.send({ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 10, errorMessage: odd("retry") });
    peer.send({ type: "queue_update", steering: [], followUp: [] });
    peer.send(...runStart().slice(2), delta(reply), ...runEnd(reply));
    await nvim.waitForChat(/reply</);
    await nvim.waitUntilSettled();
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("zR");
    await nvim.waitForChat("output<");
    await nvim.waitForChat("thought<");
    const chat = await nvim.chatText();
    for (const place of ["thought", "output", "reply"]) expect(chat.split(`${place}<`).length - 1).toBeGreaterThan(6);
    expect(chat).not.toMatch(/[\0\r\v\f\u001b\u0007]/);
    expect(nvim.screen.text()).not.toMatch(/\^[@MKLG[]/);
  });

  it("keeps the last state of a progress bar", async () => {
    const { nvim, peer } = await prompted(editor);
    const output = "  10 %\r  50 %\r 100 %\nall-built";
    peer.send(...runStart("go").slice(0, -2), ...toolTurn({ output }), ...runStart().slice(2), ...runEnd("ready"));
    await nvim.waitForChat("ready");
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    await nvim.keys("zR");
    await nvim.waitForChat("all-built");
    const chat = await nvim.chatText();
    expect(chat).toContain("100 %");
    expect(chat).not.toMatch(/ 50 %/);
  });

  it("is never taken for a modeline or for something to evaluate", async () => {
    const { nvim, peer } = await prompted(editor);
    const evil = "%{execute('let g:pwn=1')} 50% done";
    peer.send({ type: "session_info_changed", name: evil });
    peer.send({ type: "queue_update", steering: [evil], followUp: [] });
    peer.send(...run(`${evil}\n\nvim: set ft=sh ma:`, { prompt: "go" }));
    await nvim.waitForChat("vim: set ft=sh ma:");
    await nvim.command("PiClose");
    await nvim.command("PiOpen");
    const window = await nvim.windowOf("pi");
    const options =
      "local b = vim.api.nvim_win_get_buf(...) return { vim.bo[b].filetype, vim.bo[b].modifiable, vim.g.pwn == nil }";
    expect(await nvim.lua(options, window)).toEqual(["pi", false, true]);
  });
});

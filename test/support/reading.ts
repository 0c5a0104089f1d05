/** Somebody in the transcript's window. */
import { expect } from "vitest";
import type { Driver, NeovimOptions } from "./driver";
import type { Editor } from "./e2e";
import { idleState, success } from "./peerAnswers";
import { runEnd, runStart, type WireRecord } from "./records";
import { inOneBranch } from "./sessionFile";
import { launchWithPeer, type WithPeer } from "./withPeer";

export interface Reader extends WithPeer {
  readonly window: number;
}

/** A finished run that replied `text`, after the records of `before`; the cursor is in the transcript's first line. */
export async function readerOf(
  editor: Editor,
  text: string,
  options: NeovimOptions & { before?: readonly WireRecord[] } = {},
): Promise<Reader> {
  const { before = [], ...rest } = options;
  const all = await launchWithPeer(editor, {}, rest);
  await all.nvim.command("PiPrompt go");
  await all.peer.command("prompt");
  const start = runStart("go");
  all.peer.send(...start.slice(0, -2), ...before, ...start.slice(-2), ...runEnd(text));
  await all.nvim.waitUntilSettled();
  if ((await all.nvim.windowOf("pi")) === undefined) await all.nvim.command("tablast");
  const window = (await all.nvim.windowOf("pi")) as number;
  await all.nvim.lua("vim.api.nvim_set_current_win(...) vim.cmd('normal! gg0')", window);
  return { ...all, window };
}

/** A session that pi comes with; the cursor is in the transcript, at its end, which is `last`. */
export async function sessionOf(
  editor: Editor,
  messages: readonly WireRecord[],
  last: string,
  options: NeovimOptions = {},
): Promise<Reader> {
  const entries = inOneBranch(messages.map((message) => ({ message })));
  const answers = {
    get_state: (command: WireRecord) => [success(command, { ...idleState, messageCount: messages.length })],
    get_entries: (command: WireRecord) => [success(command, { entries, leafId: entries.at(-1)?.id })],
  };
  const all = await launchWithPeer(editor, answers, options);
  await all.nvim.command("PiOpen");
  await all.nvim.waitForChat(last);
  const window = (await all.nvim.windowOf("pi")) as number;
  await all.nvim.lua("vim.api.nvim_set_current_win(...)", window);
  return { ...all, window };
}

/** Puts the cursor on the first place of some text in the current buffer. */
export async function goTo(nvim: Driver, text: string): Promise<void> {
  const found = await nvim.lua<boolean>(
    `for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      local col = line:find(..., 1, true)
      if col then vim.api.nvim_win_set_cursor(0, { row, col - 1 }) return true end
    end
    return false`,
    text,
  );
  if (!found) throw new Error(`no ${JSON.stringify(text)} in the buffer:\n${await nvim.chatText()}`);
}

export interface Place {
  readonly name: string;
  readonly line: number;
  readonly col: number;
  readonly filetype: string;
}

export const PLACE = `
local cursor = vim.api.nvim_win_get_cursor(0)
return { name = vim.api.nvim_buf_get_name(0), line = cursor[1], col = cursor[2], filetype = vim.bo.filetype }
`;

/** Presses keys in the transcript and waits until another buffer is current. */
export async function visited({ nvim, window }: Pick<Reader, "nvim" | "window">, keys: string): Promise<Place> {
  await nvim.keys(keys);
  await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) !== "pi", { what: `a file after ${keys}` });
  const place = await nvim.lua<Place>(PLACE);
  expect(await nvim.lua("return vim.bo[vim.api.nvim_win_get_buf(...)].filetype", window)).toBe("pi");
  return place;
}

export async function back({ nvim, window }: Pick<Reader, "nvim" | "window">): Promise<void> {
  await nvim.lua("vim.api.nvim_set_current_win(...)", window);
}

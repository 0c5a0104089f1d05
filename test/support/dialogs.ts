/** Dialogs of extensions as pi writes them, and what a person sees of them. */
import type { Driver } from "./driver";
import type { WireRecord } from "./records";
import type { ScriptedPi } from "./scriptedPi";

export type DialogMethod = "select" | "confirm" | "input" | "editor";

export const METHODS: readonly DialogMethod[] = ["select", "confirm", "input", "editor"];

const DEFAULTS: Record<DialogMethod, WireRecord> = {
  select: { title: "Allow?", options: ["Allow", "Block", "Ask later"] },
  confirm: { title: "Clear session?", message: "All messages will be lost." },
  input: { title: "Enter a value", placeholder: "name" },
  editor: { title: "Edit some text", prefill: "Line 1\nLine 2\nLine 3" },
};

/**
 * Has dialogs come sooner than a person could bear, for tests of what happens then; `dialogMoment.test.ts` tests when
 * they come.
 */
export const SOONER = `
  local moment = require("pi.dialog.moment")
  moment.QUIET_MS, moment.QUIET_BEFORE_PICKER_MS, moment.POLL_MS = 40, 80, 20`;

/** A request of an extension; `fields` add to what is usual for the method. */
export function uiRequest(id: string, method: string, fields: WireRecord = {}): WireRecord {
  return { type: "extension_ui_request", id, method, ...DEFAULTS[method as DialogMethod], ...fields };
}

/** The answers that pi got so far, without their type. */
export function responses(peer: ScriptedPi): WireRecord[] {
  return peer.received("extension_ui_response").map(({ type: _, ...response }) => response);
}

const FOCUSED = `return vim.b.pi_dialog ~= nil`;

/** Whether a dialog of ours has the cursor. */
export async function isFocused(nvim: Driver): Promise<boolean> {
  return !(await nvim.mode()).blocking && nvim.lua<boolean>(FOCUSED);
}

/** Waits until a dialog of ours that shows `text` has the cursor. */
export async function waitForDialog(nvim: Driver, text: string): Promise<void> {
  await nvim.waitForText(text);
  await nvim.waitFor(() => isFocused(nvim), { what: `the cursor in the dialog "${text}"` });
}

/** Waits until no dialog of ours is on the screen. */
export async function waitUntilClosed(nvim: Driver): Promise<void> {
  const isOpen = `return vim.iter(vim.api.nvim_list_wins()):any(function(win)
    return vim.b[vim.api.nvim_win_get_buf(win)].pi_dialog ~= nil end)`;
  await nvim.waitFor(async () => !(await nvim.lua<boolean>(isOpen)), { what: "the end of the dialog" });
}

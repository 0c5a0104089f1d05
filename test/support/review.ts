/** What tests of reviews share: a file with forty lines, pi's changes of it, and conditions to wait for. */
import { readFileSync } from "node:fs";
import type { Driver } from "./driver";
import type { Configuration } from "./e2e";
import { type Part, says } from "./modelScript";
import { launchWithModel } from "./realPi";
import { calls, write } from "./toolCalls";

/** The text of a file that pi is to change. */
export const LINES = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
export const BEFORE = `${LINES.join("\n")}\n`;
/** With the line numbers' own words, so that a test can say what it expects. */
export const edited = (changes: Record<number, string>) =>
  `${LINES.flatMap((line, i) => changes[i + 1]?.split("\n") ?? [line]).join("\n")}\n`;

export const read = (nvim: Driver, name: string) => readFileSync(nvim.workspace.path(name), "utf8");
/** Lines of the current buffer. */
export const current = (nvim: Driver) => nvim.lua<string[]>("return vim.api.nvim_buf_get_lines(0, 0, -1, false)");

export async function openReview(nvim: Driver, command = "PiReview") {
  await nvim.command(command);
  await nvim.waitFor(() => nvim.lua<boolean>("return vim.wo.diff"), { what: "a review" });
}

/** Until the buffer has the changes, with their marks. */
export const untilMarked = (nvim: Driver) =>
  nvim.waitFor(() => nvim.lua<boolean>("return vim.fn.maparg(']p', 'n') ~= ''"), { what: "the marked lines" });

export const untilJudged = (nvim: Driver, progress: string) => nvim.waitForText(`${progress} judged`);

/** In the file's window of a review: which file, at which line. */
export const untilAt = (nvim: Driver, place: string) =>
  nvim.waitFor(async () => (await nvim.lua("return vim.fn.expand('%:t') .. ':' .. vim.fn.line('.')")) === place, {
    what: `the cursor at ${place}`,
  });

/** Neovim after a prompt in which pi has called these tools. In the next prompt it writes later.txt. */
export async function prompted(
  configuration: Configuration,
  parts: Part[],
  prepare: (nvim: Driver) => void | Promise<void>,
) {
  const more = [...calls(write("later.txt", "later\n")), says("Yes.")];
  const { nvim, model } = await launchWithModel(configuration, [...calls(...parts), says("Done."), ...more]);
  await prepare(nvim);
  await nvim.command("PiPrompt make it better");
  await nvim.waitUntilSettled();
  return { nvim, model };
}

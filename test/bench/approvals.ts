import { readFileSync } from "node:fs";
import path from "node:path";
import { runEditor } from "./editor";

/** Shows each question, and answers it as soon as it stands: what is left is all but the person's time. */
const ANSWER_AT_ONCE = `
  local dialogs = require("pi.dialog")
  local opened = dialogs.opened
  dialogs.opened = function(dialog)
    opened(dialog)
    vim.cmd.redraw()
    require("pi.host").send("dialog.answer", { dialog = dialog.dialog, verdict = "yes" }, function() end)
  end`;

/** From a call that is held inside pi to the user's word on it: milliseconds, median and 99th percentile. */
export async function measureApprovals(
  editor: string,
  setup: (env: Readonly<Record<string, string>>) => string,
  home: string,
): Promise<{ p50: number; p99: number }> {
  const stamps = path.join(home, "stamps");
  await runEditor({
    neovim: editor,
    setup: `vim.g.pi = { approve = { "write" } } ${setup({ SCENE: "approve", CALLS: "100", STAMPS: stamps })} ${ANSWER_AT_ONCE}`,
    start: 'vim.cmd("PiPrompt go")',
    until: "END-OF-STREAM",
    env: { HOME: home, XDG_STATE_HOME: home },
  });
  const delays = readFileSync(stamps, "utf8").trim().split("\n").map(Number);
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

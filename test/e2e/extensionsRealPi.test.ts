/** pi's own example extensions in the real pi: each does in Neovim what its comments promise for RPC. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { waitForDialog, waitUntilClosed } from "../support/dialogs";
import { matrix } from "../support/e2e";
import { type Answer, type Brain, says, textOf } from "../support/modelScript";
import { SCRIPTED_MODEL } from "../support/modelServer";
import { launchWithModel, type RealPi } from "../support/realPi";
import { Workspace } from "../support/workspace";

const calls = (tool: string, args: Record<string, unknown>): Answer => ({ parts: [{ tool, args }] });

/** A command that asks pi for another session, as an extension may. */
const NEW_SESSION = `export default (pi) => pi.registerCommand("fresh", {
  description: "another session",
  handler: async (_args, ctx) => { await ctx.newSession(); },
});
`;

/** The folder of examples in the package that the program is of. */
function examplesOf(program: string): string {
  const folder = join(dirname(program), "examples/extensions");
  return existsSync(folder) ? folder : examplesOf(dirname(program));
}

describe.each(matrix)("pi's example extensions on $name", (configuration) => {
  const folder = examplesOf(configuration.pi.command[1]);

  async function withExtensions(
    names: readonly string[],
    answers: readonly (Answer | Brain)[] = [],
    setup: Record<string, unknown> = {},
  ): Promise<RealPi> {
    const workspace = new Workspace();
    const files = names.map((name) =>
      name === "fresh" ? workspace.write("../fresh.ts", NEW_SESSION) : join(folder, name),
    );
    const args = ["--offline", "--model", SCRIPTED_MODEL, ...files.flatMap((file) => ["-e", file])];
    const pi = await launchWithModel(configuration, answers, {
      workspace,
      setup: { args, ...setup },
      width: 120,
      height: 34,
    });
    await pi.nvim.command("PiOpen");
    await pi.nvim.waitFor(async () => (await pi.nvim.status()).model !== undefined, { what: "pi" });
    return pi;
  }

  it("rpc-demo asks for a choice, a line and a text, fills the prompt, and shows widget, status and title", async () => {
    const { nvim } = await withExtensions(
      ["rpc-demo.ts"],
      [calls("bash", { command: "rm -rf ./rubbish" }), says("Hello.")],
      { extensions: { title: true } },
    );
    await nvim.waitForText("--- RPC Extension UI Demo ---");
    await nvim.waitForText("Turns: 0");
    await nvim.waitFor(async () => (await nvim.lua("return vim.o.titlestring")) === "pi RPC Demo");
    await nvim.command("PiPrompt /rpc-input");
    await waitForDialog(nvim, "type something...");
    await nvim.keys("forty two<CR>");
    await nvim.waitForText("You entered: forty two");
    await nvim.command("PiPrompt /rpc-editor");
    await waitForDialog(nvim, "Line 3");
    await nvim.keys("GoLine 4<Esc>ZZ");
    await nvim.waitForText("Editor submitted (4 lines)");
    await nvim.command("PiPrompt /rpc-prefill");
    await nvim.waitFor(async () => (await nvim.promptText()) === "This text was set by the rpc-demo extension.");
    await nvim.keys(":%d<CR>");
    await nvim.command("PiPrompt hello");
    await waitForDialog(nvim, "Dangerous command: rm -rf ./rubbish");
    await nvim.keys("jj<CR>");
    await nvim.waitForText("Command blocked by user");
    await nvim.waitUntilSettled();
    await nvim.waitForText("Turn 2 done");
  });

  it("permission-gate stops a dangerous command until it is allowed", async () => {
    const { nvim } = await withExtensions(
      ["permission-gate.ts"],
      [calls("bash", { command: "rm -rf ./rubbish" }), calls("bash", { command: "rm -rf ./rubbish" }), says("Done.")],
    );
    nvim.workspace.write("rubbish/file", "x");
    await nvim.command("PiPrompt clean up");
    await waitForDialog(nvim, "rm -rf ./rubbish");
    await nvim.waitForText("Allow?");
    await nvim.keys("2");
    await nvim.waitForChat("Blocked by user");
    await waitForDialog(nvim, "Allow?");
    await nvim.keys("1");
    await nvim.waitUntilSettled();
    expect(await nvim.chatText()).toContain("Done.");
    expect(execFileSync("ls", [nvim.workspace.project]).toString()).not.toContain("rubbish");
  });

  it("an aborted run takes its question back", async () => {
    const { nvim } = await withExtensions(["permission-gate.ts"], [calls("bash", { command: "sudo true" })]);
    await nvim.command("PiPrompt go");
    await waitForDialog(nvim, "sudo true");
    await nvim.command("PiAbort");
    await nvim.waitUntilSettled();
    await waitUntilClosed(nvim);
    await nvim.waitForStatus({ busy: false, dialogs: 0 });
  });

  it("timed-confirm counts down and goes by itself, or is answered in time", async () => {
    const { nvim } = await withExtensions(["timed-confirm.ts"]);
    await nvim.command("PiPrompt /timed");
    await waitForDialog(nvim, "This dialog will auto-cancel in 5 seconds.");
    await nvim.waitForText(/ [1-4] s /);
    await nvim.keys("y");
    await nvim.waitForText("Confirmed by user!");
    await nvim.command("PiPrompt /timed");
    await waitForDialog(nvim, "This dialog will auto-cancel in 5 seconds.");
    await nvim.waitFor(async () => (await nvim.messages()).includes("Cancelled or timed out"), { what: "a notice" });
    await waitUntilClosed(nvim);
    await nvim.command("PiPrompt /timed-select");
    await waitForDialog(nvim, "Pick an option");
    await nvim.keys("2");
    await nvim.waitForText("Selected: Option B");
  });

  it("widget-placement, status-line, session-name and titlebar-spinner show what they say", async () => {
    const { nvim } = await withExtensions(
      ["widget-placement.ts", "status-line.ts", "session-name.ts", "titlebar-spinner.ts"],
      [says("Hello.")],
      { extensions: { title: true } },
    );
    await nvim.waitForText("Above editor widget");
    await nvim.waitForText("Below editor widget");
    await nvim.waitForText(/· Ready/);
    const [above, prompt, below] = ["Above editor widget", "Ask pi", "Below editor widget"].map(
      (text) => nvim.screen.find(text)?.row ?? -1,
    );
    expect([prompt, below]).toEqual([(above as number) + 1, (above as number) + 2]);
    await nvim.command("PiPrompt /session-name fine name");
    await nvim.waitForText("Session named: fine name");
    await nvim.command("PiPrompt hello");
    await nvim.waitUntilSettled();
    await nvim.waitForText("✓ Turn 1");
    const { statuses } = await nvim.status();
    expect(statuses).toEqual([{ key: "status-demo", text: "✓ Turn 1 complete" }]);
    const title = () => nvim.lua<string>("return vim.o.titlestring");
    await nvim.waitFor(async () => (await title()) === "π - fine name - project", { what: "the title" });
  });

  it("plan-mode asks what next when its run has ended, and keeps its widget", async () => {
    const plan = "Plan:\n1. Read the pump\n2. Mend the pump\n";
    const { nvim } = await withExtensions(["plan-mode"], [says(plan), says("Refined.\n\nPlan:\n1. Look closer\n")]);
    await nvim.command("PiPrompt /plan");
    await nvim.waitForText("⏸ plan");
    await nvim.command("PiPrompt make a plan");
    await waitForDialog(nvim, "Plan mode - what next?");
    await nvim.keys("/refine<CR>");
    await waitForDialog(nvim, "Refine the plan:");
    await nvim.keys("ilook closer<Esc>ZZ");
    await waitForDialog(nvim, "Plan mode - what next?");
    await nvim.keys("/stay<CR>");
    await waitUntilClosed(nvim);
    await nvim.waitForChat("look closer");
  });

  it("confirm-destructive and dirty-repo-guard keep the session unless it is confirmed", async () => {
    const { nvim } = await withExtensions(["confirm-destructive.ts", "dirty-repo-guard.ts", "fresh"]);
    execFileSync("git", ["init", "-q"], { cwd: nvim.workspace.project });
    nvim.workspace.write("uncommitted.txt", "x");
    await nvim.command("PiPrompt /fresh");
    await waitForDialog(nvim, "Clear session?");
    await nvim.keys("n");
    await nvim.waitForText("Clear cancelled");
    await nvim.command("PiPrompt /fresh");
    await waitForDialog(nvim, "Clear session?");
    await nvim.keys("y");
    await waitForDialog(nvim, "1 uncommitted file(s)");
    await nvim.keys("2");
    await nvim.waitForText("Commit your changes first");
  });

  it("question, questionnaire and todo, which want a terminal of their own, say so; notify's escapes do no harm", async () => {
    const question = { question: "Which?", options: [{ label: "one" }] };
    const { nvim, model } = await withExtensions(
      ["question.ts", "questionnaire.ts", "todo.ts", "notify.ts"],
      [
        calls("question", question),
        calls("questionnaire", { questions: [{ id: "a", prompt: "Which?", options: [{ value: "1", label: "one" }] }] }),
        calls("todo", { action: "add", text: "mend the pump" }),
        says("Went on without an answer."),
      ],
    );
    await nvim.command("PiPrompt ask me");
    await nvim.waitUntilSettled();
    const results = model.lastRequest?.messages.filter(({ role }) => role === "tool").map(textOf);
    expect(
      results?.slice(0, 2).every((text) => /UI not available|cancelled/i.test(text)),
      `${results}`,
    ).toBe(true);
    expect(await nvim.chatText()).toContain("Went on without an answer.");
    nvim.expectError(/todos/);
    await nvim.command("PiPrompt /todos");
    await nvim.waitFor(async () => (await nvim.status()).busy === false);
    await nvim.command("PiPrompt /todos");
    if (configuration.pi.version.startsWith("1.")) await nvim.waitForText("/todos requires interactive mode");
    await nvim.waitForStatus({ running: true, dialogs: 0 });
  });
});

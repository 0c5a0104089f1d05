/** A block of which the buffer holds but a part: what it is, and the messages around it, is still known. */
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { sessionOf } from "../support/reading";
import { assistantMessage, text, userMessage } from "../support/records";

const LINES = 9000;

const numbered = (name: string) => Array.from({ length: LINES }, (_, i) => `${name} ${i}`).join("\n\n");
const shell = { role: "bashExecution", exitCode: 0, cancelled: false, truncated: false };
const output = Array.from({ length: LINES }, (_, i) => `output ${i}`).join("\n");

const messages = [
  userMessage("the first question"),
  assistantMessage([text(numbered("old"))]),
  userMessage("the second question"),
  assistantMessage([text(numbered("new"))]),
  { ...shell, command: "seq", output },
  assistantMessage([text("The end.")]),
];

const here = (nvim: Driver) => nvim.lua<string>("return vim.api.nvim_get_current_line()");

async function arrives(nvim: Driver, line: string): Promise<void> {
  await nvim.waitFor(async () => (await here(nvim)) === line, { what: `the cursor at "${line}"` });
  expect(nvim.screen.text()).toContain(line.trim());
}

describe.each(editors)("A block that is cut off, on $name", (editor) => {
  it("lets [[ and ]] get to the messages beyond what is loaded, with a count too", async () => {
    const { nvim } = await sessionOf(editor, messages, "The end.");
    await nvim.keys("G[[[[");
    await arrives(nvim, "new 0");
    await nvim.keys("2[[");
    await arrives(nvim, "old 0");
    await nvim.keys("]]");
    await arrives(nvim, "You");
    await nvim.keys("]]");
    await arrives(nvim, "new 0");
    await nvim.keys("9[[");
    await arrives(nvim, "You");
    expect(await nvim.lua("return vim.fn.getline(vim.fn.line('.') + 1)")).toBe("the first question");
    await nvim.keys("[[");
    await nvim.keys("9]]");
    await arrives(nvim, "The end.");
    await nvim.keys("<C-o>");
    expect(await here(nvim)).not.toBe("The end.");
  });

  it("has [[ with a count go to the farthest message where none is beyond what is loaded", async () => {
    const after = [userMessage("the only question"), assistantMessage([text("The end.")])];
    const setup = { blocks: { bash: "open" } };
    const { nvim } = await sessionOf(editor, [{ ...shell, command: "seq", output }, ...after], "The end.", { setup });
    await nvim.keys("G9[[");
    await arrives(nvim, "You");
  });

  it("is closed from its middle", async () => {
    const setup = { blocks: { bash: "open" } };
    const { nvim } = await sessionOf(editor, messages, "The end.", { setup });
    await nvim.lua("vim.fn.search('^ *output', 'b')");
    expect(await nvim.chatText()).not.toContain("seq");
    await nvim.keys("zc");
    await nvim.waitForText("▸ !seq");
    expect(await nvim.chatText()).not.toContain("output 8");
    await arrives(nvim, "!seq");
  });
});

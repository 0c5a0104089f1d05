/** What the user looks at, sent with each prompt when it has changed. */
import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { type Answer, says } from "../support/modelScript";
import { launchWithModel, userTexts } from "../support/realPi";

const block = (...lines: string[]) =>
  ['<context name="what the user looks at">', "```", ...lines, "```", "</context>"].join("\n");

describe.each(matrix)("Ambient context on $name", (configuration) => {
  it("goes with a prompt when it is new, and is a chip in the transcript", async () => {
    const answers: Answer[] = Array.from({ length: 8 }, () => says("Fine."));
    const { nvim, model } = await launchWithModel(configuration, answers, { setup: { ambient: true } });
    nvim.workspace.write("src/pump.js", "one\ntwo\nthree\n");
    await nvim.command("edit src/pump.js");
    let runs = 0;
    const send = async (text: string) => {
      await nvim.command(`PiPrompt ${text}`);
      await nvim.waitUntilSettled(++runs);
      return userTexts(model.lastRequest).at(-1);
    };
    const atStart = block("file: src/pump.js", "cursor: line 1, column 1");
    expect(await send("first")).toBe(`first\n\n${atStart}`);
    expect(await send("second")).toBe("second");
    await nvim.waitForText(/▸ what the user looks at/);
    await nvim.keys("jvj<Esc>");
    await nvim.waitFor(async () => (await nvim.lua("return vim.fn.line('.')")) === 3);
    const selected = block("file: src/pump.js", "cursor: line 3, column 1", "selection: lines 2-3", "two", "t");
    expect(await send("third")).toBe(`third\n\n${selected}`);
    await nvim.lua("require('pi').open()");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    expect(await send("from the chat")).toBe("from the chat");
    await nvim.command("PiNew");
    await nvim.waitFor(async () => (await nvim.events("PiSessionChanged")).length > 0);
    expect(await send("in a new session")).toBe(`in a new session\n\n${selected}`);
    await nvim.command("1wincmd w | enew");
    expect(await send("elsewhere")).toBe(`elsewhere\n\n${block("file: [No Name]", "cursor: line 1, column 1")}`);
  });
});

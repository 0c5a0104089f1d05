import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editors, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { replies } from "../support/peerAnswers";
import { launchWithModel } from "../support/realPi";
import { launchWithPeer } from "../support/withPeer";

const REPORT = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')";

describe.each(matrix)(":checkhealth pi, on $name", (configuration) => {
  it("finds nothing wrong in a good set-up and names versions and paths", async () => {
    const { nvim } = await launchWithModel(configuration, [says("hello")]);
    await nvim.command("checkhealth pi");
    await nvim.waitFor(async () => (await nvim.lua<string>(REPORT)).includes("pi.cjs"), { what: "the report" });
    const report = await nvim.lua<string>(REPORT);
    expect(report).not.toMatch(/ERROR/);
    expect(report).toContain(configuration.pi.version);
    expect(report).toMatch(/NVIM|Neovim.*0\.1[02]/);
    expect(report).toMatch(/node.*v?(2\d)\./i);
    expect(report).toMatch(/\.log/);
  });

  it.each([
    ["has connected", [], true, /OK pi in .*has loaded it, and is connected/],
    ["has not", ["env", "-u", "PI_NVIM_HOST"], false, /WARNING pi in .*has not connected/],
  ])("says of a running pi whether its extension %s", async (_what, before, linked, line) => {
    const setup = { cmd: [...before, ...configuration.pi.command] };
    const { nvim } = await launchWithModel(configuration, [says("hello")], { setup });
    await nvim.command("PiPrompt hi");
    await nvim.waitUntilSettled();
    expect((await nvim.status()).linked).toBe(linked);
    await nvim.command("checkhealth pi");
    await nvim.waitFor(async () => line.test(await nvim.lua<string>(REPORT)), { what: "the line about it" });
    await nvim.command("tabclose");
    await nvim.command("PiStop");
    await nvim.waitFor(async () => (await nvim.status()).linked === false);
  });
});

describe.each(editors)(":checkhealth pi, on $name", (editor) => {
  it("names each problem with its remedy", async () => {
    const { nvim } = await launchWithPeer(editor, {}, { setup: { cmd: ["no-such-pi"] } });
    await nvim.command("checkhealth pi");
    await nvim.waitFor(async () => /ERROR/.test(await nvim.lua<string>(REPORT)), { what: "an error in the report" });
    const report = await nvim.lua<string>(REPORT);
    expect(report).toMatch(/ERROR.*no-such-pi/);
    expect(report).toMatch(/ADVICE|install/i);
    const { project } = nvim.workspace;
    nvim.workspace.write(".agents/skills/x/SKILL.md", "");
    nvim.workspace.write(join(nvim.workspace.home, ".pi/agent/trust.json"), JSON.stringify({ [project]: false }));
    const facts = "local facts = require('pi.health.facts') return { facts.gated(...), (facts.trust(...)) }";
    expect(await nvim.lua(facts, project)).toEqual([[".agents/skills"], false]);
  });

  it.each([
    [{ extension: false }, "`extension = false`"],
    [{ remote: { root: "/work" } }, "pi runs elsewhere (`remote.root`)"],
  ])("says why pi loads no extension of ours with %j", async (setup, why) => {
    const { nvim } = await launchWithPeer(editor, {}, { setup: { cmd: ["no-such-pi"], ...setup } });
    await nvim.command("checkhealth pi");
    await nvim.waitFor(async () => (await nvim.lua<string>(REPORT)).includes(`not loaded: ${why}`));
  });
});

describe.each(editors)("The log, on $name", (editor) => {
  it("opens with :PiLog and holds no prompt, no reply and no environment", async () => {
    const setup = { env: { API_KEY: "sk-secret-key" } };
    const { nvim } = await launchWithPeer(editor, replies("reply-words"), { setup });
    await nvim.command("PiPrompt prompt-words");
    await nvim.waitUntilSettled();
    await nvim.command("PiLog");
    const path = await nvim.waitFor(() => nvim.lua<string>("return vim.fn.expand('%:p')"));
    expect(path).toContain(nvim.workspace.home);
    await nvim.waitFor(() => existsSync(path));
    const log = readFileSync(path, "utf8");
    for (const secret of ["prompt-words", "reply-words", "sk-secret-key"]) expect(log).not.toContain(secret);
    const windows = "return { vim.api.nvim_win_get_width(0) == vim.o.columns, #vim.api.nvim_list_wins() }";
    await nvim.command("PiLog");
    expect(await nvim.lua(windows), "as wide as the screen, once").toEqual([true, 4]);
    await nvim.command("quit | PiClose | PiOpen float");
    await nvim.waitFor(() => nvim.windowOf("pi-prompt"), { what: "the chat" });
    await nvim.command("PiLog");
    expect(await nvim.lua(windows), "under no float").toEqual([true, 2]);
  });

  it("tells what was sent when its level is debug", async () => {
    const { nvim } = await launchWithPeer(editor, replies("reply-words"), { setup: { log_level: "warn" } });
    await nvim.command("PiPrompt words-unseen");
    await nvim.waitUntilSettled();
    expect(await nvim.lua(`return vim.fn.getcompletion("PiLog ", "cmdline")[1]`)).toBe("debug");
    await nvim.command("PiLog debug");
    const path = await nvim.lua<string>("return vim.fn.expand('%:p')");
    await nvim.command("PiPrompt prompt-words");
    await nvim.waitUntilSettled(2);
    await nvim.waitFor(() => readFileSync(path, "utf8").includes("prompt-words"));
    expect(readFileSync(path, "utf8")).not.toContain("words-unseen");
    nvim.expectError(/there is no log level/);
    await nvim.command("PiLog loud");
    await nvim.waitForText('there is no log level "loud": use debug, info');
  });
});

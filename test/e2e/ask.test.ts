import { describe, expect, it } from "vitest";
import { editors, hostOf, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { success } from "../support/peerAnswers";
import { launchWithModel, type RealPi, userTexts } from "../support/realPi";
import { run } from "../support/records";
import { launchWithPeer } from "../support/withPeer";

interface Outcome {
  readonly err?: string;
  readonly reply?: string;
  readonly calls: number;
}

const ASK = `local text, opts = ...
  _G.outcome = { calls = 0 }
  require("pi").ask(text, opts, function(err, reply)
    _G.outcome = { err = err, reply = reply, calls = _G.outcome.calls + 1 }
  end)`;

async function ask({ nvim }: Pick<RealPi, "nvim">, text: string, opts: object = {}): Promise<Outcome> {
  await nvim.lua(ASK, text, opts);
  return nvim.waitFor(async () => {
    const outcome = await nvim.lua<Outcome>("return _G.outcome");
    return outcome.calls > 0 ? outcome : undefined;
  });
}

describe.each(matrix)("A prompt from Lua on $name", (configuration) => {
  it("calls back with the reply, mentions and context resolved, and opens no window", async () => {
    const all = await launchWithModel(configuration, [says("It **ends**."), says("Yes.")]);
    const { nvim, model } = all;
    nvim.workspace.write("pump.js", "one\ntwo");
    await nvim.command("edit pump.js");
    expect(await ask(all, "does it end? @pump.js:1", { range: [2, 2] })).toEqual({ reply: "It **ends**.", calls: 1 });
    expect(userTexts(model.lastRequest)).toEqual([
      'does it end? @pump.js:1\n\n<file name="pump.js" lines="2">\n```javascript\ntwo\n```\n</file>\n\n<file name="pump.js" lines="1">\n```js\none\n```\n</file>',
    ]);
    expect(await nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
    expect(await ask(all, "sure?")).toEqual({ reply: "Yes.", calls: 1 });
  });

  it("may be one of several at once: each is sent, none is lost, and each has its own reply", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("One."), says("Two."), says("Three.")]);
    await nvim.lua(`_G.replies = {}
      for _, text in ipairs({ "first", "second", "third", "  " }) do
        require("pi").ask(text, nil, function(err, reply) _G.replies[text] = err or reply end)
      end`);
    const count = () => nvim.lua<number>("return vim.tbl_count(_G.replies)");
    await nvim.waitFor(async () => (await count()) === 4, { what: "four answers" });
    expect(await nvim.lua("return _G.replies")).toEqual({
      first: "One.",
      second: "Two.",
      third: "Three.",
      "  ": "the prompt is empty: there is nothing to send",
    });
    expect(userTexts(model.lastRequest)).toEqual(["first", "second", "third"]);
  });

  it("calls back with the reason when there is no reply", async () => {
    const all = await launchWithModel(configuration, [{ status: 401, message: "bad key" }]);
    expect((await ask(all, "hello")).err).toMatch(/the run failed/);
    all.nvim.expectError(/bad key|401/);
  });

  it("calls back when the host dies", async () => {
    const parts = [{ text: "never ends" }, { hold: new Promise<void>(() => {}) }];
    const all = await launchWithModel(configuration, [{ parts }]);
    const { nvim } = all;
    nvim.expectError(/host (has )?ended|pi ended|killed/i);
    await nvim.lua(ASK, "hello", {});
    await nvim.waitFor(async () => (await nvim.status()).busy === true && all.model.requests.length === 1);
    const host = hostOf(nvim);
    process.kill(host!.pid, "SIGKILL");
    const outcome = await nvim.waitFor(async () => {
      const now = await nvim.lua<Outcome>("return _G.outcome");
      return now.calls > 0 ? now : undefined;
    });
    expect(outcome).toEqual({ err: "the host has ended", calls: 1 });
  });

  it("calls back at once for a command that starts no run", async () => {
    const all = await launchWithModel(configuration, [says("unused")]);
    all.nvim.workspace.write(
      `${all.nvim.workspace.home}/.pi/agent/extensions/ping.ts`,
      "export default (pi: any) => { pi.registerCommand('ping', { description: 'Ping', handler: async () => {} }); };",
    );
    expect(await ask(all, "/ping")).toEqual({ calls: 1 });
    expect(all.model.requests).toHaveLength(0);
  });
});

describe.each(editors)("A prompt from Lua on $name", (editor) => {
  it("gets its reply also where pi says that it takes it after all is over", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    peer.answers.prompt = (command) => [...run("Quick.", { prompt: command.message as string }), success(command)];
    expect(await ask({ nvim }, "quick?")).toEqual({ reply: "Quick.", calls: 1 });
  });
});

import { describe, expect, it } from "vitest";
import type { BashBlock } from "../../../src/agent/blocks";
import { Conversation } from "../../../src/agent/conversation";
import { Shell } from "../../../src/agent/shell";
import type { PiClient } from "../../../src/pi/client";

describe("A shell command that talks without end", () => {
  it("keeps the end of what it said", async () => {
    const conversation = new Conversation({ touched: () => {}, reset: () => {} });
    const client = { bash: () => new Promise(() => {}) } as unknown as PiClient;
    const hooks = { connect: async () => client, running: () => client, refused: () => {} };
    const shell = new Shell(conversation, hooks);
    void shell.run("yes", false);
    await new Promise(setImmediate);
    const block = conversation.blocks[0] as BashBlock;
    for (let line = 0; line < 500_000; line += 1000) {
      const delta = Array.from({ length: 1000 }, (_, index) => `line ${line + index}\n`).join("");
      shell.update({ type: "bash_execution_update", id: "bash-1", delta });
      expect(block.output.lines.length).toBeLessThan(250_000);
    }
    expect(block.output.toString().length).toBeLessThan(2_100_000);
    expect(block.output.lines.slice(-2)).toEqual(["line 499999", ""]);
    expect(block.output.lines[0]).toMatch(/^line \d+$/);
  });
});

describe("Shell commands that are stopped", () => {
  it("never begin when pi has not been told of them, as before its age is known", async () => {
    const conversation = new Conversation({ touched: () => {}, reset: () => {} });
    const begun: string[] = [];
    const told: string[] = [];
    let tellAge = () => {};
    let endFirst = () => {};
    const client = {
      capabilities: { thinkingLevels: undefined as boolean | undefined },
      thinkingLevels: () =>
        new Promise<void>((resolve) => {
          tellAge = () => {
            client.capabilities.thinkingLevels = false;
            resolve();
          };
        }),
      bash: (command: string) => {
        begun.push(command);
        return new Promise((resolve) => {
          endFirst = () => resolve({ output: "", exitCode: undefined, cancelled: true, truncated: false });
        });
      },
      request: async ({ type }: { type: string }) => void told.push(type),
    };
    const pi = client as unknown as PiClient;
    const shell = new Shell(conversation, { connect: async () => pi, running: () => pi, refused: () => {} });
    void shell.run("one", false);
    await new Promise(setImmediate);
    const second = shell.run("two", false);
    await new Promise(setImmediate);
    expect(await shell.abort()).toBe(true);
    tellAge();
    endFirst();
    await second;
    expect([begun, told]).toEqual([["one"], ["abort_bash"]]);
    expect(conversation.blocks.map((block) => (block as BashBlock).cancelled)).toEqual([true, true]);
    expect(await shell.abort()).toBe(false);
  });
});

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

import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/agent/blocks";
import { StreamText } from "../../../src/agent/streamText";
import { outlineOf } from "../../../src/view/outline";
import { bashBlock, thinkingBlock, toolBlock, userBlock } from "./blocks/make";

const said = (text: string, id = 1): Block => ({
  kind: "text",
  id,
  version: 1,
  streaming: false,
  text: new StreamText(text),
});

const lines = (...blocks: Block[]) =>
  outlineOf(blocks, 100).map(({ line, depth, text }) => `${line} ${">".repeat(depth)}${text}`);

describe("the outline", () => {
  it("has a line for each message, tool call and command, and none for thoughts", () => {
    const tool = toolBlock({ name: "read", args: { path: "src/a.ts", offset: 3 } });
    const blocks = [userBlock({ text: "\nwhy?\nmore" }), thinkingBlock(), tool, bashBlock({ command: "ls" })];
    expect(lines(...blocks)).toEqual(["0 You: why?", "0 >read  src/a.ts:3", "0 >!ls"]);
  });

  it("has the headings of a text by level, and its first line", () => {
    expect(lines(said("\n\nSo:\n\n# One #\n## Two\n\n####### seven\n#none"))).toEqual([
      "0 >So:",
      "2 >>One",
      "3 >>>Two",
    ]);
    expect(lines(said("# Only\n\ntext"))).toEqual(["0 >>Only"]);
  });

  it("takes nothing inside a fence for a heading, whatever the fence is of", () => {
    expect(lines(said("a\n```sh\n# no\n~~~\n```\n# yes\n~~~~\n# no\n~~~\n```\n~~~~\n# and"))).toEqual([
      "0 >a",
      "5 >>yes",
      "11 >>and",
    ]);
  });

  it("keeps the newest when there are too many, and cuts long ones", () => {
    const blocks = Array.from({ length: 10 }, (_, id) => userBlock({ id: id + 1, text: `${id} ${"x".repeat(500)}` }));
    const items = outlineOf(blocks, 3);
    expect(items.map(({ block }) => block)).toEqual([8, 9, 10]);
    expect(items[0]?.text.length).toBeLessThanOrEqual(120);
  });

  it("is one line of harmless text for each item", () => {
    expect(lines(userBlock({ text: "a\u001b[31mb" }))).toEqual(["0 You: a␛[31mb"]);
  });
});

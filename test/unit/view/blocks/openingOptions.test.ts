import { describe, expect, it } from "vitest";
import { StreamText } from "../../../../src/agent/streamText";
import { createBlockView } from "../../../../src/view/blocks/createBlockView";
import { defaultOpenOf, startsOpen } from "../../../../src/view/blocks/openingOptions";
import { draw } from "./draw";
import { bashBlock, thinkingBlock, toolBlock, userBlock } from "./make";

const tool = toolBlock({ output: new StreamText("1\n2\n3"), args: { command: "x" } });

describe("how blocks start", () => {
  it.each([
    [undefined, 1],
    ["open", 4],
    ["closed", 1],
    [2, 3],
  ] as const)("a tool call with the option %s takes %i lines", (option, count) => {
    const defaultOpen = defaultOpenOf(option === undefined ? {} : { tool: option });
    expect(draw(createBlockView(tool, { defaultOpen }).lines({ open: undefined, now: 0 }))).toHaveLength(count);
  });

  it("leaves what the user opened or closed alone", () => {
    const view = createBlockView(tool, { defaultOpen: defaultOpenOf({ tool: "open" }) });
    expect(view.lines({ open: false, now: 0 })).toHaveLength(1);
  });

  it("knows what is whole without anybody's doing", () => {
    expect(startsOpen({ kind: "text", id: 1, version: 1, text: new StreamText(), streaming: false }, {})).toBe(true);
    expect(startsOpen(userBlock(), {})).toBe(false);
    expect(startsOpen(tool, {})).toBe(false);
    expect(startsOpen(bashBlock(), {})).toBe(false);
    expect(startsOpen(thinkingBlock(), defaultOpenOf({ thinking: "open" }))).toBe(true);
    expect(startsOpen(tool, defaultOpenOf({ tool: 5 }))).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { createBlockView } from "../../../../src/view/blocks/createBlockView";
import { draw } from "./draw";
import { toolBlock } from "./make";

const NOW = 1_000_000;

describe("tool arguments that still arrive", () => {
  const draft = (name: string, argsText: string) =>
    draw(
      createBlockView(toolBlock({ name, state: "drafting", args: undefined, argsText })).lines({
        open: undefined,
        now: NOW,
      }),
    );

  it("shows the command and the path as far as they are known", () => {
    expect(draft("bash", '{"command":"npm te')).toEqual(["▸ bash  npm te  ⟶ …"]);
    expect(draft("read", '{"path":"src/')).toEqual(["▸ read  src/  ⟶ …"]);
    expect(draft("bash", "")).toEqual(["▸ bash  ⟶ …"]);
  });

  it("shows the end of the text that is being written", () => {
    expect(draft("write", '{"path":"a.ts","content":"1\\n2\\n3\\n4\\n5')).toEqual([
      "▸ write  a.ts  +5  ⟶ …",
      "  3",
      "  4",
      "  5",
    ]);
    expect(draft("edit", '{"path":"a.ts","edits":[{"oldText":"a","newText":"b\\nc')).toEqual([
      "▸ edit  a.ts  +2 −1  ⟶ …",
      "  -a  {PiDiffDeleteLine}",
      "  +b  {PiDiffAddLine}",
      "  +c  {PiDiffAddLine}",
    ]);
  });

  it("reads the text once, whatever comes in between", () => {
    const block = toolBlock({ name: "write", state: "drafting", args: undefined });
    const view = createBlockView(block);
    const whole = JSON.stringify({
      path: "a.ts",
      content: Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join("\n"),
    });
    for (let end = 0; end <= whole.length; end += 7) {
      block.argsText = whole.slice(0, end);
      block.version++;
      view.lines({ open: undefined, now: NOW });
    }
    block.argsText = whole;
    block.version++;
    expect(draw(view.lines({ open: undefined, now: NOW }))).toEqual([
      "▸ write  a.ts  +20  ⟶ …",
      "  line 18",
      "  line 19",
      "  line 20",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { ToolBlock } from "../../../../src/agent/blocks";
import { StreamText } from "../../../../src/agent/streamText";
import { createBlockView } from "../../../../src/view/blocks/createBlockView";
import type { Line } from "../../../../src/view/types";
import { cpuTime, leastOfThree } from "../../../support/cpuTime";
import { marked } from "../markdown/shown";
import { draw } from "./draw";
import { toolBlock } from "./make";

const NOW = 1_000_000;
const lines = (block: ToolBlock, open?: boolean): readonly Line[] => createBlockView(block).lines({ open, now: NOW });
const picture = (parts: Partial<ToolBlock>, open?: boolean) => draw(lines(toolBlock(parts), open));
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join("\n");

describe("tool headers", () => {
  it.each<[string, Partial<ToolBlock>, string]>([
    ["bash", { args: { command: "npm test" } }, "▸ bash  npm test  ⟶ ✓"],
    ["bash", { args: { command: "\ncd x\nmake\n", timeout: 5 } }, "▸ bash  cd x …  (timeout 5 s)  ⟶ ✓"],
    ["read", { args: { path: "src/a.ts" } }, "▸ read  src/a.ts  ⟶ ✓"],
    ["read", { args: { path: "src/a.ts", offset: 10, limit: 15 } }, "▸ read  src/a.ts:10-24  ⟶ ✓"],
    ["read", { args: { file_path: "src/a.ts", limit: 15 } }, "▸ read  src/a.ts:1-15  ⟶ ✓"],
    ["write", { args: { path: "a.ts", content: "1\n2\n" } }, "▸ write  a.ts  +2  ⟶ ✓"],
    ["grep", { args: { pattern: "a|b", path: "src", glob: "*.ts" } }, "▸ grep  a|b  in src  (*.ts)  ⟶ ✓"],
    ["find", { args: { pattern: "*.lua" } }, "▸ find  *.lua  ⟶ ✓"],
    ["ls", { args: {} }, "▸ ls  ⟶ ✓"],
    ["search", { args: { query: "x", limit: 3 } }, '▸ search  query: "x", limit: 3  ⟶ ✓'],
    ["", { args: {} }, "▸ tool  ⟶ ✓"],
    ["bash", { args: { command: 7 } }, "▸ bash  ⟶ ✓"],
    ["read", { args: { path: "a\nb\0" } }, "▸ read  a␊b␀  ⟶ ✓"],
  ])("%s %#", (name, parts, header) => expect(picture({ name, ...parts })[0]).toBe(header));

  it("counts an edit by its diff, or by its texts before there is one", () => {
    const args = { path: "a.ts", edits: [{ oldText: "x\n", newText: "y\nz" }] };
    expect(picture({ name: "edit", args, state: "running" })[0]).toBe("▸ edit  a.ts  +2 −1  ⟶ running");
    const details = { diff: " 1 a\n-2 b\n+2 c\n+3 d\n+4 e" };
    expect(picture({ name: "edit", args, details })[0]).toBe("▸ edit  a.ts  +3 −1  ⟶ ✓");
    const old = { path: "a.ts", oldText: "x", newText: "" };
    expect(picture({ name: "edit", args: old })[0]).toBe("▸ edit  a.ts  +0 −1  ⟶ ✓");
  });

  it("highlights name and arguments apart", () => {
    const [header] = lines(toolBlock({ args: { command: "ls ü" } }));
    expect(marked(header)).toEqual([
      ["PiTool", "bash"],
      ["PiToolArgs", "ls ü"],
    ]);
    expect(header?.decor?.sign).toEqual(["▸", "PiTool"]);
  });

  it("cuts what is too long for a line, which opening shows in full", () => {
    expect(picture({ name: "x", args: { text: "y".repeat(100_000) } })[0]?.length).toBeLessThan(150);
    const command = `echo ${"word ".repeat(40)}end`;
    expect(picture({ args: { command } })[0]).toMatch(/^▸ bash {2}echo word .{90,110}… {2}⟶ ✓$/);
    expect(picture({ args: { command } }, true).slice(1)).toEqual([`  ${command}`]);
    const path = `${"folder/".repeat(30)}a.ts`;
    expect(picture({ name: "read", args: { path } })[0]).toBe(`▸ read  ${path}  ⟶ ✓`);
  });

  it.each<[Partial<ToolBlock>, string]>([
    [{ state: "drafting", args: undefined }, "…"],
    [{ state: "waiting" }, "waiting"],
    [{ state: "running", startedAt: NOW - 500 }, "running"],
    [{ state: "running", startedAt: NOW - 3900 }, "running 3 s"],
    [{ state: "done", durationMs: 1230, output: new StreamText(`${numbered(214)}\n`) }, "✓ 1.2 s · 214 lines"],
    [{ state: "done", output: new StreamText("one") }, "✓ 1 line"],
    [{ state: "failed", durationMs: 300 }, "✗ 300 ms"],
    [{ state: "done", durationMs: 6 }, "✓ 6 ms"],
    [{ state: "done", durationMs: 6, name: "edit" }, "✓"],
    [{ state: "failed", durationMs: 0, name: "mystery" }, "✗"],
    [{ state: "done", durationMs: 340, name: "edit" }, "✓ 340 ms"],
    [{ state: "failed", output: new StreamText("x\n\nCommand exited with code 2") }, "✗ exit 2"],
    [{ state: "aborted", durationMs: 2000 }, "stopped · 2 s"],
  ])("says how it goes: %#", (parts, text) => {
    const [header] = lines(toolBlock(parts));
    expect(header?.decor?.right?.map(([part]) => part).join("")).toBe(text);
  });

  it("sets a call that another tool made off from it", () => {
    expect(picture({ args: { command: "ls" }, parentCallId: "p" })[0]).toBe("▸   bash  ls  ⟶ ✓");
  });
});

describe("tool output", () => {
  const output = () => new StreamText(numbered(20));

  it("shows its end while it runs, nothing when done, more when it failed", () => {
    const running = picture({ state: "running", output: output() });
    expect(running.slice(1)).toEqual(["  line 18", "  line 19", "  line 20"]);
    expect(picture({ state: "done", output: output() })).toHaveLength(1);
    expect(picture({ state: "failed", output: output() }).slice(1)).toHaveLength(10);
  });

  it("leaves out of the end of a failed command what its header says", () => {
    const failed = (text: string, open?: boolean) =>
      picture({ state: "failed", output: new StreamText(text) }, open).slice(1);
    expect(failed("a\nb\n\n\nCommand exited with code 3")).toEqual(["  a", "  b"]);
    expect(failed("a\n\nCommand exited with code 3", true)).toEqual(["  a", "", "  Command exited with code 3"]);
    expect(failed("a\nwhatever it says")).toEqual(["  a", "  whatever it says"]);
  });

  it("follows the user's choice", () => {
    expect(picture({ state: "running", output: output() }, false)).toHaveLength(1);
    const open = picture({ state: "done", args: { command: "a\nb" }, output: output() }, true);
    expect(open[0]).toBe("▾ bash  a …  ⟶ ✓ 20 lines");
    expect(open.slice(1, 4)).toEqual(["  a", "  b", "  line 1"]);
    expect(open).toHaveLength(23);
  });

  it("follows an option for the kind", () => {
    const defaultOpen = { tool: { active: "closed", done: { tail: 1 }, failed: "open" } } as const;
    const view = createBlockView(toolBlock({ output: output() }), { defaultOpen });
    expect(draw(view.lines({ open: undefined, now: NOW })).slice(1)).toEqual(["  line 20"]);
  });

  it("shows the diff of an edit, and its sentence only when it failed", () => {
    const diff = "  3 a\n-12 b\n+12 c\n    ...\n@@ 20";
    const args = { path: "a.ts" };
    const parts = { name: "edit", args, details: { diff }, output: new StreamText("Successfully replaced") };
    expect(picture(parts, true).slice(1)).toEqual([
      "    3 a",
      "  -12 b  {PiDiffDeleteLine}",
      "  +12 c  {PiDiffAddLine}",
      "      ...  {PiDiffHunk}",
      "  @@ 20  {PiDiffHunk}",
    ]);
    const failed = { ...parts, details: undefined, state: "failed", output: new StreamText("No match") } as const;
    expect(picture(failed)).toEqual(["▸ edit  a.ts  ⟶ ✗", "  No match"]);
  });

  it("shows what the user made of an edit, which the model reads behind its sentence", () => {
    const output = new StreamText("Successfully replaced\n\nThe user changed this call");
    const parts = { name: "edit", args: { path: "a.ts" }, details: { diff: "+1 b" }, output };
    const lines = ["  +1 b  {PiDiffAddLine}", "  Successfully replaced", "", "  The user changed this call"];
    expect(picture(parts, true).slice(1)).toEqual(lines);
  });

  it("shows what was written when a write is opened", () => {
    const parts = { name: "write", args: { path: "a", content: "x\ny\n" }, output: new StreamText("Wrote 4 bytes") };
    expect(picture(parts, true)).toEqual(["▾ write  a  +2  ⟶ ✓", "  x", "  y"]);
  });

  it("shows the arguments of an unknown tool in full when opened and the header cannot hold them", () => {
    const args = { text: "word ".repeat(30), a: [1] };
    const drawn = picture({ name: "mcp", args, output: new StreamText("ok") }, true);
    expect(drawn.slice(1)).toEqual([
      "  {",
      `    "text": "${args.text}",`,
      '    "a": [',
      "      1",
      "    ]",
      "  }",
      "  ok",
    ]);
    expect(picture({ name: "mcp", args: { a: [1] }, output: new StreamText("ok") }, true).slice(1)).toEqual(["  ok"]);
  });

  it("shows images by type and size", () => {
    const images = [{ mimeType: "image/png", bytes: 12_288, data: "" }];
    expect(picture({ images }, true).slice(1)).toEqual(["  [image/png 12 KB]"]);
  });

  it("carries colours from line to line, and fences mean nothing", () => {
    const block = toolBlock({ output: new StreamText("\x1b[31mred\nstill\x1b[0m\n```\n`````\n# no") });
    const open = lines(block, true);
    expect(draw(open).slice(1)).toEqual(["  red", "  still", "  ```", "  `````", "  # no"]);
    expect(marked(open[2])).toEqual([
      ["PiToolOutput", "still"],
      ["PiAnsiRed", "still"],
    ]);
    expect(marked(open[5])).toEqual([["PiToolOutput", "# no"]]);
  });

  it("is right about untrusted details", () => {
    for (const details of [null, 7, "x", [], { diff: 3 }, { diff: "" }, Object.create(null)]) {
      expect(picture({ name: "edit", args: { edits: "no" }, details }, true)).toHaveLength(1);
    }
  });

  it("costs as little at the end of a long output as of a short one", () => {
    const timeOf = (size: number): number => {
      const block = toolBlock({ state: "running" });
      const view = createBlockView(block);
      let spent = 0;
      for (let i = 0; i < 300; i++) {
        block.output.set(`${"a line of output\n".repeat(size)}${i}`);
        block.version++;
        const started = cpuTime();
        expect(view.lines({ open: undefined, now: NOW })).toHaveLength(4);
        spent += cpuTime() - started;
      }
      return spent;
    };
    timeOf(10);
    expect(leastOfThree(() => timeOf(12_000))).toBeLessThan(timeOf(10) * 5 + 20);
  });
});

describe("tool view", () => {
  it("keeps lines that did not change, also when they scroll", () => {
    const block = toolBlock({ state: "running", output: new StreamText("1\n2\n3"), startedAt: NOW });
    const view = createBlockView(block);
    const before = view.lines({ open: undefined, now: NOW });
    expect(view.lines({ open: undefined, now: NOW + 900 })).toBe(before);
    block.output.set("1\n2\n3\n4");
    block.version++;
    const after = view.lines({ open: undefined, now: NOW });
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[2]);
    expect(after[2]).toBe(before[3]);
  });

  it("keeps the lines of an open output that were printed again", () => {
    const block = toolBlock({ state: "running", output: new StreamText("1\n2\n3") });
    const view = createBlockView(block);
    const before = [...view.lines({ open: true, now: NOW })];
    block.output.set("x\n2\n3\n4");
    block.version++;
    const after = view.lines({ open: true, now: NOW });
    expect(after[1]).not.toBe(before[1]);
    expect(after[2]).toBe(before[2]);
    expect(draw(after).slice(1)).toEqual(["  x", "  2", "  3", "  4"]);
  });

  it("keeps the lines of an open output that lost its beginning", () => {
    const block = toolBlock({ state: "running", output: new StreamText("\x1b[31m1\n2\x1b[0m\n3\n4") });
    const view = createBlockView(block);
    const before = [...view.lines({ open: true, now: NOW })];
    block.output.set("3\n4\n5");
    block.version++;
    const after = view.lines({ open: true, now: NOW });
    expect(after.slice(1, 3).every((line, i) => line === before[i + 3])).toBe(true);
    expect(draw(after).slice(1)).toEqual(["  3", "  4", "  5"]);
    block.output.set("\x1b[31m1\n2\n3");
    block.version++;
    view.lines({ open: true, now: NOW });
    block.output.set("2\n3");
    block.version++;
    expect(view.lines({ open: true, now: NOW }).slice(1).map(marked)).toEqual(lines(block, true).slice(1).map(marked));
  });

  it("starts over when the arguments do", () => {
    const block = toolBlock({ name: "read", state: "drafting", args: undefined, argsText: '{"path":"long.ts"}' });
    const view = createBlockView(block);
    view.lines({ open: undefined, now: NOW });
    block.argsText = '{"path":"b';
    block.version++;
    expect(draw(view.lines({ open: undefined, now: NOW }))).toEqual(["▸ read  b  ⟶ …"]);
  });

  it("moves its clock on by seconds", () => {
    const block = toolBlock({ state: "running", startedAt: NOW });
    const view = createBlockView(block);
    expect(draw(view.lines({ open: undefined, now: NOW + 1500 }))).toEqual(["▸ bash  ⟶ running 1 s"]);
    expect(draw(view.lines({ open: undefined, now: NOW + 2500 }))).toEqual(["▸ bash  ⟶ running 2 s"]);
  });

  it("ends with what it would show had it been opened only then", () => {
    const block = toolBlock({ state: "running" });
    const view = createBlockView(block);
    for (const text of ["\x1b[3", "\x1b[31mred\nmo", "\x1b[31mred\nmore\x1b[", "\x1b[31mred\nmore\x1b[0m\nend\n"]) {
      block.output.set(text);
      block.version++;
      const shown = view.lines({ open: true, now: NOW });
      expect(draw(shown)).toEqual(draw(lines(block, true)));
      expect(shown.map(marked)).toEqual(lines(block, true).map(marked));
    }
  });
});

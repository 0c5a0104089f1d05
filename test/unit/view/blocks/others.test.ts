import { describe, expect, it } from "vitest";
import type { Block, NoticeBlock, RunEndBlock, SummaryBlock } from "../../../../src/agent/blocks";
import { StreamText } from "../../../../src/agent/streamText";
import { createBlockView } from "../../../../src/view/blocks/createBlockView";
import { itemAt } from "../../../../src/view/blocks/user";
import type { Line } from "../../../../src/view/types";
import { marked } from "../markdown/shown";
import { draw } from "./draw";
import { bashBlock, thinkingBlock, userBlock } from "./make";

const NOW = 1_000_000;
const lines = (block: Block, open?: boolean): readonly Line[] => createBlockView(block).lines({ open, now: NOW });
const picture = (block: Block, open?: boolean) => draw(lines(block, open));

describe("user", () => {
  it("shows the message with a bar, its context and images as one line each", () => {
    const text = [
      "why does this *loop* never end?",
      "",
      "really",
      "",
      '<file name="src/pump.ts" lines="10-24">',
      "```ts",
      "while (n >= 0) {",
      "```",
      "</file>",
    ].join("\n");
    const images = [{ mimeType: "image/png", bytes: 12_288, data: "" }];
    const block = userBlock({ text, images, at: new Date(2026, 1, 2, 14, 2).getTime() });
    expect(picture(block)).toEqual([
      "┃ You  ⟶ 14:02",
      "┃ why does this *loop* never end?",
      "┃",
      "┃ really",
      "┃ ▸ src/pump.ts:10-24",
      "┃ [image/png 12 KB]",
    ]);
    const opened = createBlockView(block).lines({ open: true, now: NOW });
    expect(draw(opened).slice(4)).toEqual(["┃ ▾ src/pump.ts:10-24", "┃ while (n >= 0) {", "┃ [image/png 12 KB]"]);
    const [header, message, , , chip, image] = lines(block);
    expect([header, message, chip, image].map(marked)).toEqual([
      [["PiUser", "You"]],
      [],
      [["PiChip", "▸ src/pump.ts:10-24"]],
      [["PiImage", "[image/png 12 KB]"]],
    ]);
    expect(header?.decor).toEqual({ sign: ["┃", "PiUserBar"], right: [["14:02", "PiTime"]] });
  });

  it("opens one of its context items, found by any of its lines", () => {
    const item = (name: string) => [`<file name="${name}">`, "```", `in ${name}`, "```", "</file>"].join("\n");
    const block = userBlock({ text: `look\n\n${item("a")}\n\n${item("b")}`, openItems: new Map([[0, true]]) });
    const picture = draw(createBlockView(block).lines({ open: undefined, now: NOW }));
    expect(picture).toEqual(["┃ You", "┃ look", "┃ ▾ a", "┃ in a", "┃ ▸ b"]);
    const items = picture.map((_, line) => itemAt(block, line, false));
    const [a, b] = [
      { index: 0, isOpen: true },
      { index: 1, isOpen: false },
    ];
    expect(items).toEqual([undefined, undefined, a, a, b]);
    expect(itemAt(block, picture.length, false)).toBeUndefined();
  });

  it("says when the message is on its way or waits", () => {
    const block = userBlock({ text: "a", state: "sending" });
    const view = createBlockView(block);
    const first = view.lines({ open: undefined, now: NOW });
    expect(draw(first)).toEqual(["┃ You  sending…", "┃ a"]);
    block.state = "queued";
    block.version++;
    const second = view.lines({ open: undefined, now: NOW });
    expect(draw(second)).toEqual(["┃ You  queued", "┃ a"]);
    expect(second[1]).toBe(first[1]);
  });

  it("shows a message of context alone, CRLF and controls", () => {
    expect(picture(userBlock({ text: "" }))).toEqual(["┃ You"]);
    expect(picture(userBlock({ text: "a\r\nb\0\rc" }))).toEqual(["┃ You", "┃ a", "┃ b␀␍c"]);
  });
});

describe("text", () => {
  const textBlock = (text: string, streaming = false): Block => {
    return { kind: "text", id: 1, version: 0, text: new StreamText(text), streaming };
  };

  it("is markdown, whole, without blank lines around", () => {
    const block = textBlock("\n# Fixed\n\n```ts\na\n```\n");
    expect(picture(block, false)).toEqual(["  # Fixed", "", "  ```ts", "  a  {PiCodeBlock}", "  ```"]);
    expect(marked(lines(block)[0])[0]).toEqual(["@markup.heading.1", "# Fixed"]);
  });

  it("is nothing when there is nothing to say", () => {
    expect(lines(textBlock("\n \n", true))).toEqual([]);
  });

  it("is not looked at again until its version changes", () => {
    const block = textBlock("a", true);
    const view = createBlockView(block);
    expect(view.lines({ open: undefined, now: NOW })).toHaveLength(1);
    if (block.kind === "text") block.text.append("\nb");
    expect(view.lines({ open: undefined, now: NOW })).toHaveLength(1);
    block.version++;
    expect(view.lines({ open: undefined, now: NOW })).toHaveLength(2);
  });
});

describe("thinking", () => {
  it("is closed by default and says how long it took", () => {
    const text = new StreamText("\nfirst\n\nsecond\n");
    expect(picture(thinkingBlock({ text, streaming: true }))).toEqual(["▸ Thinking…"]);
    expect(picture(thinkingBlock({ text, durationMs: 4000 }))).toEqual(["▸ Thought for 4 s"]);
    expect(picture(thinkingBlock({ text }), true)).toEqual(["▾ Thought", "  first", "", "  second"]);
    const [header, first] = lines(thinkingBlock({ text }), true);
    expect(marked(header)).toEqual([["PiThinkingHeader", "Thought"]]);
    expect(marked(first)).toEqual([["PiThinking", "first"]]);
  });

  it("says that it was hidden, and offers nothing to open then", () => {
    expect(picture(thinkingBlock({ redacted: true, durationMs: 4000 }), true)).toEqual([
      "  Thought for 4 s (hidden by the provider)",
    ]);
  });

  it("keeps its lines while it grows", () => {
    const block = thinkingBlock({ text: new StreamText("a\nb"), streaming: true });
    const view = createBlockView(block);
    const before = [...view.lines({ open: true, now: NOW })];
    block.text.append("c\nd");
    block.version++;
    const after = view.lines({ open: true, now: NOW });
    expect(draw(after)).toEqual(["▾ Thinking…", "  a", "  bc", "  d"]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});

describe("bash", () => {
  const output = () => new StreamText(Array.from({ length: 12 }, (_, i) => String(i)).join("\n"));

  it("shows the command as it was typed, and the end of what it printed", () => {
    const shown = picture(bashBlock({ command: "npm test", output: output() }));
    expect(shown[0]).toBe("▸ !npm test  ⟶ ✓ 12 lines");
    expect(shown.slice(1)).toHaveLength(10);
    expect(picture(bashBlock({ command: "npm test", output: output() }), true)).toHaveLength(13);
    expect(picture(bashBlock({ command: "npm test", output: output() }), false)).toHaveLength(1);
  });

  it.each([
    [{ running: true, exitCode: undefined }, "▸ !x  ⟶ running"],
    [{ exitCode: 2 }, "▸ !x  ⟶ ✗ exit 2"],
    [{ cancelled: true, exitCode: undefined }, "▸ !x  ⟶ stopped"],
    [{ excluded: true }, "▸ !!x  ⟶ ✓"],
    [{ command: "x\ny" }, "▸ !x …  ⟶ ✓"],
  ])("says how it went: %#", (parts, header) => {
    expect(picture(bashBlock({ command: "x", ...parts }))).toEqual([header]);
  });

  it("shows all of a command that its header cuts, once open", () => {
    const command = `echo ${"word ".repeat(40)}`.trimEnd();
    const block = bashBlock({ command, output: new StreamText("y") });
    expect(picture(block)[0]?.length).toBeLessThan(150);
    expect(picture(block, true).slice(1)).toEqual([`  ${command}`, "  y"]);
  });

  it("names the file with the full output", () => {
    const block = bashBlock({ command: "x", output: new StreamText("y\n"), truncated: true, fullOutputPath: "/tmp/o" });
    expect(picture(block).slice(1)).toEqual(["  y", "  Full output: /tmp/o"]);
  });
});

describe("notice", () => {
  it.each([
    ["info", "PiNotice"],
    ["warn", "PiWarning"],
    ["error", "PiError"],
  ] as const)("shows %s on as many lines as it has", (level, group) => {
    const block: NoticeBlock = { kind: "notice", id: 1, version: 0, level, text: "401 token expired\r\nlog in\n" };
    expect(lines(block).map(marked)).toEqual([[[group, "401 token expired"]], [[group, "log in"]]]);
  });
});

describe("summary and custom", () => {
  it("says what was compacted and opens", () => {
    const parts = { kind: "summary", id: 1, version: 0, text: new StreamText("**Goal**") } as const;
    const block: SummaryBlock = { ...parts, of: "compaction", tokensBefore: 120_000, tokensAfter: 30_000 };
    expect(picture(block)).toEqual(["▸ Compacted from 120k to 30k tokens"]);
    expect(picture(block, true)).toEqual(["▾ Compacted from 120k to 30k tokens", "  **Goal**"]);
    expect(picture({ ...block, tokensAfter: undefined })).toEqual(["▸ Compacted from 120k tokens"]);
    expect(picture({ ...block, tokensBefore: undefined })).toEqual(["▸ Compacted"]);
    expect(picture({ ...block, of: "branch" })).toEqual(["▸ Summary of the branch that was left"]);
  });

  it("shows an extension's message under its type", () => {
    const block: Block = {
      kind: "custom",
      id: 1,
      version: 0,
      customType: "plan\n",
      text: new StreamText("- a"),
      images: [],
    };
    expect(picture(block)).toEqual(["▾ plan␊", "  - a"]);
    expect(picture(block, false)).toEqual(["▸ plan␊"]);
  });
});

describe("run end", () => {
  const block: RunEndBlock = {
    kind: "runEnd",
    id: 1,
    version: 0,
    outcome: "done",
    durationMs: 12_000,
    input: 3400,
    output: 512,
    cost: 0.0123,
  };

  it.each<[Partial<RunEndBlock>, string]>([
    [{}, "12 s · 3.4k in · 512 out · $0.01"],
    [{ outcome: "aborted", cost: 0 }, "stopped after 12 s · 3.4k in · 512 out"],
    [{ outcome: "error", input: 0, output: 0, cost: 0 }, "failed after 12 s"],
    [{ durationMs: undefined, input: 0, output: 0, cost: 0 }, "done"],
  ])("is one line: %#", (parts, text) => {
    const [line] = lines({ ...block, ...parts });
    expect(marked(line)).toEqual([["PiRunEnd", text]]);
  });
});

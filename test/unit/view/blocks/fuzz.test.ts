import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, ToolState } from "../../../../src/agent/blocks";
import { StreamText } from "../../../../src/agent/streamText";
import { createBlockView } from "../../../../src/view/blocks/createBlockView";
import { checkLine, seen } from "../markdown/shown";
import { bashBlock, thinkingBlock, toolBlock, userBlock } from "./make";

const NOW = 1_000_000;

/** Text with everything that has broken a line somewhere (case 32), and fences (case 34). */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "\0",
        "\v",
        "\f",
        "\x1b",
        "\x1b[31m",
        "\x1b[0m",
        "\x1b]8;;x\x07",
        "\x85",
        "\t",
      ),
      fc.constantFrom(
        "```",
        "````",
        "~~~",
        "- ",
        "> ",
        "**",
        "`",
        "日本",
        "👩‍👩‍👧",
        "\ud83d",
        "</file>",
        "+1 ",
        "-2 ",
        "…",
      ),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const blockOf: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ text: nasty, type: nasty }).map(({ text, type }) => {
    return userBlock({ text, images: [{ mimeType: type, bytes: 1, data: "" }], at: 0 });
  }),
  fc.record({ text: nasty, streaming: fc.boolean() }).map(({ text, streaming }): Block => {
    return { kind: "text", id: 1, version: 0, text: new StreamText(text), streaming };
  }),
  nasty.map((text) => thinkingBlock({ text: new StreamText(text) })),
  fc
    .record({
      name: fc.oneof(fc.constantFrom("bash", "read", "edit", "write", "grep"), nasty),
      state: fc.constantFrom<ToolState>("drafting", "waiting", "running", "done", "failed", "aborted"),
      argsText: nasty,
      args: fc.option(
        fc.dictionary(
          fc.oneof(fc.constantFrom("command", "path", "content", "edits", "pattern", "offset", "__proto__"), nasty),
          fc.oneof(nasty, fc.jsonValue(), fc.array(fc.record({ oldText: nasty, newText: nasty }))),
        ),
        { nil: undefined },
      ),
      output: nasty,
      details: fc.oneof(
        fc.jsonValue(),
        nasty.map((diff) => ({ diff })),
      ),
    })
    .map(({ output, ...parts }) => toolBlock({ ...parts, output: new StreamText(output) })),
  fc.record({ command: nasty, output: nasty, path: nasty }).map(({ command, output, path }) => {
    return bashBlock({ command, output: new StreamText(output), truncated: true, fullOutputPath: path });
  }),
  nasty.map((text): Block => ({ kind: "notice", id: 1, version: 0, level: "error", text })),
  fc.record({ type: nasty, text: nasty }).map(({ type, text }): Block => {
    return { kind: "custom", id: 1, version: 0, customType: type, text: new StreamText(text), images: [] };
  }),
);

describe("any block", () => {
  it("renders to lines that Neovim takes, marks on characters, decoration on one line", () => {
    fc.assert(
      fc.property(blockOf, fc.option(fc.boolean(), { nil: undefined }), (block, open) => {
        for (const line of createBlockView(block).lines({ open, now: NOW })) {
          checkLine(line);
          const chunks = [line.decor?.sign ?? ["", ""], ...(line.decor?.right ?? []), ...(line.decor?.eol ?? [])];
          for (const [text] of chunks) expect(text).not.toMatch(/[\x00-\x1f]/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("shows the same however often it was asked before, open or closed", () => {
    fc.assert(
      fc.property(blockOf, nasty, fc.array(fc.option(fc.boolean(), { nil: undefined })), (block, more, asked) => {
        const view = createBlockView(block);
        for (const open of asked) {
          for (const line of view.lines({ open, now: NOW })) line.marks.length;
          if ("output" in block && block.output instanceof StreamText) block.output.append(more);
          else if (block.kind === "text" && block.streaming) block.text.append(more);
          block.version++;
        }
        for (const open of [undefined, true, false]) {
          const shown = view.lines({ open, now: NOW }).map(seen);
          expect(shown).toEqual(createBlockView(block).lines({ open, now: NOW }).map(seen));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

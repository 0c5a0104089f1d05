import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamText } from "../../../../src/agent/streamText";
import type { CodeHighlighter } from "../../../../src/view/markdown/codeHighlighter";
import { MarkdownLines } from "../../../../src/view/markdown/markdownLines";
import type { Line } from "../../../../src/view/types";
import { cpuTime, leastOfThree } from "../../../support/cpuTime";
import { checkLine, marked, seen } from "./shown";

/** Marks each word, and everything while a comment is open: enough to see that states are carried along. */
const highlighter: CodeHighlighter = {
  start: (language) => (language === "none" ? undefined : { inComment: false }),
  line(state, text) {
    const { inComment } = state as { inComment: boolean };
    const isOpen = text.includes("/*") || (inComment && !text.includes("*/"));
    const group = inComment ? "@comment" : "@keyword";
    return { spans: [{ from: 0, to: Math.min(3, text.length), group }], after: { inComment: isOpen } };
  },
};

const piece = fc.constantFrom(
  ..."\n|\n\n|\r\n|\r|# |===|---|- |  |    |\t|1. |[x] |[ ] |> |```|```ts|````|~~~|*|**|`|_|~~|[a](b)|[|](|https://a.bc|/*|*/"
    .split("|")
    .concat(
      "| a | b |",
      "|---|---|",
      "|",
      "word",
      " ",
      "ü",
      "日本",
      "👩‍👩‍👧",
      "<div>",
      "<!--",
      "-->",
      "\0",
      "\x1b[31m",
      "\ud800",
    ),
);
const textOf = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

function fresh(lines: readonly string[], isStreaming: boolean): readonly Line[] {
  return new MarkdownLines(highlighter).update(lines, isStreaming);
}

function chop(text: string, cuts: readonly number[]): string[] {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => text.slice(at[i], end));
}

describe("streamed markdown", () => {
  it("equals a rendering from nothing after every piece, whichever lines were read before", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(textOf, cuts, fc.array(fc.boolean(), { minLength: 5 }), (whole, where, reads) => {
        const text = new StreamText();
        const view = new MarkdownLines(highlighter);
        let asked = 0;
        for (const part of chop(whole, where)) {
          text.append(part);
          const lines = view.update(text.lines, true);
          for (const line of lines) if (reads[asked++ % reads.length]) line.marks.length;
          expect(lines.map((line) => line.text)).toEqual(fresh(text.lines, true).map((line) => line.text));
        }
        expect(view.update(text.lines, true).map(seen)).toEqual(fresh(text.lines, true).map(seen));
        const final = view.update(text.lines, false);
        expect(final.map(seen)).toEqual(fresh(text.lines, false).map(seen));
        for (const line of final) checkLine(line);
      }),
      { numRuns: 1500 },
    );
  });

  it("never changes a line that was read: what a reader has is what there is", () => {
    fc.assert(
      fc.property(
        textOf,
        fc.array(fc.tuple(fc.nat(), textOf), { maxLength: 5 }),
        fc.array(fc.nat()),
        (first, edits, cuts) => {
          const text = new StreamText();
          const view = new MarkdownLines(highlighter);
          const known = new Map<Line, string>();
          const read = (isStreaming: boolean): void => {
            for (const line of view.update(text.lines, isStreaming)) {
              const now = JSON.stringify(seen(line));
              expect(known.get(line) ?? now).toBe(now);
              known.set(line, now);
            }
          };
          for (const part of chop(first, cuts)) {
            text.append(part);
            read(true);
          }
          for (const [at, ending] of edits) {
            text.set(first.slice(0, at % (first.length + 1)) + ending);
            read(false);
            expect(view.update(text.lines, false).map(seen)).toEqual(fresh(text.lines, false).map(seen));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("keeps lines that look the same", () => {
    const text = new StreamText("# a\n\nfirst *line*\nsecond");
    const view = new MarkdownLines();
    const before = [...view.update(text.lines, true)];
    for (const line of before) line.marks.length;
    text.append(" goes on\nthird");
    const after = view.update(text.lines, true);
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after.slice(0, 3).every((line, i) => line === before[i])).toBe(true);
    expect(after[3]).not.toBe(before[3]);
    const last = after[4];
    expect(view.update(text.lines, false)[4]).toBe(last);
  });

  it("gives lines of the open paragraph new objects only when their marks changed", () => {
    const text = new StreamText("a **b\nplain\nc");
    const view = new MarkdownLines();
    const before = [...view.update(text.lines, true)];
    for (const line of before) line.marks.length;
    text.append("** d");
    const after = view.update(text.lines, true);
    expect(after[0]).not.toBe(before[0]);
    expect(marked(after[0])).toContainEqual(["@markup.strong", "**b"]);
    expect(marked(before[0])).toEqual([]);
    text.append(" and more");
    const later = view.update(text.lines, true);
    expect(later[1]).toBe(after[1]);
  });

  it("does not take a line that is being written for an underline or a table", () => {
    const text = new StreamText("A list follows\n");
    const view = new MarkdownLines();
    for (const part of ["-", " it", "em\n"]) {
      text.append(part);
      expect(marked(view.update(text.lines, true)[0])).toEqual([]);
    }
    expect(marked(view.update(text.lines, true)[1])).toEqual([["@markup.list", "-"]]);
    text.append("\na | b\n--|--");
    expect(marked(view.update(text.lines, true)[3])).toEqual([]);
    expect(marked(view.update(text.lines, false)[3])).toContainEqual(["@markup.strong", "a"]);
  });

  it("corrects what was streamed when the message is final", () => {
    const text = new StreamText("one\ntwo");
    const view = new MarkdownLines();
    const [first] = view.update(text.lines, true);
    text.set("one\n\n```\nx");
    const lines = view.update(text.lines, false);
    expect(lines[0]).toBe(first);
    expect(lines.map((line) => line.text)).toEqual(["one", "", "```", "x"]);
    expect(lines[3]?.decor).toEqual({ lineGroup: "PiCodeBlock" });
  });

  it("takes back a heading whose underline has gone", () => {
    const text = new StreamText("a\nb\n===");
    const view = new MarkdownLines();
    expect(marked(view.update(text.lines, false)[0])).toEqual([["@markup.heading.1", "a"]]);
    text.set("a\nb\n=x");
    expect(marked(view.update(text.lines, false)[0])).toEqual([]);
  });

  it("highlights code as far as it is read, each line once", () => {
    const calls: string[] = [];
    const counting: CodeHighlighter = {
      start: highlighter.start,
      line(state, line) {
        calls.push(line);
        return highlighter.line(state, line);
      },
    };
    const text = new StreamText("```ts\n/* a\nb */\nc");
    const view = new MarkdownLines(counting);
    view.update(text.lines, true);
    expect(calls).toEqual([]);
    expect(marked(view.update(text.lines, true)[2])).toEqual([["@comment", "b *"]]);
    expect(calls).toEqual(["/* a", "b */"]);
    text.append("d\ne");
    expect(marked(view.update(text.lines, true)[4])).toEqual([["@keyword", "e"]]);
    expect(calls).toEqual(["/* a", "b */", "cd", "e"]);
    expect(marked(new MarkdownLines(highlighter).update(["```none", "x"], false)[1])).toHaveLength(1);
  });

  it("costs the same per piece at the end as at the beginning", () => {
    const text = new StreamText();
    const view = new MarkdownLines();
    const timeOf = (pieces: number): number => {
      const started = cpuTime();
      for (let i = 0; i < pieces; i++) {
        text.append(`- item ${i} with **text**\n`);
        view.update(text.lines, true).at(-1)?.marks.length;
      }
      return cpuTime() - started;
    };
    timeOf(5000);
    const early = timeOf(5000);
    timeOf(40_000);
    // Work per piece that grew with the text would make this ten times as long.
    expect(leastOfThree(() => timeOf(5000))).toBeLessThan(early * 4 + 50);
  });
});

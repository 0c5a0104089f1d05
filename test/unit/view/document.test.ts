import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, NoticeBlock } from "../../../src/agent/blocks";
import { BlockLines } from "../../../src/view/blockLines";
import { Document } from "../../../src/view/document";
import type { BlockView, Line } from "../../../src/view/types";
import type { Limits } from "../../../src/view/viewport";
import { FakeBuffer } from "../../support/fakeBuffer";

/** A block whose text is its lines; a view that keeps the lines that did not change. */
function block(id: number, lines: number, prefix = "line"): NoticeBlock {
  const text = Array.from({ length: lines }, (_, index) => `${prefix} ${id}.${index}`).join("\n");
  return { kind: "notice", id, version: 1, level: "info", text };
}

function createView(shown: Block): BlockView {
  let lines: Line[] = [];
  return {
    lines() {
      const texts = (shown as NoticeBlock).text.split("\n");
      lines = texts.map((text, index) => {
        const old = lines[index];
        return old?.text === text ? old : { text, marks: [{ col: 0, endCol: text.length, group: "PiNotice" }] };
      });
      return lines;
    },
  };
}

const options = { createView, isOpen: () => undefined };

function setUp(blocks: Block[], limits: Partial<Limits> = {}) {
  const document = new Document(blocks, { ...options, limits });
  const buffer = new FakeBuffer();
  /** Applies patches until nothing is left; returns the last one. */
  const drain = (isDetached = false) => {
    let last: ReturnType<Document["patch"]>;
    for (let i = 0; i < 1000; i++) {
      const patch = document.patch(0, isDetached);
      if (patch === undefined) return last;
      buffer.apply(patch);
      last = patch;
    }
    throw new Error("patches without end");
  };
  return { document, buffer, drain };
}

function allLines(blocks: readonly Block[]): Line[] {
  const source = new BlockLines(blocks, options);
  return blocks.flatMap((_, index) => source.slice(index, 0, source.count(index)).lines);
}

describe("Document", () => {
  it("still begins with the conversation when a block comes in before its first one", () => {
    const blocks = [block(2, 3)];
    const { document, buffer, drain } = setUp(blocks);
    drain();
    blocks.unshift(block(1, 2));
    document.touch();
    drain(true);
    expect(buffer.text).toEqual(allLines(blocks).map((line) => line.text));
  });

  it("sends a short conversation whole, with the newest lines first", () => {
    const blocks = [block(1, 100), block(2, 100)];
    const { document, buffer, drain } = setUp(blocks);
    const first = document.patch(0, false);
    buffer.apply(first as never);
    expect(buffer.text.at(-1)).toBe("line 2.99");
    expect(first?.older).toBe(true);
    drain();
    expect(buffer.content).toEqual(FakeBuffer.expected(allLines(blocks)));
  });

  it("sends only the new tail of a line that grows", () => {
    const growing = block(1, 1, "é");
    const { document, buffer, drain } = setUp([growing]);
    drain();
    growing.text += " and more";
    document.touch();
    const patch = document.patch(0, false);
    expect(patch?.hunks).toHaveLength(1);
    expect(patch?.hunks[0]).toMatchObject({ first: 0, last: 1, col: Buffer.byteLength("é 1.0"), lines: [" and more"] });
    buffer.apply(patch as never);
    expect(buffer.text).toEqual(["é 1.0 and more"]);
  });

  it("jumps to the end of a reply that outruns the screen, and fills in behind it", () => {
    const growing = block(1, 10);
    const { document, buffer, drain } = setUp([growing]);
    drain();
    growing.text = block(1, 20_000).text;
    document.touch();
    buffer.apply(document.patch(0, false) as never);
    expect(buffer.text.at(-1)).toBe("line 1.19999");
    drain();
    expect(buffer.text.length).toBeGreaterThanOrEqual(1000);
    expect(buffer.largestPatch).toBeLessThanOrEqual(300);
  });

  it("holds a bounded number of lines, whoever reads where", () => {
    const blocks: Block[] = [];
    const { document, buffer, drain } = setUp(blocks);
    for (let id = 1; id <= 300; id++) {
      blocks.push(block(id, 50));
      document.touch();
      drain(id > 200);
      expect(buffer.text.length).toBeLessThanOrEqual(4000);
    }
    expect(drain(true)?.newer ?? true).toBe(true);
  });

  it("keeps what someone reads while the conversation goes on, and shows the rest on the way down", () => {
    const blocks: Block[] = [block(1, 100)];
    const { document, buffer, drain } = setUp(blocks, { most: 500, keep: 300 });
    drain();
    for (let id = 2; id < 40; id++) {
      blocks.push(block(id, 50));
      document.touch();
      drain(true);
      expect(buffer.text[0]).toBe("line 1.0");
    }
    let patch = drain(true);
    for (let i = 0; i < 20 && (patch?.newer ?? true); i++) {
      document.extend("newer", 0);
      patch = drain(true) ?? patch;
    }
    expect(buffer.text.at(-1)).toBe("line 39.49");
    expect(buffer.text.length).toBeLessThanOrEqual(500);
  });

  it("goes to the oldest line and back to the newest", () => {
    const blocks = Array.from({ length: 100 }, (_, index) => block(index + 1, 50));
    const { document, buffer, drain } = setUp(blocks);
    drain();
    document.extend("oldest", 0);
    expect(drain(true)).toMatchObject({ older: false, newer: true });
    expect(buffer.text[0]).toBe("line 1.0");
    document.extend("newest", 0);
    expect(drain(false)).toMatchObject({ newer: false });
    expect(buffer.text.at(-1)).toBe("line 100.49");
  });

  it("sends everything again after a reset", () => {
    const blocks = [block(1, 5)];
    const { document, drain } = setUp(blocks);
    drain();
    document.reset();
    expect(document.patch(0, false)).toMatchObject({ reset: true, hunks: [{ first: 0, last: 1 }] });
  });

  it("ends at the conversation as it is, whatever happened on the way", () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("add" as const), lines: fc.integer({ min: 1, max: 700 }), at: fc.nat() }),
      fc.record({ do: fc.constant("grow" as const), lines: fc.integer({ min: 1, max: 700 }), at: fc.nat() }),
      fc.record({ do: fc.constant("shrink" as const), lines: fc.integer({ min: 1, max: 30 }), at: fc.nat() }),
      fc.record({ do: fc.constant("remove" as const), lines: fc.constant(0), at: fc.nat() }),
      fc.record({ do: fc.constant("move" as const), lines: fc.constant(0), at: fc.nat() }),
      fc.record({ do: fc.constant("patch" as const), lines: fc.integer({ min: 0, max: 1 }), at: fc.nat() }),
      fc.record({ do: fc.constant("extend" as const), lines: fc.integer({ min: 0, max: 3 }), at: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const blocks: Block[] = [];
        const { document, buffer, drain } = setUp(blocks, { most: 900, keep: 600, opening: 50, comfortable: 200 });
        let id = 0;
        for (const { do: what, lines, at } of steps) {
          const index = blocks.length === 0 ? 0 : at % blocks.length;
          const target = blocks[index] as NoticeBlock | undefined;
          if (what === "add") blocks.splice(index, 0, block(++id, lines));
          else if (what === "grow" && target) target.text += `\n${block(++id, lines, "more").text}`;
          else if (what === "shrink" && target) target.text = target.text.split("\n").slice(0, lines).join("\n");
          else if (what === "remove") blocks.splice(index, 1);
          else if (what === "move" && target) blocks.push(...blocks.splice(index, 1));
          document.touch();
          if (what === "extend") document.extend((["older", "newer", "oldest", "newest"] as const)[lines] as never, 0);
          if (what === "patch") {
            const patch = document.patch(0, lines === 1);
            if (patch) buffer.apply(patch);
          }
        }
        drain(true);
        document.extend("newest", 0);
        drain();
        const all = FakeBuffer.expected(allLines(blocks));
        const held = blocks.length === 0 ? [] : buffer.content;
        expect(held).toEqual(all.slice(all.length - held.length));
        expect(held.length).toBeGreaterThanOrEqual(Math.min(all.length, 50));
        for (const hunked of buffer.lines) if (hunked.anchor) expect(hunked.text).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it.each([3, 40, 77])("brings line 5 of block %i into Neovim, and says where it is", (id) => {
    const blocks = Array.from({ length: 80 }, (_, index) => block(index + 1, 20));
    const { document, buffer, drain } = setUp(blocks, { most: 400, keep: 300, opening: 50, comfortable: 50, step: 60 });
    drain();
    document.reveal({ block: blocks[id - 1] as Block, line: 5 }, 0);
    const last = drain(true);
    expect(buffer.text[last?.target ?? -1]).toBe(`line ${id}.5`);
    expect(buffer.text.length).toBeLessThanOrEqual(400);
    const from = allLines(blocks).findIndex(({ text }) => text === `line ${id}.0`);
    expect(buffer.text).toContain(allLines(blocks)[from]?.text);
    document.extend("newest", 0);
    expect(drain()?.target).toBeUndefined();
    expect(buffer.text.at(-1)).toBe("line 80.19");
  });

  it("answers at once for a line that Neovim has", () => {
    const blocks = [block(1, 5), block(2, 5)];
    const { document, drain } = setUp(blocks);
    drain();
    document.reveal({ block: blocks[1] as Block, line: 2 }, 0);
    expect(drain()).toMatchObject({ hunks: [], reset: false, target: 8 });
  });

  it("moves until patches have brought all lines that are to be there", () => {
    const blocks = Array.from({ length: 80 }, (_, index) => block(index + 1, 20));
    const { document, buffer } = setUp(blocks, { most: 400, keep: 300, opening: 50, comfortable: 100, step: 60 });
    const isMoving: boolean[] = [];
    const patch = () => {
      const next = document.patch(0, false);
      if (next) buffer.apply(next);
      isMoving.push(document.isMoving);
      expect(document.lines).toBe(buffer.text.length);
    };
    patch();
    while (document.isDirty) patch();
    document.extend("older", 0);
    isMoving.push(document.isMoving);
    patch();
    expect(isMoving).toEqual([true, false, true, false]);
  });

  it("looks outside of what Neovim has, nearest first", () => {
    const blocks = Array.from({ length: 80 }, (_, index) => block(index + 1, 20, index % 10 === 0 ? "tenth" : "line"));
    const { document, drain } = setUp(blocks, { most: 400, keep: 300, opening: 50, comfortable: 50, step: 60 });
    drain();
    const find = (text: string, to: "older" | "newer") => {
      const search = document.search((line) => line.includes(text), to);
      let step = search.next();
      while (!step.done) step = search.next();
      return step.value && { id: step.value.block.id, line: step.value.line };
    };
    expect(find("tenth", "older")).toEqual({ id: 71, line: 19 });
    expect(find("line 80.19", "older")).toBeUndefined();
    expect(find("tenth", "newer")).toBeUndefined();
    document.extend("oldest", 0);
    drain(true);
    expect(find("tenth", "newer")).toEqual({ id: 11, line: 0 });
    expect(find("tenth", "older")).toBeUndefined();
    expect(find("line 2.0", "newer")).toBeUndefined();
  });
});

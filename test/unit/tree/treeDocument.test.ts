import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../../src/pi/protocol";
import { SessionTree } from "../../../src/tree/sessionTree";
import { TreeDocument } from "../../../src/tree/treeDocument";
import { cpuTime } from "../../support/cpuTime";

const at = "2026-01-01T00:00:00.000Z";

function entry(id: string, parentId: string | null, message: object): SessionEntry {
  return { type: "message", id, parentId, timestamp: at, message } as SessionEntry;
}

const ask = (id: string, parentId: string | null, text = id) => entry(id, parentId, { role: "user", content: text });

function reply(id: string, parentId: string | null, text: string, model = "m1"): SessionEntry {
  return entry(id, parentId, { role: "assistant", content: [{ type: "text", text }], model, stopReason: "stop" });
}

const label = (id: string, parentId: string, targetId: string, text?: string): SessionEntry =>
  ({ type: "label", id, parentId, timestamp: at, targetId, ...(text && { label: text }) }) as SessionEntry;

/** What Neovim's buffer holds: lines, and the entry that each line's mark names. */
class Buffer {
  lines: string[] = [];
  numbers: number[] = [];
  leaf = -1;

  take(document: TreeDocument): this {
    for (let patch = document.patch(); patch !== undefined; patch = document.patch()) {
      if (patch.reset) [this.lines, this.numbers] = [[], []];
      for (const { first, last, col, lines, anchors } of patch.hunks) {
        const texts = [...lines];
        if (col !== undefined) texts[0] = `${this.lines[first]?.slice(0, col)}${texts[0]}`;
        const numbers = lines.map((_, row) => anchors[row * 3 + 1] as number);
        this.lines.splice(first, last - first, ...texts);
        this.numbers.splice(first, last - first, ...numbers);
      }
      this.leaf = patch.leaf;
    }
    return this;
  }
}

function show(entries: readonly SessionEntry[], leafId = entries.at(-1)?.id ?? null) {
  const tree = new SessionTree();
  tree.add(entries, leafId);
  const document = new TreeDocument(tree);
  return { tree, document, buffer: new Buffer().take(document) };
}

const branched = [
  ask("q1", null, "why?"),
  reply("a1", "q1", "because"),
  ask("q2", "a1", "left"),
  reply("a2", "q2", "gone"),
  ask("q3", "a1", "stayed"),
  reply("a3", "q3", "here", "m2"),
];

describe("a session's tree", () => {
  it("keeps a conversation at one depth and steps in where it branches, the active branch last", () => {
    const { buffer } = show(branched);
    expect(buffer.lines).toEqual([
      "you       why?",
      "pi        because",
      "├─you       left",
      "│ pi        gone",
      "└─you       stayed",
      "  pi        here",
    ]);
    expect([buffer.numbers, buffer.leaf]).toEqual([[1, 2, 3, 4, 5, 6], 5]);
  });

  it("puts the branch last that the leaf is on, also when an older one is gone back to", () => {
    expect(show(branched, "a2").buffer.lines.at(-1)).toBe("  pi        gone");
  });

  it("names entries by their labels, the newest counts", () => {
    const labelled = [
      ...branched,
      label("l1", "a3", "q1", "start"),
      label("l2", "l1", "a1", "x"),
      label("l3", "l2", "a1"),
    ];
    const { buffer } = show(labelled);
    expect(buffer.lines.slice(0, 2)).toEqual(["you       [start] why?", "pi        because"]);
    expect(buffer.leaf).toBe(5);
  });

  it("closes and opens what follows an entry", () => {
    const { tree, document, buffer } = show(branched);
    document.open(tree.at(2) as never, false);
    expect(buffer.take(document).lines).toEqual(["you       why?", "pi        because"]);
    expect(buffer.leaf).toBe(1);
    document.open(tree.at(2) as never, undefined);
    expect(buffer.take(document).lines).toHaveLength(6);
  });

  it("closes the branches that were left, and opens everything", () => {
    const { document, buffer } = show(branched);
    document.openAll(false);
    expect(buffer.take(document).lines).not.toContain("│ pi        gone");
    document.openAll(true);
    expect(buffer.take(document).lines).toContain("│ pi        gone");
  });

  it("shows results of tools when all is asked for, and hands on what hangs below a hidden one", () => {
    const result = entry("r", "a1", { role: "toolResult", toolName: "bash", content: [{ type: "text", text: "out" }] });
    const { document, buffer } = show([ask("q1", null), reply("a1", "q1", "x"), result, reply("a2", "r", "y")]);
    expect(buffer.lines).toEqual(["you       q1", "pi        x", "pi        y"]);
    document.toggleAll();
    expect(buffer.take(document).lines).toEqual(["you       q1", "pi        x", "bash      out", "pi        y"]);
  });

  it("sends only what is new as it grows", () => {
    const { tree, document } = show(branched);
    tree.add([ask("q4", "a3", "more")], "q4");
    document.touch();
    const patch = document.patch();
    expect(patch?.hunks.map(({ first, lines }) => [first, lines.length])).toEqual([[5, 2]]);
  });

  it("makes harmless what others wrote", () => {
    const { buffer } = show([ask("q1", null, "a\u001b[31m\u0000b\nc\u2028d"), reply("a1", "q1", "%{x}\r\n\u0007")]);
    expect(buffer.lines.join("")).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(buffer.lines).toHaveLength(2);
  });

  it("is as deep as a session may be, within a second", () => {
    const deep: SessionEntry[] = [];
    for (let n = 0; n < 20_000; n++) deep.push(ask(`e${n}`, n === 0 ? null : `e${n - 1}`));
    const began = cpuTime();
    const { tree, document, buffer } = show(deep);
    expect([buffer.lines.length, buffer.leaf]).toEqual([20_000, 19_999]);
    document.open(tree.at(1) as never, false);
    expect(buffer.take(document).lines).toHaveLength(1);
    expect(cpuTime() - began).toBeLessThan(1000);
  });

  it("is the same however it came to be: any tree, grown in any steps, with rows opened and closed", () => {
    const step = fc.record({ parent: fc.nat(30), user: fc.boolean(), fold: fc.option(fc.nat(30)) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const tree = new SessionTree();
        const document = new TreeDocument(tree);
        const buffer = new Buffer();
        steps.forEach(({ parent, user, fold }, n) => {
          const parentId = n === 0 ? null : `e${parent % n}`;
          tree.add([user ? ask(`e${n}`, parentId) : reply(`e${n}`, parentId, `r${n}`)], `e${n}`);
          const node = fold === null ? undefined : tree.at(fold + 1);
          if (node !== undefined) document.open(node, undefined);
          document.touch();
          buffer.take(document);
        });
        const before = [...buffer.lines];
        document.reset();
        const { lines, numbers } = new Buffer().take(document);
        expect(before).toEqual(lines);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
    );
  });
});

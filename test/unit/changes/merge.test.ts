import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunksOf, merge } from "../../../src/changes/merge";

const LABELS = { mine: "mine", base: "base", theirs: "theirs" };
const lines = (text: string) => text.split("").filter((char) => char !== " ");

/** Few different lines: the same ones come again and again, as in real texts. */
const text = fc.array(fc.constantFrom("a", "b", "c", "", "}", "=======", "<<<<<<< mine"), { maxLength: 14 });

/** A text that somebody has edited: lines replaced, put in and taken out at random places. */
const edited = (base: readonly string[], mark: string) =>
  fc
    .array(fc.record({ at: fc.nat(), out: fc.nat(3), into: fc.array(fc.constantFrom("a", mark, `${mark}2`)) }), {
      maxLength: 5,
    })
    .map((edits) => {
      const now = [...base];
      for (const { at, out, into } of edits) now.splice(at % (now.length + 1), out, ...into);
      return now;
    });

const three = text.chain((base) => fc.tuple(fc.constant(base), edited(base, "M"), edited(base, "T")));

describe("A merge of three texts", () => {
  it("holds every line of both sides, whatever they did", () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const chunks = chunksOf(base, mine, theirs);
        expect(chunks.flatMap((chunk) => chunk.base)).toEqual(base);
        expect(chunks.flatMap((chunk) => chunk.mine)).toEqual(mine);
        expect(chunks.flatMap((chunk) => chunk.theirs)).toEqual(theirs);
        for (const { kind, ...sides } of chunks) {
          if (kind === "same") expect([sides.mine, sides.theirs]).toEqual([sides.base, sides.base]);
          if (kind === "mine") expect(sides.theirs).toEqual(sides.base);
          if (kind === "theirs") expect(sides.mine).toEqual(sides.base);
          if (kind === "both") expect(sides.mine).toEqual(sides.theirs);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("is what a side made of it where only that side did anything, and does not depend on who is who", () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        expect(merge(base, mine, base, LABELS)).toEqual({ lines: mine, conflicts: [] });
        expect(merge(base, base, theirs, LABELS)).toEqual({ lines: theirs, conflicts: [] });
        const [one, other] = [merge(base, mine, theirs, LABELS), merge(base, theirs, mine, LABELS)];
        expect(one.conflicts.map(({ mine }) => mine)).toEqual(other.conflicts.map(({ theirs }) => theirs));
        if (one.conflicts.length === 0) expect(one.lines).toEqual(other.lines);
      }),
    );
  });

  it("loses nothing that a side wrote unless it is rejected, whatever is chosen in each conflict", () => {
    const choices = fc.array(fc.constantFrom("mine" as const, "theirs" as const, "both" as const), { minLength: 1 });
    fc.assert(
      fc.property(three, choices, ([base, mine, theirs], choices) => {
        const { lines, conflicts } = merge(base, mine, theirs, LABELS);
        const chosen = (index: number) => choices[index % choices.length];
        const solved = [...lines];
        // From the last to the first: the places of the others stay right.
        for (const [index, { first, last, ...sides }] of [...conflicts.entries()].reverse()) {
          const choice = chosen(index);
          const into = choice === "both" ? [...sides.mine, ...sides.theirs] : sides[choice ?? "mine"];
          solved.splice(first, last - first, ...into);
        }
        let index = 0;
        const expected = chunksOf(base, mine, theirs).flatMap((chunk) => {
          if (chunk.kind !== "conflict") return chunk.kind === "theirs" ? chunk.theirs : chunk.mine;
          const choice = chosen(index++);
          return choice === "both" ? [...chunk.mine, ...chunk.theirs] : chunk[choice ?? "mine"];
        });
        expect(solved).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["both change other lines", "abcde", "aBcde", "abcdE", "aBcdE"],
    ["both make the same change", "abc", "aXc", "aXc", "aXc"],
    ["one deletes, one appends", "abcd", "bcd", "abcdX", "bcdX"],
    ["both begin with nothing", "", "x", "x", "x"],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(merge(lines(base), lines(mine), lines(theirs), LABELS)).toEqual({ lines: lines(expected), conflicts: [] });
  });

  it("shows all three texts of a conflict", () => {
    const merged = merge(lines("abc"), lines("aMc"), lines("aTc"), LABELS);
    expect(merged.lines).toEqual([
      "a",
      "<<<<<<< mine",
      "M",
      "||||||| base",
      "b",
      "=======",
      "T",
      ">>>>>>> theirs",
      "c",
    ]);
    expect(merged.conflicts).toEqual([{ first: 1, last: 8, mine: ["M"], theirs: ["T"] }]);
  });

  it("takes changes of neighbouring lines for a conflict", () => {
    expect(merge(lines("ab"), lines("Mb"), lines("aT"), LABELS).conflicts).toHaveLength(1);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Best, letterMask, NO_MATCH, rank, scorePath } from "../../../src/files/fuzzy";
import { PathList } from "../../../src/files/pathList";

const FILES = ["src/pump.ts", "src/agent/pumpkin.ts", "docs/pumps/index.md", "test/unit/bump.test.ts", "README.md"];

async function found(query: string, files = FILES): Promise<string[]> {
  const list = new PathList();
  list.add(files);
  return list.search(query, 50);
}

/** The plain meaning of a match: the query's letters in their order. */
function isSubsequence(query: string, path: string): boolean {
  let at = 0;
  for (const letter of path.toLowerCase()) if (letter === query[at]) at++;
  return at >= query.length;
}

describe("a search for paths", () => {
  it("finds exactly those that have the letters in their order", async () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "B", "/", ".", "7", "é"), minLength: 1, maxLength: 6 });
    const paths = fc.uniqueArray(
      letters.filter((path) => !path.startsWith("/") && !path.endsWith("/")),
      { maxLength: 9 },
    );
    await fc.assert(
      fc.asyncProperty(paths, letters, async (files, query) => {
        const wanted = files.filter((path) => isSubsequence(query.toLowerCase(), path));
        const results = (await found(query, files)).filter((path) => !path.endsWith("/"));
        expect(new Set(results)).toEqual(new Set(wanted));
      }),
    );
  });

  it("puts a file's name before its folders, a start before a middle, and scattered letters last", async () => {
    expect(await found("pump")).toEqual(["src/pump.ts", "docs/pumps/", "src/agent/pumpkin.ts", "docs/pumps/index.md"]);
    expect(await found("ump")).toEqual(expect.arrayContaining(["test/unit/bump.test.ts"]));
    expect((await found("src/pu"))[0]).toBe("src/pump.ts");
    expect((await found("sapk"))[0]).toBe("src/agent/pumpkin.ts");
    expect((await found("readme"))[0]).toBe("README.md");
  });

  it("offers what lies at the top when nothing is typed", async () => {
    expect((await found("")).slice(0, 4)).toEqual(["src/", "docs/", "test/", "README.md"]);
  });

  it("knows every folder once", async () => {
    expect((await found("src/")).filter((path) => path === "src/")).toHaveLength(1);
  });
});

describe("letterMask", () => {
  it("never rules out a path that has the letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        const lower = path.toLowerCase();
        for (const letter of lower) expect(letterMask(letter) & ~letterMask(lower)).toBe(0);
      }),
    );
  });
});

describe("Best", () => {
  it("keeps the best, best first, and of equal ones the first", () => {
    const best = new Best<string>(3);
    for (const [item, score] of [
      ["a", 1],
      ["b", 5],
      ["c", 5],
      ["d", NO_MATCH],
      ["e", 3],
      ["f", 9],
    ] as const)
      best.add(item, score);
    expect(best.list()).toEqual(["f", "b", "c"]);
  });

  it("ranks a short list by name", () => {
    expect(rank(["resume", "reload", "review", "tree"], "re", (name) => name, 2)).toEqual(["resume", "reload"]);
    expect(scorePath("abc", 0, "x")).toBe(NO_MATCH);
  });
});

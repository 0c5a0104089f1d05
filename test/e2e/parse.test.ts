import { describe, expect, it } from "vitest";
import { editors, launch } from "../support/e2e";

/** What is typed, and the names that are read of it: with lines as `path|first|last`. */
const CASES: readonly (readonly [text: string, ...names: string[]])[] = [
  ["@a.ts", "a.ts"],
  ["see @a.ts, @b.ts. And (@c.ts)! [@d.ts] '@e.ts'", "a.ts", "b.ts", "c.ts", "d.ts", "e.ts"],
  ["me@home.org x@y `@param` @", ""],
  ["@src/pump.ts:10-20 @src/pump.ts:7", "src/pump.ts:10-20 src/pump.ts|10|20", "src/pump.ts:7 src/pump.ts|7|7"],
  ["@a.ts#L10-20 @a.ts#L3-L4, @a.ts#L7.", "a.ts#L10-20 a.ts|10|20", "a.ts#L3-L4 a.ts|3|4", "a.ts#L7 a.ts|7|7"],
  ["@a:20-10 @a:0 @a:x", "a:20-10 a|10|20", "a:0", "a:x"],
  ['@"a b.txt" @"a b.txt":3-4, @"unclosed', "a b.txt", "a b.txt:3-4 a b.txt|3|4"],
  ['@"a b.txt"#L3-L4, @"a b.txt"#L7', "a b.txt#L3-L4 a b.txt|3|4", "a b.txt#L7 a b.txt|7|7"],
  ['@"my dir/ has @"a/b c/', "my dir/", "a/b c/"],
  ["@app/(group)/page.tsx (@app/(group)) @[id].ts", "app/(group)/page.tsx", "app/(group)", "[id].ts"],
  ["@.. @../x @. @src/.. @~/x", "..", "../x", ".", "src/..", "~/x"],
  ["@diagnostics:all @diff:staged: @symbol:M.add", "diagnostics:all", "diff:staged", "symbol:M.add"],
  ["@grüße/日本.txt。 \n@next\t@tab", "grüße/日本.txt", "next", "tab"],
  ["「@a.ts」 と（@日本.ts:3）、 あ@b.ts", "a.ts", "日本.ts:3 日本.ts|3|3"],
];

describe.each(editors)("Mentions in a text, on $name", (editor) => {
  it("are read with their lines, and without what ends a sentence", async () => {
    const nvim = await launch(editor);
    for (const [text, ...names] of CASES) {
      const found = await nvim.lua<string[]>(
        `return vim.tbl_map(function(token)
          local lines = token.path and (" %s|%d|%d"):format(token.path, token.first, token.last) or ""
          return token.name .. lines
        end, require("pi.mention.parse").all(...))`,
        text,
      );
      expect(found, text).toEqual(names.filter((name) => name !== ""));
    }
  });

  it("are written so that they are read as the same name", async () => {
    const nvim = await launch(editor);
    const names = [
      "a.ts",
      "a b.ts",
      "(x)",
      "x)",
      "a.",
      "what?",
      "日本 語",
      "日本。",
      "src/",
      "..",
      "[id].ts",
      "a:10",
      "#1",
    ];
    const read = await nvim.lua<string[]>(
      `local parse = require("pi.mention.parse")
      return vim.tbl_map(function(name)
        local tokens = parse.all("see @" .. parse.write(name) .. ", and more")
        return #tokens == 1 and tokens[1].name or "?"
      end, ...)`,
      names,
    );
    expect(read).toEqual(names);
  });
});

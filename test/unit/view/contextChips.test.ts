import { describe, expect, it } from "vitest";
import { splitContext } from "../../../src/view/contextChips";

const item = (attributes: string, body: string, fence = "```", tag = "file") =>
  `<${tag} ${attributes}>\n${fence}ts\n${body}\n${fence}\n</${tag}>`;

describe("splitContext", () => {
  it("leaves a message without context as it is", () => {
    expect(splitContext("why\n\nnot?")).toEqual({ lines: ["why", "", "not?"], chips: [] });
    expect(splitContext("")).toEqual({ lines: [], chips: [] });
  });

  it("shows each item as its place", () => {
    const text = [
      "look",
      "",
      item('name="src/pump.ts" lines="10-24"', "a\n\nb"),
      item('name="[No Name]" lines="3-3"', "x", "```", "buffer"),
    ].join("\n");
    expect(splitContext(text)).toEqual({ lines: ["look"], chips: ["src/pump.ts:10-24", "[No Name]:3"] });
  });

  it("takes items that are set off by blank lines, and a message of items alone", () => {
    const text = `${item('name="a" lines="1-2"', "x")}\n\n${item('name="b"', "y")}\n`;
    expect(splitContext(text)).toEqual({ lines: [], chips: ["a:1-2", "b"] });
  });

  it("is not fooled by fences and closing tags in the content", () => {
    const body = '```\n</file>\n````not the end\n<file name="x" lines="1-1">';
    const text = `q\n\n${item('name="doc.md" lines="1-4"', body, "`````")}`;
    expect(splitContext(text)).toEqual({ lines: ["q"], chips: ["doc.md:1-4"] });
  });

  it("reads entities of a name", () => {
    const text = `q\n\n${item('name="a &amp; &lt;b&gt; &quot;c&quot;&#10;&#xe9;&nope;" lines="1-2"', "x")}`;
    expect(splitContext(text).chips).toEqual(['a & <b> "c"\né&nope;:1-2']);
  });

  it.each([
    ["in the middle of a message", `${item('name="a" lines="1-2"', "x")}\nthat was it`],
    ["without its end", '<file name="a" lines="1-2">\n```ts\nx\n```'],
    ["without a fence", '<file name="a" lines="1-2">\nx\n</file>'],
  ])("keeps what only looks like an item: %s", (_name, text) => {
    expect(splitContext(text)).toEqual({ lines: text.split("\n"), chips: [] });
  });
});

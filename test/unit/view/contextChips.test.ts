import { describe, expect, it } from "vitest";
import { splitContext } from "../../../src/view/contextChips";

const item = (attributes: string, body: string, fence = "```", tag = "file") =>
  `<${tag} ${attributes}>\n${fence}ts\n${body}\n${fence}\n</${tag}>`;

const chipsOf = (text: string) => splitContext(text).items.map(({ chip }) => chip);

describe("splitContext", () => {
  it("leaves a message without context as it is", () => {
    expect(splitContext("why\n\nnot?")).toEqual({ lines: ["why", "", "not?"], items: [] });
    expect(splitContext("")).toEqual({ lines: [], items: [] });
  });

  it("shows each item as its place", () => {
    const text = [
      "look",
      "",
      item('name="src/pump.ts" lines="10-24"', "a\n\nb"),
      item('name="[No Name]" lines="3-3"', "x", "```", "buffer"),
    ].join("\n");
    expect(splitContext(text)).toEqual({
      lines: ["look"],
      items: [
        { chip: "src/pump.ts:10-24", body: ["a", "", "b"] },
        { chip: "[No Name]:3", body: ["x"] },
      ],
    });
  });

  it("takes items that are set off by blank lines, and a message of items alone", () => {
    const text = `${item('name="a" lines="1-2"', "x")}\n\n${item('name="b"', "y")}\n`;
    expect(splitContext(text).lines).toEqual([]);
    expect(chipsOf(text)).toEqual(["a:1-2", "b"]);
  });

  it("says what is not saved or no text, and gives the notes with the text", () => {
    const cut = `<context name="git diff HEAD">\n\`\`\`diff\n+a\n\`\`\`\nCut: more is left out.\n</context>`;
    const image = '<file name="logo.png" binary="true">\nA binary file of 6 bytes: its content is not shown.\n</file>';
    const text = `q\n\n${item('name="a" unsaved="true"', "x")}\n\n${cut}\n\n${image}`;
    expect(splitContext(text).items).toEqual([
      { chip: "a · unsaved", body: ["x"] },
      { chip: "git diff HEAD", body: ["+a", "Cut: more is left out."] },
      { chip: "logo.png · binary", body: ["A binary file of 6 bytes: its content is not shown."] },
    ]);
  });

  it("is not fooled by fences and closing tags in the content", () => {
    const body = '```\n</file>\n````not the end\n<file name="x" lines="1-1">';
    const text = `q\n\n${item('name="doc.md" lines="1-4"', body, "`````")}`;
    expect(splitContext(text)).toEqual({ lines: ["q"], items: [{ chip: "doc.md:1-4", body: body.split("\n") }] });
  });

  it("reads entities of a name", () => {
    const text = `q\n\n${item('name="a &amp; &lt;b&gt; &quot;c&quot;&#10;&#xe9;&nope;" lines="1-2"', "x")}`;
    expect(chipsOf(text)).toEqual(['a & <b> "c"\né&nope;:1-2']);
  });

  it.each([
    ["in the middle of a message", `${item('name="a" lines="1-2"', "x")}\nthat was it`],
    ["without its end", '<file name="a" lines="1-2">\n```ts\nx\n```'],
    ["with more than notes", '<context name="a">\n<b>\n</context>'],
    ["without a fence", '<file name="a" lines="1-2">\nx\n</file>'],
  ])("keeps what only looks like an item: %s", (_name, text) => {
    expect(splitContext(text)).toEqual({ lines: text.split("\n"), items: [] });
  });
});

import { describe, expect, it } from "vitest";
import { MarkdownLines } from "../../../../src/view/markdown/markdownLines";
import { marked } from "./shown";

const marks = (text: string) => new MarkdownLines().update(text.split("\n"), false).map(marked);

describe("inline markdown", () => {
  it.each([
    ["*it*", "@markup.italic"],
    ["_it_", "@markup.italic"],
    ["**bo**", "@markup.strong"],
    ["~~st~~", "@markup.strikethrough"],
    ["`co`", "@markup.raw"],
    ["`` co`de ``", "@markup.raw"],
  ])("marks %s", (text, group) => {
    const found = marks(`grüße ${text} 日本`)[0];
    expect(found?.[0]).toEqual([group, text]);
    expect(found?.slice(1).every(([each]) => each === "PiMarkupInline")).toBe(true);
    expect(found).toHaveLength(3);
  });

  it("marks links by their parts", () => {
    expect(marks("see [the *pump*](src/a.ts 'title') now")[0]).toEqual([
      ["@markup.link", "[the *pump*](src/a.ts 'title')"],
      ["PiMarkupInline", "["],
      ["@markup.link.label", "the *pump*"],
      ["@markup.italic", "*pump*"],
      ["PiMarkupInline", "*"],
      ["PiMarkupInline", "*"],
      ["PiMarkupInline", "](src/a.ts 'title')"],
      ["PiMarkupInline", "]"],
      ["PiMarkupInline", "("],
      ["@markup.link.url", "src/a.ts"],
      ["PiMarkupInline", "'title'"],
      ["PiMarkupInline", ")"],
    ]);
    expect(marks("![alt](a.png)")[0]?.[0]).toEqual(["@markup.link", "![alt](a.png)"]);
    expect(marks("[text][ref]")[0]).toContainEqual(["@markup.link.label", "[ref]"]);
  });

  it("marks addresses as they are", () => {
    expect(marks("go to https://example.com/a_b_c, or <http://x.y>.")[0]).toEqual([
      ["@markup.link.url", "https://example.com/a_b_c"],
      ["PiMarkupInline", "<"],
      ["@markup.link.url", "http://x.y"],
      ["PiMarkupInline", ">"],
    ]);
  });

  it("dims escapes and tags", () => {
    expect(marks("\\* a <b>c</b>")[0]).toEqual([
      ["PiMarkupInline", "\\"],
      ["PiMarkup", "<b>"],
      ["PiMarkup", "</b>"],
    ]);
  });

  it.each(["**unfinished", "a `b", "[text](http", "snake_case_name", "2 * 3 * 4", "a[0] = b[1]", "~~no"])(
    "leaves %j alone",
    (text) => expect(marks(text)[0]).toEqual([]),
  );

  it("goes over line ends within a paragraph, and no further", () => {
    expect(marks("a **b\nc** d")).toEqual([
      [
        ["@markup.strong", "**b"],
        ["PiMarkupInline", "**"],
      ],
      [
        ["@markup.strong", "c**"],
        ["PiMarkupInline", "**"],
      ],
    ]);
    expect(marks("a **b\n\nc** d")).toEqual([[], [], []]);
  });

  it("parses a giant paragraph line by line", () => {
    const text = ["**over", "lines** and *one*", ...Array.from({ length: 300 }, () => "words ".repeat(6))].join("\n");
    const found = marks(text);
    expect(found[0]).toEqual([]);
    expect(found[1]?.[0]).toEqual(["@markup.italic", "*one*"]);
  });

  it("shows control characters in their place", () => {
    expect(marks("*a\0b*")[0]).toContainEqual(["PiControl", "␀"]);
    expect(marks("*a\0b*")[0]).toContainEqual(["@markup.italic", "*a␀b*"]);
  });
});

import { describe, expect, it } from "vitest";
import { MarkdownLines } from "../../../../src/view/markdown/markdownLines";
import type { Line } from "../../../../src/view/types";
import { cpuTime } from "../../../support/cpuTime";
import { marked } from "./shown";

const render = (text: string): readonly Line[] => new MarkdownLines().update(text.split("\n"), false);

/** Groups of the first mark that spans the line's content, for each line; code lines as `code`. */
const kinds = (text: string): string[] =>
  render(text).map((line) => {
    if (line.decor?.lineGroup === "PiCodeBlock") return "code";
    return line.marks.map((mark) => mark.group.replace("@markup.", "")).join(" ");
  });

describe("markdown blocks", () => {
  it.each([
    ["# One", "# One"],
    ["###### Six", "###### Six"],
    ["  ## Two ##", "## Two ##"],
  ])("knows the heading %j", (text, heading) => {
    const level = /#+/.exec(text)?.[0].length;
    expect(marked(render(text)[0])).toEqual([
      [`@markup.heading.${level}`, heading],
      ["PiMarkup", "#".repeat(level ?? 0)],
    ]);
  });

  it.each(["#no", "####### seven", "\\# no", "    # code"])("takes %j for no heading", (text) => {
    expect(kinds(text)[0]).not.toContain("heading");
  });

  it("makes headings of underlined paragraphs", () => {
    expect(kinds("One\nmore\n===\n\nTwo\n-")).toEqual([
      "heading.1",
      "heading.1",
      "PiMarkup",
      "",
      "heading.2",
      "PiMarkup",
    ]);
  });

  it.each(["---", "***", "_ _ _", "- - -", " **  * ** * ** * **"])("knows the rule %j", (text) => {
    expect(kinds(text)).toEqual(["PiMarkup"]);
  });

  it("keeps an unfinished fence as code", () => {
    expect(kinds("```ts\na = `1`\n# b\n> c")).toEqual(["PiMarkup", "code", "code", "code"]);
  });

  it("ends a fence only at one of its kind and length", () => {
    expect(kinds("````md\n```\n~~~~\n```` x\n````\ntext")).toEqual([
      "PiMarkup",
      "code",
      "code",
      "code",
      "PiMarkup",
      "",
    ]);
    expect(kinds("~~~\n```\n~~~~~\ntext")).toEqual(["PiMarkup", "code", "PiMarkup", ""]);
  });

  it("takes code in backticks within a line for no fence", () => {
    expect(kinds("``` not a fence ``` here")).toEqual(["raw PiMarkupInline PiMarkupInline"]);
  });

  it("shows code of a fence inside a list item, and ends it with the item", () => {
    expect(kinds("- a\n  ```\n  x\n  ```\n- b")).toEqual(["list", "PiMarkup", "code", "PiMarkup", "list"]);
    expect(kinds("- a\n  ```\n  x\ny")).toEqual(["list", "PiMarkup", "code", ""]);
    expect(render("- a\n  ```\n    x")[2]?.marks).toEqual([{ col: 2, endCol: 5, group: "@markup.raw.block" }]);
  });

  it("knows bullets, numbers, and tasks, nested by their indent", () => {
    const [bullet, done, todo, number, ...rest] = render("* a\n  - [x] b\n  - [ ] c\n    12) d\n    e\n-x");
    expect(marked(bullet)).toEqual([["@markup.list", "*"]]);
    expect(marked(done)).toEqual([
      ["@markup.list", "-"],
      ["@markup.list.checked", "[x]"],
    ]);
    expect(marked(todo)[1]).toEqual(["@markup.list.unchecked", "[ ]"]);
    expect(marked(number)).toEqual([]);
    expect(rest.map(marked)).toEqual([[], []]);
    expect(marked(render("    - deep\n\n- a\n    - b")[2])).toEqual([["@markup.list", "-"]]);
  });

  it("lets only bullets and a first number follow a line of text", () => {
    expect(kinds("text\n- a")).toEqual(["", "list"]);
    expect(kinds("text\n1. a")).toEqual(["", "list"]);
    expect(kinds("the year\n1984. it was")).toEqual(["", ""]);
    expect(kinds("1. a\n2. b")).toEqual(["list", "list"]);
  });

  it("marks nested quotes, and text that goes on without the marker", () => {
    expect(marked(render("> a\n>> b\nc")[1])).toEqual([
      ["@markup.quote", ">> b"],
      ["PiMarkup", ">"],
      ["@markup.quote", "> b"],
      ["PiMarkup", ">"],
    ]);
    expect(kinds("> **a\nb**")[1]).toContain("strong");
    expect(kinds("> ```\n> x\ny")).toEqual(["quote PiMarkup PiMarkup", "code", ""]);
  });

  it("knows tables by the row under their header", () => {
    const [header, delimiter, row, after] = render("| a | b |\n|---|:-:|\n| `c` | d \\| e |\n\n| no | table |");
    expect(marked(header)).toContainEqual(["@markup.strong", "a"]);
    expect(marked(delimiter)).toEqual([["PiMarkup", "|---|:-:|"]]);
    expect(marked(row).filter(([group, text]) => group === "PiMarkup" && text === "|")).toHaveLength(3);
    expect(marked(row)).toContainEqual(["@markup.raw", "`c`"]);
    expect(marked(after)).toEqual([]);
    expect(kinds("| a | b |\n|---|")).toEqual(["", ""]);
  });

  it("takes only the last line of a paragraph for a table's header", () => {
    const [text, header] = render("some *text*\na | b\n--|--");
    expect(marked(text)[0]).toEqual(["@markup.italic", "*text*"]);
    expect(marked(header)[0]).toEqual(["@markup.strong", "a"]);
  });

  it("ends a table where another block begins", () => {
    expect(kinds("a|b\n-|-\nc|d\n- e").at(-1)).toBe("list");
  });

  it("leaves what is inside HTML blocks alone", () => {
    expect(kinds("<!-- **a**\n\n**b**\n-->\n*c*")).toEqual(["", "", "", "", "italic PiMarkupInline PiMarkupInline"]);
    expect(kinds("<div>\n*a*\n\n*b*")).toEqual(["", "", "", "italic PiMarkupInline PiMarkupInline"]);
  });

  it("takes four columns for code, but not within a paragraph", () => {
    expect(kinds("    code\n\ttab\n\ntext\n    more")).toEqual(["raw.block", "raw.block", "", "", ""]);
  });

  it("shows no blank lines at either end", () => {
    expect(render("\n \n\na\n\nb\n\n").map((line) => line.text)).toEqual(["a", "", "b"]);
    expect(render("\n\n")).toEqual([]);
    expect(render("")).toEqual([]);
  });

  it("survives deep nesting and long lines in no time", () => {
    const hostile = [
      ">".repeat(20_000),
      "- ".repeat(20_000),
      "1. ".repeat(20_000),
      "|".repeat(50_000),
      "[".repeat(8000),
    ];
    hostile.push("*a ".repeat(2600), "<!--".repeat(2000), "`".repeat(8000), "_".repeat(8000), "![".repeat(4000));
    hostile.push(
      "<a b ".repeat(1600),
      "](".repeat(4000),
      "a@".repeat(4000),
      "http://".repeat(1100),
      "-:|".repeat(5000),
    );
    for (const text of hostile) {
      const started = cpuTime();
      for (const line of render(`${text}\n${text}\n\n${text}x`)) line.marks.length;
      expect(cpuTime() - started, text.slice(0, 10)).toBeLessThan(1500);
    }
  });
});

import { describe, expect, it } from "vitest";
import { createHighlighter } from "../../../src/highlight/main";
import { CodeLines } from "../../../src/view/codeLines";
import { codeSyntax, languageOfPath, SyntaxLines } from "../../../src/view/syntax";

const STYLE = { codeFrom: () => 0, spans: () => [], decor: () => undefined };

/** Comments that begin at every line and end at the next one's beginning make each line depend on the one before. */
const CHAINED = Array.from({ length: 3000 }, (_, i) => `${i % 2 === 1 ? "*/ " : ""}const a${i} = ${i}; /*`);

function counted(lines: readonly string[]) {
  const highlighter = createHighlighter();
  let calls = 0;
  const syntax = codeSyntax(
    {
      start: (name) => highlighter.start(name),
      line(state, text) {
        calls++;
        return highlighter.line(state, text);
      },
    },
    "ts",
    (index) => lines[index] as string,
  );
  if (syntax === undefined) throw new Error("no grammar");
  return { syntax: new SyntaxLines(syntax), calls: () => calls };
}

describe("SyntaxLines", () => {
  it("answers the same whatever was asked before", () => {
    const ordered = counted(CHAINED).syntax;
    const inOrder = CHAINED.map((_, index) => ordered.spans(index));
    for (const first of [2999, 399, 400, 1203, 7]) {
      const { syntax } = counted(CHAINED);
      syntax.spans(first);
      for (const index of [first - 1, first, 0, 1999]) expect(syntax.spans(index)).toEqual(inOrder[index]);
    }
  });

  it("looks at no more than 400 lines for one, and at one for the next", () => {
    const { syntax, calls } = counted(CHAINED);
    syntax.spans(2999);
    expect(calls()).toBeLessThanOrEqual(400);
    const before = calls();
    syntax.spans(2999);
    expect(calls()).toBe(before + 1);
  });

  it("forgets what it knew of lines that changed", () => {
    const lines = ["/*", "a", "b"];
    const { syntax } = counted(lines);
    expect(syntax.spans(2)).toMatchObject([{ group: "@comment" }]);
    lines[0] = "x";
    syntax.cut(0);
    expect(syntax.spans(2)).toEqual([]);
  });
});

describe("CodeLines", () => {
  const update = (code: CodeLines<unknown>, lines: readonly string[], onlyGrew = false) =>
    code.update({ lines, range: { first: 0, end: lines.length }, lastIsOpen: false, onlyGrew });
  const create = () => {
    const highlighter = createHighlighter();
    const initial = highlighter.start("ts");
    return new CodeLines<unknown>(STYLE, (lineAt) => ({
      initial,
      step: (before, index) => highlighter.line(before, lineAt(index).code),
    }));
  };

  it("keeps lines that look as before, also those after a change", () => {
    const code = create();
    const old = [...update(code, ["let a", "let b", "let c"])];
    for (const line of old) line.marks.length;
    const now = update(code, ["let a", "let x", "let c"]);
    expect([now[0] === old[0], now[1] === old[1], now[2] === old[2]]).toEqual([true, false, true]);
  });

  it("renews lines after one that opens a comment", () => {
    const code = create();
    for (const line of update(code, ["a", "let b"])) line.marks.length;
    expect(update(code, ["/*", "let b"])[1]?.marks).toEqual([{ col: 0, endCol: 5, group: "@comment" }]);
  });

  it("cuts lines that are too long to be read, and makes control characters visible", () => {
    const [long, control] = update(create(), [`let a = "${"x".repeat(5000)}"`, "let \u001b = 1"]);
    expect(long?.text).toHaveLength(2000);
    expect(long?.decor?.eol?.[0]?.[0]).toContain("more");
    expect(control?.text).toBe("let ␛ = 1");
    expect(control?.marks).toContainEqual({ col: 4, endCol: 7, group: "PiControl" });
  });
});

describe("languageOfPath", () => {
  it.each([
    ["src/a.TS", "ts"],
    ["C:\\x\\main.rs", "rs"],
    ["Makefile", "makefile"],
    ["docker/Dockerfile.dev", "dockerfile"],
    [".bashrc", "bashrc"],
    ["", ""],
  ])("%s is %s", (path, language) => expect(languageOfPath(path)).toBe(language));
});

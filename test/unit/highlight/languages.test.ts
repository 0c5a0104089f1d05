import { describe, expect, it } from "vitest";
import { LANGUAGE_COUNT } from "../../../src/highlight/languages";
import { createHighlighter } from "../../../src/highlight/main";

const highlighter = createHighlighter();

/** Each line's highlighted pieces as `text group`. */
function highlighted(language: string, code: string): string[][] {
  let state = highlighter.start(language);
  if (state === undefined) throw new Error(`no grammar for ${language}`);
  return code.split("\n").map((text) => {
    const { spans, after } = highlighter.line(state, text);
    state = after;
    return spans.map(({ from, to, group }) => `${text.slice(from, to)} ${group}`);
  });
}

/** A line of each language, and what must be highlighted in it. */
const SAMPLES: readonly (readonly [language: string, code: string, ...pieces: string[]])[] = [
  ["ts", "const x: string = f(1); // c", "const @keyword", "string @type", "f @function.call", "// c @comment"],
  ["tsx", 'return <Foo bar="1" />', "return @keyword"],
  ["js", "a.map(/x+/g, `t`)", "map @function.method.call", "/x+/g @string.regexp", "`t` @string"],
  ["python", "def foo(self): return 'x'", "def @keyword", "foo @function", "'x' @string"],
  ["rust", 'fn main() { println!("{}", 1) }', "fn @keyword", "main @function", "println! @function.macro"],
  ["go", 'func (s *S) Do() error { return f("x") }', "func @keyword", "Do @function", '"x" @string'],
  ["c", "#include <stdio.h>", "#include <stdio.h> @attribute"],
  ["cpp", "std::vector<int> f() { return 1; } // c", "int @type", "return @keyword", "// c @comment"],
  ["java", "@Override public void run() {}", "@Override @attribute", "public @keyword", "void @type"],
  ["cs", 'public string Name = "x";', "public @keyword", "string @type", '"x" @string'],
  ["kotlin", 'fun main() { val x = "a" }', "fun @keyword", "val @keyword", '"a" @string'],
  ["swift", "func f() -> Int { return 1 }", "func @keyword", "return @keyword", "1 @number"],
  ["scala", 'def f(x: Int) = "a"', "def @keyword", '"a" @string'],
  ["dart", "final x = 'a';", "final @keyword", "'a' @string"],
  ["lua", "local x = 'a' -- c", "local @keyword", "'a' @string", "-- c @comment"],
  ["ruby", "def foo; puts 'a'; end # c", "def @keyword", "'a' @string", "# c @comment"],
  ["perl", "my $x = 'a'; # c", "'a' @string", "# c @comment"],
  ["php", "<?php echo 'a'; // c", "echo @keyword", "'a' @string", "// c @comment"],
  ["sh", "if true; then echo 'a'; fi # c", "if @keyword", "'a' @string", "# c @comment"],
  ["powershell", "function f { 'a' } # c", "function @keyword", "'a' @string", "# c @comment"],
  ["sql", "SELECT 'a' FROM t -- c", "SELECT @keyword", "'a' @string", "-- c @comment"],
  ["html", '<div class="a">', "div @tag", "class @tag.attribute", '"a" @string'],
  ["xml", '<a b="c"/>', "a @tag", "b @tag.attribute", '"c" @string'],
  ["css", "a { color: red; } /* c */", "a @tag", "color @property", "/* c */ @comment"],
  ["scss", "$x: 1px; // c", "// c @comment"],
  ["less", ".a { .b; } // c", "// c @comment"],
  ["json", '{"a": [1, true, null]}', '"a" @property', "1 @number", "true @constant.builtin"],
  ["yaml", "key: 'a' # c", "key @property", "'a' @string", "# c @comment"],
  ["toml", 'a = "b" # c', "a @property", '"b" @string', "# c @comment"],
  ["ini", "a=b", "a @property"],
  ["dockerfile", "FROM node:22", "FROM @keyword"],
  ["makefile", "all: b # c", "all @label", "# c @comment"],
  ["cmake", 'set(A "b") # c', '"b" @string', "# c @comment"],
  ["nginx", "server { listen 80; } # c", "# c @comment"],
  ["haskell", 'main = putStrLn "a" -- c', '"a" @string', "-- c @comment"],
  ["ocaml", 'let x = "a" (* c *)', "let @keyword", '"a" @string', "(* c *) @comment"],
  ["fsharp", 'let x = "a" // c', "let @keyword", '"a" @string', "// c @comment"],
  ["elixir", 'def foo(x), do: "a" # c', "def @keyword", "foo @function", '"a" @string', "# c @comment"],
  ["erlang", 'f() -> "a". % c', '"a" @string', "% c @comment"],
  ["clojure", '(defn f [x] "a") ; c', '"a" @string', "; c @comment"],
  ["lisp", '(defun f (x) "a") ; c', '"a" @string', "; c @comment"],
  ["elm", 'x = "a" -- c', '"a" @string', "-- c @comment"],
  ["julia", 'function f() "a" end # c', "function @keyword", '"a" @string', "# c @comment"],
  ["r", 'x <- "a" # c', '"a" @string', "# c @comment"],
  ["nix", 'let a = "b"; in a # c', "let @keyword", "a @property", '"b" @string', "# c @comment"],
  ["hcl", 'resource "a" "b" {} # c', "resource @keyword", '"a" @string', "# c @comment"],
  ["graphql", "query { a(b: 1) } # c", "query @keyword", "# c @comment"],
  ["proto", "message A { string b = 1; } // c", "message @keyword", "// c @comment"],
  ["zig", 'const x = @import("a"); // c', "const @keyword", "@import @function.builtin", '"a" @string'],
  ["solidity", 'contract A { string b = "c"; } // c', "contract @keyword", "string @type", '"c" @string'],
  ["vim", "let g:x = 'a'", "let @keyword", "g:x @variable.builtin", "'a' @string"],
  ["tex", "\\section{a} % c", "% c @comment"],
  ["diff", "+a", "+a @diff.plus"],
  ["wat", "(module (func)) ;; c", ";; c @comment"],
];

describe("grammars", () => {
  it("are there for more than 70 languages", () => expect(LANGUAGE_COUNT).toBeGreaterThan(70));

  it.each(SAMPLES)("highlight %s", (language, code, ...pieces) => {
    expect(highlighted(language, code)[0]).toEqual(expect.arrayContaining(pieces));
  });

  it("go on from the line before", () => {
    expect(highlighted("c", "/* a\nb */ int c;")).toEqual([["/* a @comment"], ["b */ @comment", "int @type"]]);
    expect(highlighted("python", '"""a\n\nb"""')).toEqual([['"""a @string'], [], ['b""" @string']]);
    expect(highlighted("html", "<script>\nconst a = 1\n</script>")[1]).toContain("const @keyword");
    expect(highlighted("php", "<b>\n<?php\n$a = <<<X\nif\nX;\n?>\n<b>")[3]).toEqual(["if @string"]);
    expect(highlighted("php", "<b>\n<?php\n1;\n?>\n<b>").at(-1)).toEqual(["b @tag"]);
  });

  it("leave a state as it was, so that a line can be asked for again", () => {
    const state = highlighter.start("ts");
    const first = highlighter.line(state, "const a = `b ${c");
    highlighter.line(first.after, "` + 1; function (");
    expect(highlighter.line(first.after, "d}`").spans).toEqual(highlighter.line(first.after, "d}`").spans);
    expect(highlighter.line(state, "const a = `b ${c").spans).toEqual(first.spans);
  });

  it("answer for any text, in the order of the line, inside it", () => {
    const nasty = [
      "\u0000\ud83d",
      "\t\t",
      "🙂 = '",
      "`${`${`",
      "/*".repeat(200),
      "(".repeat(400),
      "<!--",
      "]]>",
      "'''",
    ];
    for (const [language] of SAMPLES) {
      for (const text of nasty) {
        let at = 0;
        for (const { from, to } of highlighter.line(highlighter.start(language), text).spans) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeLessThanOrEqual(text.length);
          at = to;
        }
      }
    }
  });

  it("know nothing of other names", () => {
    for (const name of ["", "nonsense", "constructor", "__proto__"]) expect(highlighter.start(name)).toBeUndefined();
  });
});

describe("a line", () => {
  /** What is read last before it, elsewhere. */
  const ELSEWHERE = ["1 +", "word", '"text"', "( {", "; .", "/* c", "a: b", "--", "=> =", "@x #y"];
  /** Characters that hardly any language has, which a grammar may take for a piece of what it read last. */
  const ODD = ["# # ", "\\ \\", "- - a", "\u0001 \u0002", "} ) ]", "` '", "% ^ ~", "? ! $"];

  it.each(SAMPLES.map(([language]) => language))("of %s looks the same whatever was highlighted before", (language) => {
    for (const line of ODD) {
      const looks = ELSEWHERE.map((before) => {
        highlighted(language, before);
        return JSON.stringify(highlighted(language, line));
      });
      expect(new Set(looks).size, `${language}: ${line}\n${[...new Set(looks)].join("\n")}`).toBe(1);
    }
  });
});

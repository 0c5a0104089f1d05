/** Which grammar a language has. Names are those of code fences and the extensions of files, in lower case. */
import * as clike from "@codemirror/legacy-modes/mode/clike";
import { clojure } from "@codemirror/legacy-modes/mode/clojure";
import { cmake } from "@codemirror/legacy-modes/mode/cmake";
import { coffeeScript } from "@codemirror/legacy-modes/mode/coffeescript";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { crystal } from "@codemirror/legacy-modes/mode/crystal";
import { d } from "@codemirror/legacy-modes/mode/d";
import { diff } from "@codemirror/legacy-modes/mode/diff";
import { dockerFile } from "@codemirror/legacy-modes/mode/dockerfile";
import { elm } from "@codemirror/legacy-modes/mode/elm";
import { erlang } from "@codemirror/legacy-modes/mode/erlang";
import { fortran } from "@codemirror/legacy-modes/mode/fortran";
import { gas } from "@codemirror/legacy-modes/mode/gas";
import { go } from "@codemirror/legacy-modes/mode/go";
import { groovy } from "@codemirror/legacy-modes/mode/groovy";
import { haskell } from "@codemirror/legacy-modes/mode/haskell";
import { http } from "@codemirror/legacy-modes/mode/http";

import { jinja2 } from "@codemirror/legacy-modes/mode/jinja2";
import { julia } from "@codemirror/legacy-modes/mode/julia";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { fSharp, oCaml, sml } from "@codemirror/legacy-modes/mode/mllike";
import { nginx } from "@codemirror/legacy-modes/mode/nginx";
import { octave } from "@codemirror/legacy-modes/mode/octave";
import { pascal } from "@codemirror/legacy-modes/mode/pascal";
import { perl } from "@codemirror/legacy-modes/mode/perl";
import { powerShell } from "@codemirror/legacy-modes/mode/powershell";
import { properties } from "@codemirror/legacy-modes/mode/properties";
import { protobuf } from "@codemirror/legacy-modes/mode/protobuf";
import { cython, python } from "@codemirror/legacy-modes/mode/python";
import { r } from "@codemirror/legacy-modes/mode/r";
import { ruby } from "@codemirror/legacy-modes/mode/ruby";
import { rust } from "@codemirror/legacy-modes/mode/rust";
import { sass } from "@codemirror/legacy-modes/mode/sass";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { sparql } from "@codemirror/legacy-modes/mode/sparql";
import { standardSQL } from "@codemirror/legacy-modes/mode/sql";
import { stex } from "@codemirror/legacy-modes/mode/stex";
import { swift } from "@codemirror/legacy-modes/mode/swift";
import { tcl } from "@codemirror/legacy-modes/mode/tcl";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { vb } from "@codemirror/legacy-modes/mode/vb";
import { verilog } from "@codemirror/legacy-modes/mode/verilog";
import { vhdl } from "@codemirror/legacy-modes/mode/vhdl";
import { wast } from "@codemirror/legacy-modes/mode/wast";
import { xml } from "@codemirror/legacy-modes/mode/xml";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import type { StreamParser } from "@codemirror/streamparser";
import { elixir, graphql, hcl, make, nix, vim } from "./extraLanguages";
import { html } from "./html";
import { php } from "./php";
import { css, javascript, json, less, sCSS, typescript } from "./steady";
import { solidity, zig } from "./wordLists";

export interface Grammar {
  readonly parser: StreamParser<unknown>;
  /** Groups for token names that mean something of their own in this language. */
  readonly groups: Readonly<Record<string, string>>;
  /** Whether `Name` is a type and `NAME` a constant, as most languages have it. */
  readonly readsCase: boolean;
}

type Row = readonly [parser: StreamParser<unknown>, names: string, groups?: Readonly<Record<string, string>>];

const INI_GROUPS = { def: "@property", quote: "@string" };
const YAML_GROUPS = { atom: "@property", meta: "@punctuation.delimiter" };

const LANGUAGES: readonly Row[] = [
  [clike.c, "c h"],
  [clike.cpp, "cpp c++ cc cxx hpp hh hxx h++ ino cu cuda"],
  [clike.csharp, "csharp cs c#"],
  [clike.dart, "dart"],
  [clike.java, "java"],
  [clike.kotlin, "kotlin kt kts"],
  [clike.objectiveC, "objectivec objective-c objc m mm"],
  [clike.scala, "scala sc sbt"],
  [clike.shader, "glsl vert frag shader hlsl wgsl"],
  [clojure, "clojure clj cljs cljc edn"],
  [cmake, "cmake cmakelists.txt"],
  [coffeeScript, "coffeescript coffee"],
  [commonLisp, "lisp commonlisp common-lisp cl el elisp emacs-lisp"],
  [crystal, "crystal cr"],
  [css, "css"],
  [cython, "cython pyx"],
  [d, "d"],
  [diff, "diff patch"],
  [dockerFile, "dockerfile docker containerfile"],
  [elixir, "elixir ex exs"],
  [elm, "elm"],
  [erlang, "erlang erl hrl"],
  [fortran, "fortran f90 f95 f for"],
  [fSharp, "fsharp fs f# fsx fsi"],
  [gas, "asm s gas assembly nasm"],
  [go, "go golang"],
  [graphql, "graphql gql"],
  [groovy, "groovy gradle jenkinsfile"],
  [haskell, "haskell hs"],
  [hcl, "hcl terraform tf tfvars"],
  [html, "html htm xhtml vue svelte astro"],
  [http, "http"],
  [javascript, "javascript js jsx mjs cjs node"],
  [jinja2, "jinja2 jinja j2 django"],
  [json, "json jsonc json5 geojson ndjson jsonl webmanifest"],
  [julia, "julia jl"],
  [less, "less"],
  [lua, "lua luau"],
  [make, "make makefile gnumakefile mk"],
  [nginx, "nginx"],
  [nix, "nix"],
  [oCaml, "ocaml ml mli"],
  [octave, "octave matlab"],
  [pascal, "pascal pas delphi"],
  [perl, "perl pl pm"],
  [php, "php php3 php4 php5 phtml"],
  [powerShell, "powershell ps1 psm1 pwsh ps"],
  [properties, "properties ini cfg conf dotenv env editorconfig desktop service", INI_GROUPS],
  [protobuf, "protobuf proto"],
  [python, "python py py3 pyi python3 gyp"],
  [r, "r rscript"],
  [ruby, "ruby rb rake gemspec gemfile rakefile podfile"],
  [rust, "rust rs"],
  [sass, "sass"],
  [sCSS, "scss"],
  [scheme, "scheme scm racket rkt ss"],
  [shell, "shell sh bash zsh ksh fish shellscript console bashrc zshrc profile"],
  [sml, "sml"],
  [solidity, "solidity sol"],
  [sparql, "sparql rq"],
  [standardSQL, "sql mysql postgres postgresql pgsql sqlite plsql"],
  [stex, "latex tex sty cls"],
  [swift, "swift"],
  [tcl, "tcl"],
  [toml, "toml cargo.lock"],
  [typescript, "typescript ts tsx mts cts"],
  [vb, "vb vbnet visualbasic"],
  [verilog, "verilog v sv systemverilog svh"],
  [vhdl, "vhdl vhd"],
  [vim, "vim viml vimscript vimrc"],
  [wast, "wasm wat wast"],
  [xml, "xml svg xsd xsl xslt plist rss atom"],
  [yaml, "yaml yml", YAML_GROUPS],
  [zig, "zig zon"],
];

/** Here a name in capitals is a name like others. */
const CASELESS: ReadonlySet<unknown> = new Set([
  css,
  sCSS,
  less,
  sass,
  shell,
  standardSQL,
  make,
  dockerFile,
  cmake,
  properties,
]);

const BY_NAME: ReadonlyMap<string, Grammar> = new Map(
  LANGUAGES.flatMap(([parser, names, groups = {}]) => {
    const grammar = { parser, groups, readsCase: !CASELESS.has(parser) };
    return names.split(" ").map((name) => [name, grammar] as const);
  }),
);

/** How many languages have a grammar. */
export const LANGUAGE_COUNT = LANGUAGES.length;

export function findLanguage(name: string): Grammar | undefined {
  return BY_NAME.get(name);
}

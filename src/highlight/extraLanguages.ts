/** Languages that the library has no grammar for and that need no more than a few rules. */
import { type Rule, simpleMode } from "@codemirror/legacy-modes/mode/simple-mode";

const words = (list: string): RegExp => new RegExp(`(?:${list.trim().split(/\s+/).join("|")})(?![\\w?!-])`);

const NUMBER: Rule = { regex: /0x[\da-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[-+]?\d+)?/i, token: "number" };
const DOUBLE_QUOTED: Rule = { regex: /"(?:[^"\\]|\\.)*(?:"|$)/, token: "string" };
const SINGLE_QUOTED: Rule = { regex: /'(?:[^'\\]|\\.)*(?:'|$)/, token: "string" };
const HASH_COMMENT: Rule = { regex: /#.*/, token: "comment" };
const NAME: Rule = { regex: /[A-Za-z_][\w-]*/, token: "variable" };
const OPERATOR: Rule = { regex: /[-+*/%=<>!&|^~?]+/, token: "operator" };

/** A string, comment or heredoc over several lines: from `open` to `close`. */
function long(name: string, open: RegExp, close: RegExp, token: string): { enter: Rule; rules: Rule[] } {
  return {
    enter: { regex: open, token, next: name },
    rules: [
      { regex: new RegExp(`.*?${close.source}`), token, next: "start" },
      { regex: /.+/, token },
    ],
  };
}

const elixirDoc = long("doc", /"""|~[a-zA-Z]"""/, /"""/, "string");

export const elixir = simpleMode({
  start: [
    elixirDoc.enter,
    HASH_COMMENT,
    DOUBLE_QUOTED,
    SINGLE_QUOTED,
    { regex: /~[a-zA-Z][/|"'([{<][^/|"')\]}>]*[/|"')\]}>]?/, token: "string" },
    { regex: /(defp?|defmacrop?|defguardp?)(\s+)([a-z_]\w*[?!]?)/, token: ["keyword", "", "def"] },
    {
      regex: words(
        "after alias and case catch cond def defp defmacro defmodule defstruct defimpl defprotocol defexception defdelegate do else end fn for if import in not or quote raise receive require rescue throw try unless unquote use when with",
      ),
      token: "keyword",
    },
    { regex: words("true false nil"), token: "atom" },
    { regex: /@[a-z_]\w*/, token: "meta" },
    { regex: /:(?:[A-Za-z_]\w*[?!]?|"[^"]*")|[a-z_]\w*[?!]?:(?!:)/, token: "atom" },
    { regex: /[A-Z]\w*(?:\.[A-Z]\w*)*/, token: "type" },
    NUMBER,
    { regex: /[a-z_]\w*[?!]?/, token: "variable" },
    OPERATOR,
  ],
  doc: elixirDoc.rules,
});

const graphqlDoc = long("doc", /"""/, /"""/, "string");

export const graphql = simpleMode({
  start: [
    graphqlDoc.enter,
    HASH_COMMENT,
    DOUBLE_QUOTED,
    {
      regex: words(
        "query mutation subscription fragment on type interface union enum input scalar schema extend directive implements repeatable",
      ),
      token: "keyword",
    },
    { regex: words("Int Float String Boolean ID"), token: "type" },
    { regex: words("true false null"), token: "atom" },
    { regex: /@\w+/, token: "meta" },
    { regex: /\$\w+/, token: "sigil" },
    { regex: /[A-Za-z_]\w*(?=\s*:)/, token: "property" },
    { regex: /[A-Z]\w*/, token: "type" },
    NUMBER,
    NAME,
    OPERATOR,
  ],
  doc: graphqlDoc.rules,
});

const hclComment = long("comment", /\/\*/, /\*\//, "comment");

export const hcl = simpleMode({
  start: [
    hclComment.enter,
    HASH_COMMENT,
    { regex: /\/\/.*/, token: "comment" },
    DOUBLE_QUOTED,
    {
      regex: /(?:resource|data|variable|output|module|provider|locals|terraform|moved|import|check)\b/,
      token: "keyword",
    },
    { regex: words("for in if else endif endfor dynamic"), token: "keyword" },
    { regex: words("true false null"), token: "atom" },
    { regex: words("string number bool list map set object tuple any"), token: "type" },
    { regex: /[A-Za-z_][\w-]*(?=\s*=[^=])/, token: "property" },
    NUMBER,
    NAME,
    OPERATOR,
  ],
  comment: hclComment.rules,
});

export const make = simpleMode({
  start: [
    {
      regex: /(?:-?include|ifn?eq|ifn?def|else|endif|define|endef|export|unexport|override|vpath)\b/,
      token: "keyword",
      sol: true,
    },
    { regex: /[^\s:=#][^:=#]*?(?=\s*::?(?!=))/, token: "labelName", sol: true },
    { regex: /[A-Za-z_][\w.-]*(?=\s*[:?+!]?=)/, token: "property", sol: true },
    HASH_COMMENT,
    { regex: /\$[({][^)}\s]*[)}]?|\$[@<^?*+%|$]/, token: "sigil" },
    DOUBLE_QUOTED,
    SINGLE_QUOTED,
    { regex: /[\w./-]+/ },
    OPERATOR,
  ],
});

const nixComment = long("comment", /\/\*/, /\*\//, "comment");
const nixText = long("text", /''/, /''(?!['$])/, "string");

export const nix = simpleMode({
  start: [
    nixComment.enter,
    nixText.enter,
    HASH_COMMENT,
    DOUBLE_QUOTED,
    { regex: words("let in if then else with inherit rec assert or"), token: "keyword" },
    { regex: words("true false null"), token: "atom" },
    { regex: words("builtins import abort throw map toString derivation baseNameOf fetchTarball"), token: "builtin" },
    { regex: /(?:[\w.+-]*\/[\w.+/-]+|<[\w./+-]+>)/, token: "string" },
    { regex: /[A-Za-z_][\w'-]*(?=\s*=[^=])/, token: "property" },
    NUMBER,
    { regex: /[A-Za-z_][\w'-]*/, token: "variable" },
    OPERATOR,
  ],
  comment: nixComment.rules,
  text: nixText.rules,
});

export const vim = simpleMode({
  start: [
    { regex: /\s*".*/, token: "comment", sol: true },
    { regex: /\s*#\s.*/, token: "comment", sol: true },
    DOUBLE_QUOTED,
    { regex: /'(?:[^']|'')*(?:'|$)/, token: "string" },
    {
      regex: words(
        "let const var unlet if else elseif endif while endwhile for endfor in function def enddef endfunction return call execute echo echomsg echoerr set setlocal setglobal source runtime try catch finally endtry throw augroup autocmd command nnoremap inoremap vnoremap xnoremap onoremap tnoremap cnoremap noremap map nmap imap vmap unmap syntax highlight hi colorscheme filetype finish break continue silent normal import export vim9script packadd",
      ),
      token: "keyword",
    },
    { regex: /[gbwtslav]:[A-Za-z_]\w*|&[gl]?:?[a-z]+|\$[A-Z_]+|@[\w"*+/]/, token: "sigil" },
    { regex: /<(?:C-|M-|S-|D-)*[\w-]+>/i, token: "string" },
    { regex: words("v:true v:false v:null true false null"), token: "atom" },
    NUMBER,
    { regex: /[A-Za-z_][\w#]*/, token: "variable" },
    OPERATOR,
  ],
});

/** Token names of the grammars as Neovim's standard groups. */

/** Names of @lezer/highlight's tags, and the older ones that the grammars still use. Others stay plain text. */
const GROUPS: Readonly<Record<string, string>> = {
  atom: "@constant.builtin",
  attribute: "@tag.attribute",
  attributeName: "@tag.attribute",
  bool: "@boolean",
  bracket: "@punctuation.bracket",
  builtin: "@function.builtin",
  character: "@character",
  comment: "@comment",
  controlKeyword: "@keyword",
  definitionKeyword: "@keyword",
  deleted: "@diff.minus",
  emphasis: "@markup.italic",
  escape: "@string.escape",
  header: "@markup.heading",
  heading: "@markup.heading",
  inserted: "@diff.plus",
  keyword: "@keyword",
  labelName: "@label",
  link: "@markup.link.url",
  macroName: "@function.macro",
  meta: "@attribute",
  modifier: "@keyword",
  moduleKeyword: "@keyword",
  namespace: "@module",
  number: "@number",
  operator: "@operator",
  operatorKeyword: "@keyword",
  processingInstruction: "@attribute",
  property: "@property",
  propertyName: "@property",
  qualifier: "@attribute",
  quote: "@markup.quote",
  regexp: "@string.regexp",
  self: "@variable.builtin",
  sigil: "@variable.builtin",
  string: "@string",
  strong: "@markup.strong",
  tag: "@tag",
  tagName: "@tag",
  type: "@type",
  typeName: "@type",
  unit: "@number",
  url: "@markup.link.url",
};

/** Names with a modifier that means more than the name alone. */
const MODIFIED: Readonly<Record<string, string>> = {
  "typeName.standard": "@type.builtin",
  "variableName.standard": "@function.builtin",
  "variableName.special": "@variable.builtin",
  "variableName.function": "@function",
};

const NAMES = new Set(["variable", "variableName", "def", "variable-2", "variable-3"]);

/** A group, or a name of which only its surroundings say what it is. */
export interface Style {
  readonly group: string | undefined;
  readonly name: "defined" | "used" | undefined;
}

const known = new Map<string, Style>();

/** What a grammar's style means, e.g. `keyword`, `variableName.definition`, `string property`. */
export function styleOf(token: string): Style {
  let style = known.get(token);
  if (style === undefined) {
    style = readStyle(token);
    known.set(token, style);
  }
  return style;
}

function readStyle(token: string): Style {
  for (const part of token.split(" ").reverse()) {
    const [name = "", ...modifiers] = part.split(".");
    const isDefinition = name === "def" || modifiers.includes("definition");
    if (isDefinition && NAMES.has(name)) return { group: undefined, name: "defined" };
    const group = MODIFIED[part] ?? GROUPS[name];
    if (group !== undefined) return { group, name: undefined };
    if (NAMES.has(name)) return { group: undefined, name: "used" };
  }
  return { group: undefined, name: undefined };
}

/** Before a name: a word that defines functions, and in Go who has the method. */
const DEFINING = /(?:^|\W)(?:(?:def|defp|fn|fun|func|function|proc|sub)\s[^(]*|func\s*\([^()]*\)\s*)$/;

/** The group of a name, by what stands around it. Most names have none: they are plain text. */
export function nameGroup(line: string, from: number, to: number, isDefined: boolean): string | undefined {
  if (line.charCodeAt(to) !== 0x28) return undefined;
  if (isDefined || DEFINING.test(line.slice(Math.max(0, from - 60), from))) return "@function";
  return line[from - 1] === "." ? "@function.method.call" : "@function.call";
}

const TYPE = /^[A-Z]\w*[a-z]\w*$/;
const CONSTANT = /^[A-Z][A-Z\d_]+$/;

/** What a name's capitals say where that is the custom. */
export function groupByCase(name: string): string | undefined {
  if (TYPE.test(name)) return "@type";
  return CONSTANT.test(name) ? "@constant" : undefined;
}

/** Reads a prompt as the demo model does: by verbs, in their order. It understands nothing else. */
import type { ToolCallPart } from "./modelScript";

/** Knows the results of the calls before it; undefined when it has nothing to do any more. */
export type PlannedCall = (results: readonly string[]) => ToolCallPart | undefined;

type Verb = "run" | "read" | "edit" | "write";

const verbs = new Map<string, Verb>([
  ["run", "run"],
  ["execute", "run"],
  ["read", "read"],
  ["edit", "edit"],
  ["fix", "edit"],
  ["change", "edit"],
  ["write", "write"],
  ["create", "write"],
]);

/** The mistake in the sample project, and its remedy. */
const SAMPLE_FILE = "src/pump.js";
const SAMPLE_MISTAKE = "while (left >= 0) {";
const SAMPLE_REMEDY = "while (left > 0) {";

const QUOTED = /`[^`\n]+`|"[^"\n]+"|(?<![\w])'[^'\n]+'/g;
/** Stands alone: `read` in `src/read.ts` is no verb. */
const WORD = /(?<![\w./-])[a-z]+(?![\w/-]|\.\w)/gi;

/** Lines of a file or buffer as the plugin sends them with a prompt. */
const CONTEXT = /^<(file|buffer) name="(?<name>[^"]*)".*>\n(`{3,}).*\n[\s\S]*?^\3\n<\/\1>$/gm;

/** The tool calls that a prompt asks for. What was selected is meant when no file is named. */
export function planOf(prompt: string): PlannedCall[] {
  const selected = [...prompt.matchAll(CONTEXT)][0]?.groups?.name;
  return wishesOf(ownWords(prompt)).flatMap(({ verb, rest }) => callsOf(verb, rest, selected));
}

/** What the user wrote, without the code that went with it. */
export function ownWords(prompt: string): string {
  return prompt.replace(CONTEXT, "").replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1`*\s*$/gm, "");
}

/** Each verb with the words from there to the next one. */
function wishesOf(text: string): { verb: Verb; rest: string }[] {
  const unquoted = text.replace(QUOTED, (found) => " ".repeat(found.length));
  const found = [...unquoted.matchAll(WORD)].flatMap((match) => {
    const verb = verbs.get(match[0].toLowerCase());
    return verb === undefined ? [] : [{ verb, start: match.index }];
  });
  return found.map(({ verb, start }, index) => ({ verb, rest: text.slice(start, found[index + 1]?.start) }));
}

function quotesOf(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => match[0].slice(1, -1));
}

/** A quoted path, or a bare word with an extension. Line numbers and `@` do not belong to it. */
function pathIn(text: string): string | undefined {
  const isPath = (word: string) => /^[\w./~-]*[\w-]\.\w+$|^[\w.~-]*\/[\w./-]+$/.test(word);
  const words = [...quotesOf(text), ...text.split(/[\s`"'()]+/)];
  return words.map((word) => word.replace(/^@/, "").replace(/(:\d+(-\d+)?)?[:,;.?!]*$/, "")).find(isPath);
}

function callsOf(verb: Verb, rest: string, selected: string | undefined): PlannedCall[] {
  if (verb === "run") return [() => ({ tool: "bash", args: { command: commandIn(rest) } })];
  if (verb === "read") return [() => readCall(quotesOf(rest)[0] ?? pathIn(rest) ?? selected ?? "README.md")];
  if (verb === "write") return [() => writeCall(rest)];
  const path = quotesOf(rest)[0] ?? pathIn(rest) ?? selected ?? SAMPLE_FILE;
  return [() => readCall(path), (results) => editCall(path, results.at(-1) ?? "")];
}

function commandIn(rest: string): string {
  return quotesOf(rest)[0] ?? (/\btests?\b/i.test(rest) ? "node --test" : "ls -la");
}

function readCall(path: string): ToolCallPart {
  return { tool: "read", args: { path } };
}

function writeCall(rest: string): ToolCallPart {
  const path = pathIn(rest) ?? "notes.md";
  const text = quotesOf(rest).find((words) => words !== path);
  const content = text ?? "# Notes\n\nWritten by the scripted demo model.\n\n- nothing here was thought about\n";
  return { tool: "write", args: { path, content } };
}

/** Corrects the sample's mistake; in any other file, repeats its first line that occurs only once, with a remark. */
function editCall(path: string, text: string): ToolCallPart | undefined {
  const lines = text.split("\n");
  const isOnlyOne = (line: string) => line.trim().length > 3 && text.split(line).length === 2;
  const oldText = text.includes(SAMPLE_MISTAKE) ? SAMPLE_MISTAKE : lines.find(isOnlyOne);
  if (oldText === undefined) return undefined;
  const newText = oldText === SAMPLE_MISTAKE ? SAMPLE_REMEDY : `${oldText} (seen by the demo model)`;
  return { tool: "edit", args: { path, edits: [{ oldText, newText }] } };
}

import { readFile } from "node:fs/promises";
import type { SlashCommand } from "../pi/protocol";

/**
 * The text of a message that begins with the name of a prompt template, filled in as pi would do it. For messages with
 * context only: as arguments of pi's own expansion it would lose its line breaks and quotes, or be dropped.
 */
export async function expandTemplate(text: string, commands: readonly SlashCommand[]): Promise<string> {
  const match = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text);
  const template = commands.find(({ name, source }) => name === match?.[1] && source === "prompt");
  if (match === null || template === undefined) return text;
  const content = await readFile(template.sourceInfo.path, "utf8").catch(() => undefined);
  return content === undefined ? text : fillIn(bodyOf(content), splitArguments(match[2] ?? ""));
}

/** What comes after the front matter. */
function bodyOf(content: string): string {
  const text = content.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const end = text.startsWith("---") ? text.indexOf("\n---", 3) : -1;
  return end === -1 ? text : text.slice(end + 4).trim();
}

/** Words, and what is between quotes as one; a quote inside of a word is a letter. */
function splitArguments(text: string): string[] {
  const words = text.match(/"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\S+/g) ?? [];
  return words.map((word) => {
    const quote = /^(["'])[\s\S]*\1$/.exec(word)?.[1];
    return quote === undefined || word.length < 2 ? word : word.slice(1, -1).replaceAll(`\\${quote}`, quote);
  });
}

/** `${1:-default}` `${@:-default}`, `${@:from:count}`, `$1` `$@` `$ARGUMENTS`. */
const PLACEHOLDER = /\$\{(\d+|ARGUMENTS|@):-([^}]*)\}|\$\{@:(\d+)(?::(\d+))?\}|\$(ARGUMENTS|@|\d+)/g;

function fillIn(body: string, args: readonly string[]): string {
  const argument = (name: string) => (/^\d+$/.test(name) ? (args[Number(name) - 1] ?? "") : args.join(" "));
  return body.replace(PLACEHOLDER, (_whole, named, otherwise, from, count, plain) => {
    if (named !== undefined) return argument(named) || otherwise;
    if (plain !== undefined) return argument(plain);
    const start = Math.max(0, Number(from) - 1);
    return args.slice(start, count === undefined ? undefined : start + Number(count)).join(" ");
  });
}

/** How pi ended, and how to say so. */
import { stripVTControlCharacters } from "node:util";

export interface PiExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what pi wrote to stderr, ANSI codes removed. */
  readonly stderr: string;
  /** True when we asked for it. */
  readonly expected: boolean;
  /** One sentence: exit code or signal, last lines of stderr. */
  readonly message: string;
}

export interface ExitFacts extends Omit<PiExit, "message"> {
  /** pi closed its input and was ended for that. */
  readonly inputClosed: boolean;
}

const MAX_LINES = 3;
const MAX_CHARACTERS = 400;

/** Makes the exit that is reported from what is known of it. */
export function describeExit(facts: ExitFacts): PiExit {
  const stderr = stripVTControlCharacters(facts.stderr).replaceAll("\r\n", "\n");
  const lastWords = lastLines(stderr);
  const message = lastWords === "" ? `${howItEnded(facts)}.` : `${howItEnded(facts)}: ${lastWords}`;
  return { code: facts.code, signal: facts.signal, stderr, expected: facts.expected, message };
}

function howItEnded({ code, signal, expected, inputClosed }: ExitFacts): string {
  if (expected) return "pi was stopped";
  if (inputClosed) return "pi closed its input and was ended";
  if (signal) return `pi was ended by ${signal}`;
  return `pi exited with code ${code ?? "unknown"}`;
}

/** The last lines that say something: a stack trace and Node's own last line do not. */
function lastLines(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:at .+|\^+|Node\.js v\d.*)$/.test(line));
  const text = lines.slice(-MAX_LINES).join(" | ");
  return text.length > MAX_CHARACTERS ? `…${text.slice(-MAX_CHARACTERS)}` : text;
}

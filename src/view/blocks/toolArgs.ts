/** A tool's arguments, complete or still arriving. Untrusted: any JSON value may stand anywhere. */
import type { ToolBlock } from "../../agent/blocks";
import { PartialJson } from "../partialJson";

export interface EditTexts {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface ToolArgs {
  /** A string argument as lines; undefined when there is none (yet). */
  lines(key: string): readonly string[] | undefined;
  number(key: string): number | undefined;
  /** Replacements of an edit. */
  edits(): readonly EditTexts[];
  /** The arguments themselves, once complete. */
  readonly complete: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a block's arguments as often as asked; what has been read is kept. */
export class ToolArgsReader {
  readonly #block: ToolBlock;
  #draft = new PartialJson();
  #known: ToolArgs | undefined;

  constructor(block: ToolBlock) {
    this.#block = block;
  }

  read(): ToolArgs {
    const { args, argsText } = this.#block;
    if (args !== undefined) {
      if (this.#known?.complete !== args) this.#known = completeArgs(args);
      return this.#known as ToolArgs;
    }
    if (argsText.length < this.#draft.length) this.#draft = new PartialJson();
    this.#draft.read(argsText);
    return draftArgs(this.#draft);
  }
}

function completeArgs(args: Readonly<Record<string, unknown>>): ToolArgs {
  const split = new Map<string, readonly string[]>();
  return {
    complete: args,
    lines(key) {
      const value = Object.hasOwn(args, key) ? args[key] : undefined;
      if (typeof value !== "string") return undefined;
      let lines = split.get(key);
      if (lines === undefined) {
        lines = splitLines(value);
        split.set(key, lines);
      }
      return lines;
    },
    number(key) {
      const value = Object.hasOwn(args, key) ? args[key] : undefined;
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    },
    edits() {
      const list: unknown[] = Array.isArray(args.edits) ? args.edits : [args];
      return list.map(editOf).filter((edit) => edit !== undefined);
    },
  };
}

function draftArgs({ strings }: PartialJson): ToolArgs {
  return {
    complete: undefined,
    lines: (key) => strings.get(key)?.lines,
    number: () => undefined,
    edits() {
      const edits: EditTexts[] = [];
      for (let i = 0; strings.has(`edits.${i}.oldText`) || strings.has(`edits.${i}.newText`); i++) {
        edits.push({
          removed: withoutLastBlank(strings.get(`edits.${i}.oldText`)?.lines ?? []),
          added: withoutLastBlank(strings.get(`edits.${i}.newText`)?.lines ?? []),
        });
      }
      return edits;
    },
  };
}

function editOf(value: unknown): EditTexts | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { oldText, newText } = value as Readonly<Record<string, unknown>>;
  if (typeof oldText !== "string" || typeof newText !== "string") return undefined;
  return { removed: textLines(oldText), added: textLines(newText) };
}

/** The lines of a text that may or may not end with a line break. */
function textLines(text: string): readonly string[] {
  return text === "" ? [] : withoutLastBlank(splitLines(text));
}

function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\n/);
}

function withoutLastBlank(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

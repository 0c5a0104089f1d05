/** What stands under a tool's header: arguments worth reading, and the output. */
import type { ToolBlock } from "../../agent/blocks";
import { PLAIN_STYLE } from "../ansi";
import { ChainedLines, type RenderLine } from "../chainedLines";
import type { CodeHighlighter } from "../markdown/codeHighlighter";
import { renderOutputLine } from "../outputLine";
import { shownCount } from "../sourceLines";
import type { Line } from "../types";
import { CodeViews } from "./codeViews";
import type { DiffText } from "./diffText";
import { imageLines } from "./images";
import type { Opening } from "./opening";
import { OutputView } from "./outputView";
import type { ToolArgs } from "./toolArgs";
import { isKnownTool, isShellTool, longCommand } from "./toolHeader";
import { endOfOutput } from "./toolState";

const renderArgument: RenderLine<undefined> = (raw, _before, isOpen) => {
  return { line: renderOutputLine(raw, PLAIN_STYLE, isOpen, "PiToolArgs").line, style: undefined };
};

/** Unknown arguments up to here are read in the header. */
const IN_HEADER = 100;
/** Longest JSON of unknown arguments that is shown, in characters. */
const LONGEST_JSON = 100_000;

export class ToolBody {
  readonly #block: ToolBlock;
  readonly #output: OutputView;
  readonly #code: CodeViews;
  readonly #argument = new ChainedLines<undefined>(renderArgument, undefined);
  #json: { readonly of: unknown; readonly lines: readonly string[] } | undefined;

  constructor(block: ToolBlock, highlighter: CodeHighlighter | undefined) {
    this.#block = block;
    this.#code = new CodeViews(block, highlighter);
    this.#output = new OutputView(block.output, "PiToolOutput");
  }

  get outputCount(): number {
    return this.#output.count;
  }

  lines(opening: Opening, args: ToolArgs, diff: DiffText | undefined): readonly Line[] {
    const images = imageLines(this.#block.images);
    if (opening === "closed") return images;
    if (opening !== "open") return [...this.#tail(opening.tail, args, diff), ...images];
    return [...this.#arguments(args, diff), ...(this.#saysOnlyDone() ? [] : this.#wholeOutput(args)), ...images];
  }

  get #isActive(): boolean {
    const { state } = this.#block;
    return state !== "done" && state !== "failed" && state !== "aborted";
  }

  /** The sentence after a change that went well says what the header says. */
  #saysOnlyDone(): boolean {
    const { name, state, output } = this.#block;
    return state === "done" && (name === "edit" || name === "write") && shownCount(output.lines) <= 1;
  }

  /** The end of what is newest: the output, or the text that is being written. */
  #tail(most: number, args: ToolArgs, diff: DiffText | undefined): readonly Line[] {
    const { output } = this.#block;
    if (!this.#isActive) return this.#output.tail(most, false, endOfOutput(this.#block, this.#output.count));
    if (!output.isEmpty) return this.#output.tail(most, true);
    return this.#arguments(args, diff).slice(-most);
  }

  #wholeOutput(args: ToolArgs): readonly Line[] {
    const { name, state, output } = this.#block;
    const file = name === "read" && state === "done" ? this.#code.file(args) : undefined;
    return file?.update(shown(output.lines, shownCount(output.lines))) ?? this.#output.all(this.#isActive);
  }

  #arguments(args: ToolArgs, diff: DiffText | undefined): readonly Line[] {
    if (diff !== undefined) return this.#code.diff(args).update(shown(diff.lines));
    const text = shown(this.#argumentText(args));
    const file = this.#block.name === "write" ? this.#code.file(args) : undefined;
    return file?.update(text) ?? this.#argument.update(text);
  }

  #argumentText(args: ToolArgs): readonly string[] {
    const { name } = this.#block;
    if (name === "write") return args.lines("content") ?? [];
    if (isShellTool(name)) return longCommand(args.lines("command") ?? []);
    return isKnownTool(name) || args.complete === undefined ? [] : this.#jsonOf(args.complete);
  }

  #jsonOf(args: Readonly<Record<string, unknown>>): readonly string[] {
    if (this.#json?.of === args) return this.#json.lines;
    const isInHeader = JSON.stringify(args).length <= IN_HEADER;
    const json = isInHeader ? "" : JSON.stringify(args, undefined, 2).slice(0, LONGEST_JSON);
    this.#json = { of: args, lines: json === "" ? [] : json.split("\n") };
    return this.#json.lines;
  }
}

function shown(lines: readonly string[], end = lines.at(-1) === "" ? lines.length - 1 : lines.length) {
  return { lines, range: { first: 0, end }, lastIsOpen: false, onlyGrew: false };
}

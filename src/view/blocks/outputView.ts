import type { StreamText } from "../../agent/streamText";
import { type AnsiStyle, PLAIN_STYLE } from "../ansi";
import { ChainedLines } from "../chainedLines";
import { keepLines } from "../line";
import { renderOutputLine } from "../outputLine";
import { shownCount } from "../sourceLines";
import type { Line } from "../types";

/** What a command printed: all of it, or its end at a cost that does not depend on the rest. */
export class OutputView {
  readonly #text: StreamText;
  readonly #group: string;
  readonly #all: ChainedLines<AnsiStyle>;
  #tail: readonly Line[] = [];

  constructor(text: StreamText, group: string) {
    this.#text = text;
    this.#group = group;
    this.#all = new ChainedLines<AnsiStyle>(
      (raw, before, isOpen) => renderOutputLine(raw, before, isOpen, group),
      PLAIN_STYLE,
    );
  }

  /** Number of lines, blank ones at the end not counted. */
  get count(): number {
    return shownCount(this.#text.lines);
  }

  /** @param isRunning more may come. */
  all(isRunning: boolean): readonly Line[] {
    const end = this.count;
    const lastIsOpen = isRunning && end === this.#text.lines.length;
    return this.#all.update({ lines: this.#text.lines, range: { first: 0, end }, lastIsOpen, onlyGrew: false });
  }

  /** The last lines before `end`. Colours that were switched on before them are not known here. */
  tail(most: number, isRunning: boolean, end = this.count): readonly Line[] {
    const { lines } = this.#text;
    const tail: Line[] = [];
    let style = PLAIN_STYLE;
    for (let i = Math.max(0, end - most); i < end; i++) {
      const isOpen = isRunning && i === lines.length - 1;
      const rendered = renderOutputLine(lines[i] as string, style, isOpen, this.#group);
      style = rendered.style;
      tail.push(rendered.line);
    }
    this.#tail = keepScrolled(this.#tail, tail);
    return this.#tail;
  }
}

/** Lines that moved up keep their identity: looks for the distance at which the old lines go on. */
function keepScrolled(old: readonly Line[], lines: readonly Line[]): readonly Line[] {
  for (let by = 0; by < old.length; by++) {
    if (old[by]?.text === lines[0]?.text) return keepLines(old.slice(by, by + lines.length), lines);
  }
  return lines;
}

import { keepLine } from "./line";
import { firstChange, type SourceNow } from "./sourceLines";
import type { Line } from "./types";

/** What a line becomes, and what it leaves behind for the next, e.g. a colour that is still on. */
export type RenderLine<State> = (raw: string, before: State, isOpen: boolean) => { line: Line; style: State };

/** A growing text rendered line by line: only lines that changed are rendered again. */
export class ChainedLines<State> {
  readonly #render: RenderLine<State>;
  readonly #initial: State;
  readonly #raw: string[] = [];
  readonly #after: State[] = [];
  readonly #out: Line[] = [];
  #lastWasOpen = false;

  constructor(render: RenderLine<State>, initial: State) {
    this.#render = render;
    this.#initial = initial;
  }

  /** @returns the lines of `now.range`; the array is reused. */
  update(now: SourceNow): readonly Line[] {
    const { first, end } = now.range;
    const count = end - first;
    for (let i = this.#firstChange(now); i < count; i++) {
      const raw = now.lines[first + i] as string;
      const before = i === 0 ? this.#initial : (this.#after[i - 1] as State);
      const { line, style } = this.#render(raw, before, now.lastIsOpen && i === count - 1);
      this.#out[i] = keepLine(this.#out[i], line);
      this.#raw[i] = raw;
      this.#after[i] = style;
    }
    this.#raw.length = this.#after.length = this.#out.length = count;
    this.#lastWasOpen = now.lastIsOpen;
    return this.#out;
  }

  #firstChange(now: SourceNow): number {
    const at = firstChange({ lines: this.#raw, lastWasOpen: this.#lastWasOpen }, now);
    if (at > 0 || !this.#dropScrolledOff(now.lines[now.range.first])) return at;
    return firstChange({ lines: this.#raw, lastWasOpen: this.#lastWasOpen }, now);
  }

  /** A command's output is its last lines once it is long: then lines go at the beginning, and the rest moves up. */
  #dropScrolledOff(first: string | undefined): boolean {
    const gone = first === undefined ? -1 : this.#raw.indexOf(first);
    if (gone <= 0 || this.#after[gone - 1] !== this.#initial) return false;
    for (const kept of [this.#raw, this.#after, this.#out]) kept.splice(0, gone);
    return true;
  }
}

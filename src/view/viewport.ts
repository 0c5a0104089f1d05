import type { Block } from "../agent/blocks";
import type { BlockLines, BlockSlice } from "./blockLines";
import { distance, isEarlier, type Place, stepBack, stepForward } from "./window";

export interface Limits {
  /** Lines in Neovim at the most; beyond them the far end is dropped there (and kept here). */
  readonly most: number;
  /** Lines kept when it is dropped. */
  readonly keep: number;
  /** Lines that are there at once when a chat opens, or when a reply outruns the screen. */
  readonly opening: number;
  /** Lines that are filled in behind those while nothing else is to do. */
  readonly comfortable: number;
  /** Lines added at an end when somebody comes near it. */
  readonly step: number;
}

export const LIMITS: Limits = { most: 4000, keep: 2500, opening: 150, comfortable: 1000, step: 300 };

export type ExtendTo = "older" | "newer" | "oldest" | "newest";

/** A line of a block, however the blocks before it change. */
interface Position {
  readonly block: Block;
  readonly line: number;
}

/** Which lines of the conversation Neovim should hold. */
export class Viewport {
  readonly #source: BlockLines;
  readonly #limits: Limits;
  /** No start: nothing was sent yet. No end: the window ends with the conversation. */
  #start: Position | undefined;
  #end: Position | undefined;
  /** The window begins with the conversation: what comes in before its first block belongs to it. */
  #hasFirst = false;

  constructor(source: BlockLines, limits: Limits) {
    this.#source = source;
    this.#limits = limits;
  }

  clear(): void {
    this.#start = undefined;
    this.#end = undefined;
  }

  /** Someone comes near an end, or wants to be there. */
  extend(to: ExtendTo): void {
    const start = this.#startPlace();
    const end = this.#place(this.#end);
    const { most, step, opening } = this.#limits;
    if (to === "newest") {
      this.#set(this.#back(this.#last(), opening), undefined);
    } else if (to === "oldest") {
      const first = { index: 0, line: 0 };
      this.#set(first, this.#forward(first, step));
    } else if (to === "older") {
      const back = this.#back(start, step);
      this.#set(back, this.#lines(back, end) > most ? this.#forward(back, most) : end);
    } else if (end !== undefined) {
      const forward = this.#forward(end, step);
      const surplus = this.#lines(start, forward) - most;
      this.#set(surplus > 0 ? (this.#forward(start, surplus) ?? start) : start, forward);
    }
  }

  /** Brings a line into the window: joined to what is there when that is near, else with only its surroundings. */
  reveal(target: Place): void {
    const { most, step } = this.#limits;
    const start = this.#startPlace();
    const end = this.#place(this.#end);
    const isBefore = isEarlier(target, start);
    if (!isBefore && (end === undefined || isEarlier(target, end))) return;
    const from = this.#back(target, step / 2);
    if (isBefore && this.#lines(from, end) <= most) this.#set(from, end);
    else this.#set(from, this.#forward(from, step));
  }

  /** Lines from the window's start to a place in it. */
  rowOf(place: Place): number {
    return this.#lines(this.#startPlace(), place);
  }

  /** The window's first line, and the one after its last. */
  bounds(): { start: Place; end: Place } {
    return { start: this.#startPlace(), end: this.#place(this.#end) ?? this.#last() };
  }

  /**
   * The conversation grew or changed. Someone who reads away from its end keeps what is there, and the window ends
   * where it is full; otherwise it moves along, at once to the end when that is far ahead of what was sent.
   */
  follow(sentLines: number, isDetached: boolean): void {
    const start = this.#startPlace();
    if (this.#end !== undefined) {
      this.#set(start, this.#place(this.#end));
      return;
    }
    const { most, keep, opening } = this.#limits;
    const lines = this.#lines(start, undefined);
    if (isDetached) this.#set(start, lines > most ? this.#forward(start, most) : undefined);
    else if (lines - sentLines > 2 * this.#limits.step) this.#set(this.#back(this.#last(), opening), undefined);
    else this.#set(lines > most ? this.#back(this.#last(), keep) : start, undefined);
  }

  /** With nothing else to do, lines before an opening window are filled in. @returns false when there are enough. */
  fill(sentLines: number): boolean {
    if (this.#end !== undefined || !this.hasOlder || sentLines >= this.#limits.comfortable) return false;
    this.#set(this.#back(this.#startPlace(), this.#limits.step), undefined);
    return true;
  }

  get hasOlder(): boolean {
    const start = this.#startPlace();
    return start.index > 0 || start.line > 0;
  }

  get hasNewer(): boolean {
    return this.#end !== undefined;
  }

  slices(): BlockSlice[] {
    const start = this.#startPlace();
    const end = this.#place(this.#end) ?? this.#last();
    const slices: BlockSlice[] = [];
    for (let index = start.index; index <= end.index && index < this.#source.blocks.length; index++) {
      const from = index === start.index ? start.line : 0;
      const to = index === end.index ? end.line : this.#source.count(index);
      if (to > from) slices.push(this.#source.slice(index, from, to));
    }
    return slices;
  }

  #set(start: Place, end: Place | undefined): void {
    this.#start = this.#position(start);
    this.#hasFirst = start.index === 0 && start.line === 0;
    this.#end = end === undefined ? undefined : this.#position(end);
  }

  #last(): Place {
    return { index: this.#source.blocks.length, line: 0 };
  }

  #startPlace(): Place {
    if (this.#start !== undefined && this.#hasFirst) return { index: 0, line: 0 };
    const place = this.#place(this.#start);
    // A block that is shorter than before, as one that was closed in its middle, is there from its first line on.
    if (place !== undefined && place.line < (this.#start?.line ?? 0)) return { ...place, line: 0 };
    return place ?? this.#back(this.#last(), this.#limits.opening);
  }

  /** Undefined also when the block is gone. Blocks come and go at the end, so the search starts there. */
  #place(position: Position | undefined): Place | undefined {
    if (position === undefined) return undefined;
    const index = this.#source.blocks.lastIndexOf(position.block);
    return index < 0 ? undefined : { index, line: Math.min(position.line, this.#source.count(index)) };
  }

  #position(place: Place): Position | undefined {
    const block = this.#source.blocks[place.index];
    return block === undefined ? undefined : { block, line: place.line };
  }

  #back(from: Place, lines: number): Place {
    return stepBack(this.#source.count, from, lines);
  }

  #forward(from: Place, lines: number): Place | undefined {
    return stepForward(this.#source.blocks.length, this.#source.count, from, lines);
  }

  #lines(from: Place, to: Place | undefined): number {
    return distance(this.#source.blocks.length, this.#source.count, from, to);
  }
}

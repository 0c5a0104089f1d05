/** What the view produces: lines of text with their decoration. Columns and lengths are BYTES of UTF-8, lines are 0-based. */

/** Text and highlight group. */
export type Chunk = readonly [text: string, group: string];

/** One highlighted span within a line; `endCol` is exclusive. */
export interface Mark {
  readonly col: number;
  readonly endCol: number;
  readonly group: string;
}

/** Everything about a line that is not text of the conversation. */
export interface Decor {
  /** At most 2 cells, in the sign column: the bar of a user message, the arrow of a block that opens. */
  readonly sign?: Chunk;
  /** At the right edge: a time, a tool's state. */
  readonly right?: readonly Chunk[];
  /** Directly after the text. */
  readonly eol?: readonly Chunk[];
  /** Group for the whole line, to the window's edge. */
  readonly lineGroup?: string;
}

/**
 * One line of the transcript. A line never changes: a change makes a new object, so that `===` means "the same".
 * `text` holds neither LF nor NUL.
 */
export interface Line {
  readonly text: string;
  /** Computed when first asked for: a line that is never sent costs no highlighting. */
  readonly marks: readonly Mark[];
  readonly decor?: Decor;
}

/** Renders one block, keeping what it rendered before: only lines that changed are new objects. */
export interface BlockView {
  /** The block's lines now. The array may be reused and changed by the next call. Cheap when nothing changed. */
  lines(options: ViewOptions): readonly Line[];
}

export interface ViewOptions {
  /** Whether the block is open; undefined = the default of its kind. */
  readonly open: boolean | undefined;
  /** Clock for running times, Unix milliseconds. */
  readonly now: number;
}

/** A replacement of buffer lines, as sent to Neovim. Flat arrays, since these are decoded in the editor's loop. */
export interface Hunk {
  /** Lines [first, last) are replaced by `lines`. */
  readonly first: number;
  readonly last: number;
  /** When set, line `first` keeps its bytes up to here and `lines[0]` follows them. */
  readonly col?: number;
  readonly lines: readonly string[];
  /** [row, col, endCol, group] four by four; row counts from `first`. */
  readonly marks: readonly (number | string)[];
  /** [row, decor] two by two. */
  readonly decor: readonly (number | Decor)[];
  /** [row, block id, 1 when it begins a message else 0] three by three: where blocks begin. */
  readonly anchors: readonly number[];
}

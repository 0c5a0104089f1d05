/** What a person sees: a grid of cells built from the redraw events of `ext_linegrid`, with `ext_hlstate` for group names. */

/** One event of a redraw batch: its name, then one argument list for each occurrence. */
export type RedrawEvent = readonly [name: string, ...calls: (readonly unknown[])[]];

export interface Cell {
  /** Empty for the right half of a character that is two cells wide. */
  text: string;
  /** Id of the cell's attributes; 0 = the default colours. */
  attr: number;
}

/** Attributes of a cell as Neovim defines them (`:help ui-event-hl_attr_define`), with the groups that made them. */
export interface Highlight {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Names of the groups that were combined, lowest priority first. */
  readonly groups: readonly string[];
}

const NO_HIGHLIGHT: Highlight = { attributes: {}, groups: [] };

const blank = (): Cell => ({ text: " ", attr: 0 });

export class Screen {
  #rows: Cell[][] = [];
  #pending: RedrawEvent[] = [];
  readonly #highlights = new Map<number, Highlight>();
  readonly #listeners = new Set<() => void>();
  #cursor = { row: 0, col: 0 };
  #mode = "normal";
  #colors = { foreground: "#ffffff", background: "#000000" };
  #flushes = 0;

  get width(): number {
    return this.#rows[0]?.length ?? 0;
  }

  get height(): number {
    return this.#rows.length;
  }

  /** Cursor position in cells, both from 0. */
  get cursor(): Readonly<{ row: number; col: number }> {
    return this.#cursor;
  }

  /** Name of the cursor mode, e.g. `normal`, `insert`, `cmdline_normal`. */
  get mode(): string {
    return this.#mode;
  }

  /** The default colours. */
  get colors(): Readonly<{ foreground: string; background: string }> {
    return this.#colors;
  }

  /** How many complete frames were drawn. */
  get flushes(): number {
    return this.#flushes;
  }

  /** Calls `listener` after every frame. @returns how to stop. */
  onFlush(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes one redraw notification. Nothing shows before its flush, which may come with a later one. */
  redraw(events: readonly RedrawEvent[]): void {
    for (const event of events) {
      if (event[0] !== "flush") this.#pending.push(event);
      else this.#flush();
    }
  }

  /** One line of the screen without the blanks at its end. */
  row(row: number): string {
    const cells = this.#rows[row];
    if (!cells) throw new RangeError(`the screen has ${this.height} rows, there is no row ${row}`);
    return cells
      .map((cell) => cell.text)
      .join("")
      .trimEnd();
  }

  rows(): string[] {
    return this.#rows.map((_, row) => this.row(row));
  }

  text(): string {
    return this.rows().join("\n");
  }

  /** First place where `text` stands on the screen, in cells. */
  find(text: string): { row: number; col: number } | undefined {
    for (let row = 0; row < this.height; row++) {
      const cells = this.#rows[row] as Cell[];
      const at = cells
        .map((cell) => cell.text)
        .join("")
        .indexOf(text);
      if (at >= 0) return { row, col: cellOfOffset(cells, at) };
    }
    return undefined;
  }

  /** What a cell shows. */
  cellAt(row: number, col: number): { readonly text: string; readonly highlight: Highlight } {
    return { text: this.#rows[row]?.[col]?.text ?? " ", highlight: this.highlightAt(row, col) };
  }

  highlightAt(row: number, col: number): Highlight {
    const cell = this.#rows[row]?.[col];
    if (!cell) throw new RangeError(`no cell ${row},${col} on a screen of ${this.height} rows`);
    return this.#highlights.get(cell.attr) ?? NO_HIGHLIGHT;
  }

  /** Name of the topmost highlight group of a cell; empty when it has none. */
  groupAt(row: number, col: number): string {
    return this.highlightAt(row, col).groups.at(-1) ?? "";
  }

  /** All groups of the first cell of `text`. */
  groupsOf(text: string): readonly string[] {
    const at = this.find(text);
    if (!at) throw new Error(`"${text}" is not on the screen:\n${this.text()}`);
    return this.highlightAt(at.row, at.col).groups;
  }

  #flush(): void {
    const events = this.#pending;
    this.#pending = [];
    for (const [name, ...calls] of events) for (const call of calls) this.#apply(name, call);
    this.#flushes++;
    for (const listener of [...this.#listeners]) listener();
  }

  #apply(name: string, args: readonly unknown[]): void {
    if (name === "grid_line") this.#line(args as GridLine);
    else if (name === "grid_scroll") this.#scroll(args as readonly number[]);
    else if (name === "grid_clear") this.#size(this.width, this.height, false);
    else if (name === "grid_resize") this.#size(args[1] as number, args[2] as number, true);
    else if (name === "grid_cursor_goto") this.#cursor = { row: args[1] as number, col: args[2] as number };
    else if (name === "mode_change") this.#mode = args[0] as string;
    else if (name === "default_colors_set") this.#setColors(args as readonly number[]);
    else if (name === "hl_attr_define") this.#define(args as AttrDefine);
  }

  #size(width: number, height: number, isKept: boolean): void {
    const old = this.#rows;
    this.#rows = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, col) => (isKept && old[row]?.[col]) || blank()),
    );
  }

  #line([, row, start, cells]: GridLine): void {
    const target = this.#rows[row];
    if (!target) return;
    let col = start;
    let attr = 0;
    for (const [text, newAttr, repeat = 1] of cells) {
      attr = newAttr ?? attr;
      for (let i = 0; i < repeat; i++) target[col++] = { text, attr };
    }
  }

  /** Moves a region by `count` rows, up when positive. What scrolls in is drawn by the lines that follow. */
  #scroll([, top = 0, bottom = 0, left = 0, right = 0, count = 0]: readonly number[]): void {
    const rows = Array.from({ length: bottom - top }, (_, i) => (count > 0 ? top + i : bottom - 1 - i));
    for (const row of rows) {
      const from = row + count;
      if (from < top || from >= bottom) continue;
      for (let col = left; col < right; col++) this.#rows[row]![col] = { ...this.#rows[from]![col]! };
    }
  }

  #setColors([foreground = 0xffffff, background = 0]: readonly number[]): void {
    const hex = (color: number) => `#${Math.max(0, color).toString(16).padStart(6, "0")}`;
    this.#colors = { foreground: hex(foreground), background: hex(background) };
  }

  #define([id, attributes, , info]: AttrDefine): void {
    const groups = info.map((item) => item.hi_name ?? item.ui_name ?? "").filter((name) => name !== "");
    this.#highlights.set(id, { attributes, groups });
  }
}

type GridLine = readonly [grid: number, row: number, col: number, cells: readonly [string, number?, number?][]];
type AttrDefine = readonly [
  id: number,
  rgb: Readonly<Record<string, unknown>>,
  cterm: unknown,
  info: readonly { readonly hi_name?: string; readonly ui_name?: string }[],
];

/** Which cell holds the UTF-16 offset of a row's joined text. */
function cellOfOffset(cells: readonly Cell[], offset: number): number {
  let length = 0;
  return cells.findIndex((cell) => (length += cell.text.length) > offset);
}

import type { DocumentPatch } from "../../src/view/document";
import type { Decor, Hunk, Line } from "../../src/view/types";

interface BufferLine {
  text: string;
  marks: (number | string)[];
  decor: Decor | undefined;
  anchor: readonly [id: number, isMessage: number] | undefined;
}

const emptyLine = (): BufferLine => ({ text: "", marks: [], decor: undefined, anchor: undefined });

/** Applies patches as lua/pi/chat/patch.lua does, to lines in memory. */
export class FakeBuffer {
  lines: BufferLine[] = [emptyLine()];
  /** The most lines that one patch brought. */
  largestPatch = 0;

  apply(patch: DocumentPatch): void {
    if (patch.reset) this.lines = [emptyLine()];
    for (const hunk of patch.hunks) this.#replace(hunk);
    const brought = patch.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    this.largestPatch = Math.max(this.largestPatch, brought);
  }

  get text(): string[] {
    return this.lines.map((line) => line.text);
  }

  /** Lines with their decoration, comparable with `expected`. */
  get content(): unknown[] {
    return this.lines.map(({ text, marks, decor }) => ({ text, marks, decor }));
  }

  static expected(lines: readonly Line[]): unknown[] {
    return lines.map(({ text, marks, decor }) => ({
      text,
      marks: marks.flatMap((mark) => [mark.col, mark.endCol, mark.group]),
      decor,
    }));
  }

  #replace(hunk: Hunk): void {
    if (hunk.first > hunk.last || hunk.last > this.lines.length) throw new Error(`bad hunk ${hunk.first}-${hunk.last}`);
    const added = hunk.lines.map((text) => ({ ...emptyLine(), text }));
    if (hunk.col !== undefined) {
      const kept = Buffer.from(this.lines[hunk.first]?.text ?? "").subarray(0, hunk.col);
      if (added[0]) added[0].text = kept.toString() + added[0].text;
    }
    for (let i = 0; i < hunk.marks.length; i += 4) {
      added[hunk.marks[i] as number]?.marks.push(...hunk.marks.slice(i + 1, i + 4));
    }
    for (let i = 0; i < hunk.decor.length; i += 2) {
      const line = added[hunk.decor[i] as number];
      if (line) line.decor = hunk.decor[i + 1] as Decor;
    }
    for (let i = 0; i < hunk.anchors.length; i += 3) {
      const line = added[hunk.anchors[i] as number];
      if (line) line.anchor = [hunk.anchors[i + 1] as number, hunk.anchors[i + 2] as number];
    }
    this.lines.splice(hunk.first, hunk.last - hunk.first, ...added);
    if (this.lines.length === 0) this.lines = [emptyLine()];
  }
}

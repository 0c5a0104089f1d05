/** Reads the strings of a JSON text that has not all arrived yet, each piece once. */
import { StreamText } from "../agent/streamText";

interface Frame {
  readonly isObject: boolean;
  /** Key of an object's next value. */
  key: string;
  /** Index of an array's next value. */
  index: number;
  expectsKey: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const STRING_STOP = /["\\]/g;

/** Tolerant: what is no JSON is skipped. Numbers and the like are not kept, only strings, finished or not. */
export class PartialJson {
  /** String values by their path, e.g. `path` or `edits.0.newText`, in the order they came. */
  readonly strings = new Map<string, StreamText>();
  readonly #frames: Frame[] = [];
  #consumed = 0;
  /** Where the string that is being read goes: a value, or a key of the innermost object. */
  #target: StreamText | "key" | undefined;

  /** @param text the whole text so far: longer than last time, and beginning with that. */
  read(text: string): void {
    while (this.#consumed < text.length) {
      const at = this.#consumed;
      if (this.#target === undefined) this.#readToken(text[this.#consumed++] as string);
      else this.#readString(text);
      // Half of an escape: the rest comes with the next piece.
      if (this.#consumed === at) return;
    }
  }

  /** How much of the text was read. */
  get length(): number {
    return this.#consumed;
  }

  #readToken(char: string): void {
    const frame = this.#frames.at(-1);
    if (char === '"') this.#beginString(frame);
    else if (char === "{" || char === "[") {
      this.#frames.push({ isObject: char === "{", key: "", index: 0, expectsKey: char === "{" });
    } else if (char === "}" || char === "]") this.#frames.pop();
    else if (char === ":" && frame !== undefined) frame.expectsKey = false;
    else if (char === "," && frame !== undefined) {
      frame.index++;
      frame.expectsKey = frame.isObject;
    }
  }

  #beginString(frame: Frame | undefined): void {
    if (frame?.expectsKey) {
      frame.key = "";
      this.#target = "key";
      return;
    }
    this.#target = new StreamText();
    const path = this.#frames.map((each) => (each.isObject ? each.key : String(each.index))).join(".");
    this.strings.set(path, this.#target);
  }

  #readString(text: string): void {
    STRING_STOP.lastIndex = this.#consumed;
    const stop = STRING_STOP.exec(text)?.index ?? text.length;
    if (stop > this.#consumed) {
      this.#add(text.slice(this.#consumed, stop));
      this.#consumed = stop;
    } else if (text[stop] === '"') {
      this.#target = undefined;
      this.#consumed++;
    } else this.#readEscape(text);
  }

  #readEscape(text: string): void {
    const letter = text[this.#consumed + 1];
    if (letter === undefined) return;
    if (letter !== "u") {
      this.#add(ESCAPES[letter] ?? letter);
      this.#consumed += 2;
      return;
    }
    const digits = text.slice(this.#consumed + 2, this.#consumed + 6);
    if (digits.length < 4) return;
    this.#add(/^[\da-fA-F]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : "\ufffd");
    this.#consumed += 6;
  }

  #add(piece: string): void {
    const frame = this.#frames.at(-1);
    if (this.#target instanceof StreamText) this.#target.append(piece);
    else if (frame !== undefined) frame.key += piece;
  }
}

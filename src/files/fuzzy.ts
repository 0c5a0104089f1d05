/** How well a query fits a path: a higher score is better. Letters of the query must be there in their order. */

/** What does not fit. */
export const NO_MATCH = Number.NEGATIVE_INFINITY;

const IN_NAME = 4000;
const IN_PATH = 3000;
const SCATTERED = 1000;
const AT_START = 400;
const WHOLE = 400;
const AFTER_SEPARATOR = 200;
/** For a scattered letter at the start of a word, and for one right beside the letter before. */
const WORD = 30;
const BESIDE = 15;

/**
 * @param path in lower case
 * @param nameAt where its last part begins
 * @param query in lower case
 */
export function scorePath(path: string, nameAt: number, query: string): number {
  if (query === "") return -depthOf(path) * 1000 - path.length;
  const inName = path.indexOf(query, nameAt);
  if (inName !== -1) return IN_NAME + bonus(path, inName, nameAt, query) - path.length;
  const inPath = path.indexOf(query);
  if (inPath !== -1) return IN_PATH + bonus(path, inPath, 0, query) - path.length;
  const scattered = scoreScattered(path, query);
  return scattered === NO_MATCH ? NO_MATCH : SCATTERED + scattered - path.length;
}

function bonus(path: string, at: number, start: number, query: string): number {
  if (at === start) return AT_START + (at + query.length === path.length ? WHOLE : 0);
  return isSeparator(path.charCodeAt(at - 1)) ? AFTER_SEPARATOR : 0;
}

/** From the end, so that letters of the file's name count before those of its folders. */
function scoreScattered(path: string, query: string): number {
  let score = 0;
  let last = path.length;
  for (let i = query.length - 1; i >= 0; i--) {
    const at = last === 0 ? -1 : path.lastIndexOf(query[i] as string, last - 1);
    if (at === -1) return NO_MATCH;
    if (at === 0 || isSeparator(path.charCodeAt(at - 1))) score += WORD;
    if (at === last - 1 && i < query.length - 1) score += BESIDE;
    last = at;
  }
  return score;
}

function depthOf(path: string): number {
  let depth = 0;
  for (let i = 0; i < path.length - 1; i++) if (path.charCodeAt(i) === 47) depth++;
  return depth;
}

/** `/`, `.`, `-`, `_`, space. */
function isSeparator(code: number): boolean {
  return code === 47 || code === 46 || code === 45 || code === 95 || code === 32;
}

/** One bit for each letter and digit pair that occurs: most paths that cannot fit are told by this alone. */
export function letterMask(lower: string): number {
  let mask = 0;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) >> 1));
  }
  return mask;
}

/** The best of many, best first. */
export class Best<T> {
  readonly #limit: number;
  readonly #kept: { readonly item: T; readonly score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The score that a further one must exceed. */
  get bar(): number {
    return this.#kept.length < this.#limit ? NO_MATCH : (this.#kept.at(-1)?.score ?? NO_MATCH);
  }

  /** Of equal ones the first comes first. */
  add(item: T, score: number): void {
    if (score === NO_MATCH || score <= this.bar) return;
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#kept[middle]?.score ?? NO_MATCH) >= score) low = middle + 1;
      else high = middle;
    }
    this.#kept.splice(low, 0, { item, score });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  list(): T[] {
    return this.#kept.map(({ item }) => item);
  }
}

/** The best of a short list by name. */
export function rank<T>(items: readonly T[], query: string, nameOf: (item: T) => string, limit: number): T[] {
  const best = new Best<T>(limit);
  const lower = query.toLowerCase();
  for (const item of items) best.add(item, query === "" ? 0 : scorePath(nameOf(item).toLowerCase(), 0, lower));
  return best.list();
}

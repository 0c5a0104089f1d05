import type { BigIntStats } from "node:fs";

/** Which state of a file on disk is meant, as far as a look at the folder tells. Neovim's `fs_stat` has the same fields. */
export interface Stamp {
  /** When it was written, seconds and nanoseconds. */
  readonly sec: number;
  readonly nsec: number;
  /** Bytes. */
  readonly size: number;
}

const NANOSECONDS = 1_000_000_000n;

export function stampOf(stats: BigIntStats): Stamp {
  const { mtimeNs, size } = stats;
  return { sec: Number(mtimeNs / NANOSECONDS), nsec: Number(mtimeNs % NANOSECONDS), size: Number(size) };
}

export function isSameStamp(one: Stamp, other: Stamp): boolean {
  return one.sec === other.sec && one.nsec === other.nsec && one.size === other.size;
}

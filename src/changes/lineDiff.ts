import { diffArrays } from "diff";

/** Milliseconds for one diff: a text that is rewritten from end to end counts as one change then. */
const LIMIT_MS = 60;

/** Lines that were replaced; counted from 0. Nothing on one side: only added, or only removed. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** What is different between two texts, as few lines as possible, in their order. */
export function diffLines(before: readonly string[], after: readonly string[]): LineHunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  if (old.length === 0 && now.length === 0) return [];
  const whole = { oldStart: head, oldCount: old.length, newStart: head, newCount: now.length };
  if (old.length === 0 || now.length === 0) return [whole];
  return diffMiddle(old, now, head) ?? [whole];
}

/** Undefined when it takes too long. */
function diffMiddle(old: string[], now: string[], head: number): LineHunk[] | undefined {
  const parts = diffArrays(old, now, { timeout: LIMIT_MS });
  if (parts === undefined) return undefined;
  const hunks: LineHunk[] = [];
  let [oldAt, newAt] = [head, head];
  let [oldStart, newStart] = [head, head];
  const close = () => {
    const [oldCount, newCount] = [oldAt - oldStart, newAt - newStart];
    if (oldCount + newCount > 0) hunks.push({ oldStart, oldCount, newStart, newCount });
  };
  for (const { added, removed, value } of parts) {
    if (removed) oldAt += value.length;
    else if (added) newAt += value.length;
    else {
      close();
      oldAt = oldStart = oldAt + value.length;
      newAt = newStart = newAt + value.length;
    }
  }
  close();
  return hunks;
}

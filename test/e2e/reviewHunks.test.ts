import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { launch, matrix } from "../support/e2e";

/** Judges two texts as `dice` falls, change by change, and tells of each step what both texts were after it. */
const JUDGE = `
  local before_text, now_text, dice = ...
  local hunks, made = require("pi.review.hunks"), {}
  local function buffer(lines)
    local buf = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
    made[#made + 1] = buf
    return buf
  end
  local before, now, steps = buffer(before_text), buffer(now_text), {}
  while true do
    local found = hunks.of(before, now)
    if #found == 0 then break end
    local die = dice[#steps % #dice + 1]
    local hunk, is_accepted = found[die % #found + 1], die % 2 == 0
    hunks.take(hunk, before, now, is_accepted)
    steps[#steps + 1] = { hunk = hunk, is_accepted = is_accepted, before = hunks.lines(before), now = hunks.lines(now) }
  end
  for _, buf in ipairs(made) do vim.api.nvim_buf_delete(buf, { force = true }) end
  return steps`;

interface Step {
  readonly hunk: { readonly old: number; readonly old_count: number; readonly new: number; readonly new_count: number };
  readonly is_accepted: boolean;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** One empty line and none are the same in a buffer. */
const shown = (lines: readonly string[]) => (lines.length === 1 && lines[0] === "" ? [] : lines);

/** Replaces `count` lines from `first` (from 1; the line above when there are none). */
function spliced(lines: readonly string[], first: number, count: number, into: readonly string[]): readonly string[] {
  const start = count > 0 ? first - 1 : first;
  return shown([...lines.slice(0, start), ...into, ...lines.slice(start + count)]);
}

const part = (lines: readonly string[], first: number, count: number) =>
  count > 0 ? lines.slice(first - 1, first - 1 + count) : [];

describe.each(matrix)("Judging on $name", (configuration) => {
  it("changes nothing but what is judged, on the side that gives way, until both are the same", async () => {
    const nvim = await launch(configuration, { setup: {} });
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 12 }).map(shown);
    const dice = fc.array(fc.nat(100), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(text, text, dice, async (before, now, dice) => {
        let state = { before, now };
        for (const step of await nvim.lua<Step[]>(JUDGE, before, now, dice)) {
          const { old, old_count, new: first, new_count } = step.hunk;
          if (step.is_accepted) {
            const taken = part(state.now, first, new_count);
            state = { ...state, before: spliced(state.before, old, old_count, taken) };
          } else {
            const taken = part(state.before, old, old_count);
            state = { ...state, now: spliced(state.now, first, new_count, taken) };
          }
          expect({ before: step.before, now: step.now }).toEqual(state);
        }
        expect(state.now).toEqual(state.before);
      }),
      { numRuns: 300 },
    );
  });
});

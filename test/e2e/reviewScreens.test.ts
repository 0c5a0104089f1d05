import { describe, expect, it } from "vitest";
import { matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import { BEFORE, edited, openReview, untilAt, untilJudged, untilMarked } from "../support/review";
import type { Screen } from "../support/screen";
import { bash, calls, write } from "../support/toolCalls";

describe.each(matrix)("What a review looks like on $name", (configuration) => {
  it.each([
    [80, 24],
    [160, 45],
  ])("at %sx%s, dark and light", async (width, height) => {
    const answers = [
      ...calls(
        write("src/pump.ts", edited({ 3: "line three", 20: "line 20\nand more" })),
        write("notes.md", "# Notes\n"),
        bash("rm old.md"),
      ),
      says("Done."),
    ];
    const { nvim } = await launchWithModel(configuration, answers, { width, height });
    nvim.workspace.write("src/pump.ts", BEFORE);
    nvim.workspace.write("old.md", "# Old\n");
    await nvim.command("edit src/pump.ts");
    await nvim.command("PiPrompt why does this loop never end?");
    await nvim.waitUntilSettled();
    await untilMarked(nvim);
    await openReview(nvim);
    await nvim.keys("dp");
    await untilJudged(nvim, "1 of 4");
    await untilAt(nvim, "pump.ts:21");
    const shown = async (background: string) => {
      await nvim.command(`set background=${background} | echo | redraw`);
      return framed(nvim.screen, height);
    };
    const dark = await shown("dark");
    await expect(dark).toMatchFileSnapshot(`screens/review-${width}x${height}.txt`);
    expect(await shown("light")).toBe(dark);
  });
});

/** Letters for groups, as they stand under the lines. */
const LETTERS: Record<string, string> = {
  DiffAdd: "+",
  DiffDelete: "-",
  DiffChange: "~",
  DiffText: "t",
  Folded: "f",
  Added: "+",
  Removed: "-",
  Function: "k",
  Comment: "c",
  PiQuiet: "c",
  DiagnosticOk: "o",
};

/** The screen without the tab line and what differs between versions of Neovim: status lines and folds' fill. */
function framed(screen: Screen, height: number): string {
  const rows = Array.from({ length: height - 3 }, (_, i) => i + 1);
  return rows
    .flatMap((row) => {
      const cells = Array.from({ length: screen.width }, (_, col) => {
        const known = screen.highlightAt(row, col).groups.filter((group) => group in LETTERS);
        return LETTERS[known.at(-1) ?? ""] ?? " ";
      });
      return [screen.row(row).replaceAll("·", "-").trimEnd(), cells.join("").trimEnd()];
    })
    .join("\n");
}

/** What the question looks like whether a tool call may run: a command, an edit, a new file. */
import { describe, expect, it } from "vitest";
import { boxOf } from "../support/dialogBox";
import { waitForDialog } from "../support/dialogs";
import { type Configuration, matrix } from "../support/e2e";
import { type Part, says } from "../support/modelScript";
import { launchWithModel } from "../support/realPi";
import { bash, calls, write } from "../support/toolCalls";

const PUMP = `import { drain, type Queue } from "./queue";

/** Empties a queue. */
export async function pump(queue: Queue): Promise<number> {
  let count = 0;
  while (queue.length >= 0) {
    await drain(queue);
    count++;
  }
  return count;
}

export function isIdle(queue: Queue): boolean {
  return queue.length === 0;
}
`;

const EDITS = [
  { oldText: "queue.length >= 0", newText: "queue.length > 0" },
  {
    oldText: "  return queue.length === 0;\n",
    newText: "  // A pump that waits is idle too.\n  return queue.length === 0 || queue.waits;\n",
  },
];

const ASKED: readonly (readonly [name: string, title: string, call: Part])[] = [
  ["bash", "Run this command?", bash('git stash && npm test -- --run "pump"  # 2>&1\nrm -rf "$HOME/cache"')],
  ["edit", "Change src/pump.ts?", { tool: "edit", args: { path: "src/pump.ts", edits: EDITS } }],
  ["write", "Write the new file", write("src/idle.ts", 'export const IDLE_MS = 250;\nexport const NAME = "idle";\n')],
];

const SIZES = [
  [80, 24],
  [160, 45],
] as const;

describe("A tool call to approve", () => {
  it.each(SIZES)("at %sx%s, dark and light", async (width, height) => {
    const configuration = matrix[height === 24 ? 0 : 1] as Configuration;
    const { nvim } = await launchWithModel(
      configuration,
      [...calls(...ASKED.map(([, , call]) => call)), says("Done.")],
      {
        width,
        height,
        setup: { approve: ["bash", "edit", "write"] },
      },
    );
    nvim.workspace.write("src/pump.ts", PUMP);
    await nvim.command("PiPrompt why does this loop never end?");
    for (const [name, title] of ASKED) {
      await waitForDialog(nvim, title);
      const shown = async (background: string) => {
        await nvim.command(`set background=${background} | redraw`);
        return boxOf(nvim.screen);
      };
      const dark = await shown("dark");
      await expect(dark).toMatchFileSnapshot(`screens/approve-${name}-${width}x${height}.txt`);
      expect(await shown("light")).toBe(dark);
      await nvim.keys(name === "bash" ? "n" : "y");
    }
    await nvim.waitUntilSettled();
  });
});

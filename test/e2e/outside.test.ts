import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editors, matrix } from "../support/e2e";
import { says } from "../support/modelScript";
import { back, goTo, readerOf, visited } from "../support/reading";
import { launchWithModel } from "../support/realPi";
import { assistantMessage, message, text, type WireRecord } from "../support/records";
import { Workspace } from "../support/workspace";

const NUMBERED = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join("\n");

/** A desktop's opener that writes down what it was given. */
function desktop(workspace: Workspace): string {
  const bin = join(workspace.root, "bin");
  const script = `#!/bin/sh\nprintf '%s\\n' "$1" >> "${workspace.root}/opened"\ncat "$1" >> "${workspace.root}/content" 2>/dev/null\n`;
  workspace.write(join(bin, "xdg-open"), script, 0o755);
  return bin;
}

const opened = (workspace: Workspace): string[] => {
  const path = join(workspace.root, "opened");
  // The shell makes the file before it writes to it.
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
};

describe.each(editors)("Opening links and images, on $name", (editor) => {
  it("opens addresses, and only those of the web", async () => {
    const workspace = new Workspace();
    const reply =
      "see https://example.com/a_(b)?x=1&y=$(touch%20PWN).\n\n[docs](https://docs.example/x) [f](file:///etc/passwd)";
    const all = await readerOf(editor, reply, { workspace, pathFirst: [desktop(workspace)] });
    await goTo(all.nvim, "example.com");
    await all.nvim.keys("gx");
    await all.nvim.waitFor(() => opened(workspace).length === 1);
    await goTo(all.nvim, "docs]");
    await all.nvim.keys("gx");
    await all.nvim.waitFor(() => opened(workspace).length === 2);
    await goTo(all.nvim, "[f]");
    await all.nvim.keys("lgx");
    await all.nvim.waitForText("there is no link or image at the cursor");
    expect(opened(workspace)).toEqual(["https://example.com/a_(b)?x=1&y=$(touch%20PWN)", "https://docs.example/x"]);
  });

  it("opens each image of a result from a file that is gone with Neovim", async () => {
    const workspace = new Workspace();
    const image = (data: string) => ({
      type: "image",
      mimeType: "image/png",
      data: Buffer.from(data).toString("base64"),
    });
    const content = [text("two images"), image("first picture"), image("second picture")];
    const [before, after] = imageCall(content);
    const all = await readerOf(editor, "done", {
      workspace,
      pathFirst: [desktop(workspace)],
      before: [...before, ...after],
    });
    const { nvim } = all;
    await goTo(nvim, "read");
    await nvim.keys("gx");
    await nvim.waitFor(() => opened(workspace).length === 1);
    await nvim.keys("zo");
    await nvim.waitForChat("image/png");
    await goTo(nvim, "[image/png");
    await nvim.keys("jgx");
    await nvim.waitFor(() => opened(workspace).length === 2);
    const files = opened(workspace);
    expect(readFileSync(files[0] as string, "utf8")).toBe("first picture");
    expect(readFileSync(files[1] as string, "utf8")).toBe("second picture");
    await nvim.keys(":qa!<CR>");
    await nvim.exit;
    await nvim.waitUntilGone();
    expect(files.filter(existsSync)).toEqual([]);
  });

  function imageCall(content: readonly WireRecord[]): [WireRecord[], WireRecord[]] {
    const args = { path: "a.png" };
    const part = { type: "toolCall", id: "call_1", name: "read", arguments: args };
    const asked = assistantMessage([part], { stopReason: "toolUse" });
    return [
      [
        ...message(asked),
        { type: "tool_execution_start", toolCallId: "call_1", toolName: "read", args },
        { type: "tool_execution_end", toolCallId: "call_1", toolName: "read", result: { content }, isError: false },
      ],
      [
        ...message({
          role: "toolResult",
          toolCallId: "call_1",
          toolName: "read",
          content,
          isError: false,
          timestamp: 1,
        }),
        { type: "turn_end", message: asked, toolResults: [] },
        { type: "turn_start" },
      ],
    ];
  }
});

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe.each(matrix)("With the real pi, on $name", (configuration) => {
  it("opens the image that it read, and the file that it edited at the line", async () => {
    const workspace = new Workspace();
    workspace.write("src/a.ts", NUMBERED);
    writeFileSync(workspace.path("dot.png"), Buffer.from(PNG, "base64"));
    const edit = { path: "src/a.ts", edits: [{ oldText: "line 22\n", newText: "line two\n" }] };
    const { nvim } = await launchWithModel(
      configuration,
      [
        { parts: [{ tool: "read", args: { path: "dot.png" } }] },
        { parts: [{ tool: "edit", args: edit }] },
        says("Changed src/a.ts:22.\n\n```sh\nmake\n```"),
      ],
      { workspace, pathFirst: [desktop(workspace)], init: "vim.o.swapfile = false" },
    );
    await nvim.command("PiPrompt go");
    await nvim.waitUntilSettled();
    const window = (await nvim.windowOf("pi")) as number;
    const all = { nvim, window };
    await back(all);
    await goTo(nvim, "read");
    await nvim.keys("gx");
    await nvim.waitFor(() => opened(workspace).length === 1, { what: "the opener" });
    expect(readFileSync(opened(workspace)[0] as string).toString("base64")).toBe(PNG);
    await goTo(nvim, "edit ");
    await nvim.keys("zo");
    await nvim.waitForChat("line two");
    await goTo(nvim, "line two");
    expect(await visited(all, "<CR>")).toMatchObject({ name: workspace.path("src/a.ts"), line: 22 });
    await back(all);
    await goTo(nvim, "make");
    await nvim.keys("yc");
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe("make");
  });
});

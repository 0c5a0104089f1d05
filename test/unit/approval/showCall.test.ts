import { describe, expect, it } from "vitest";
import { numberedDiff } from "../../../src/approval/numberedDiff";
import { scopeName } from "../../../src/approval/scope";
import { showCall } from "../../../src/approval/showCall";

const call = (toolName: string, input: Record<string, unknown>) => ({ toolCallId: "1", toolName, input });
const shown = (toolName: string, input: Record<string, unknown>) => {
  const { title, message } = showCall(call(toolName, input), undefined, undefined);
  return [title, ...message.lines];
};

describe("A tool call as a question", () => {
  it("shows a command in full, and what would deceive the eye", () => {
    const command = `echo ${"x".repeat(5000)}\n\u202egnp.sh\u001b[2K`;
    const [title, first, second] = shown("bash", { command, timeout: 3 });
    expect(title).toBe("Run this command?  (at most 3 s)");
    expect(first).toHaveLength(5005);
    expect(second).toMatch(/^<202e>gnp\.sh/);
    expect(second).not.toContain("\u001b");
    expect(shown("bash", {})).toEqual(["Run this command?", ""]);
  });

  it("shows arguments of other tools by their names, texts of several lines as they are", () => {
    expect(shown("mcp_issue", { title: "a", body: "one\ntwo", labels: ["x"], deep: { y: 1 } })).toEqual([
      "Call mcp_issue?",
      "title: a",
      "body:",
      "  one",
      "  two",
      "labels:",
      "  [",
      '    "x"',
      "  ]",
      "deep:",
      "  {",
      '    "y": 1',
      "  }",
    ]);
    expect(shown("todo", {})).toEqual(["Call todo?", "without arguments"]);
    expect([scopeName(call("todo", {})), scopeName(call("bash", {}))]).toEqual(["todo", "this command"]);
  });

  it("says what a tool of ours would do in the editor", () => {
    const entries = [
      { path: "a.c", line: 3, message: "odd", severity: "warning" },
      { path: "b\n.c", line: 1, message: "look\u001b[2K" },
    ];
    expect(shown("nvim_open", { path: "a.c", line: 3 })).toEqual(["Show you a.c, line 3?", ""]);
    expect(shown("nvim_format", { path: "a.c" })).toEqual(["Format a.c in the editor?", ""]);
    expect(shown("nvim_save", { path: "a.c" })).toEqual(["Save your unsaved changes of a.c?", ""]);
    expect(shown("nvim_findings", { findings: [] })).toEqual(["Take pi's findings away?", ""]);
    const [title, first, second] = shown("nvim_findings", { findings: entries });
    expect([title, first]).toEqual(["Show you 2 findings?", "a.c:3  warning: odd"]);
    expect(second).toMatch(/^b.*c:1 {2}look/);
    expect(second).not.toMatch(/\u001b|\n/);
    expect(shown("nvim_set_quickfix", { title: "todo", entries: entries.slice(0, 1) })).toEqual([
      "Give you a quickfix list of 1 entry?",
      "todo",
      "a.c:3  warning: odd",
    ]);
    expect(shown("nvim_set_quickfix", { title: "todo", entries: "none" })).toEqual([
      "Call nvim_set_quickfix?",
      "title: todo",
      "entries: none",
    ]);
  });

  it("shows an edit that is not in the file word for word, and a write over what is no text", () => {
    expect(shown("edit", { path: "a.c", edits: [{ oldText: "x\n", newText: "y\nz" }] })).toEqual([
      "Change a.c?",
      "@@ replacement 1, which is not in the file word for word @@",
      "-x",
      "+y",
      "+z",
    ]);
    expect(shown("nvim_edit", { path: "a.c", edits: [{ oldText: "x", newText: "" }] })).toEqual([
      "Change a.c?",
      "@@ replacement 1, in the editor's text @@",
      "-x",
    ]);
    expect(shown("write", { file_path: "logo.png", content: "text" })).toEqual([
      "Overwrite logo.png?",
      "The file that is there is large or no text. In its place:",
      "",
      "text",
    ]);
  });

  it("shows a change with line numbers, groups of whole lines, and no more than can be read", () => {
    const proposal = { path: "a.txt", before: "1\n2\n", after: `1\n${"x\n".repeat(900)}`, isNew: false };
    const { title, message } = showCall(call("write", {}), proposal, undefined);
    expect(title).toBe("Change a.txt?  +900  −1");
    expect(message.lines.slice(0, 3)).toEqual(["   1 1", "-  2 2", "+  2 x"]);
    expect(message.lines).toHaveLength(301);
    expect(message.lines.at(-1)).toMatch(/^… \(602 more lines/);
    expect(message.rows?.slice(0, 4)).toEqual([1, "PiDiffDeleteLine", 2, "PiDiffAddLine"]);
  });
});

describe("numberedDiff", () => {
  it("has the form of pi's own diffs", () => {
    const before = Array.from({ length: 20 }, (_, index) => `l${index + 1}`);
    const after = before.with(9, "ten").concat("l21");
    expect(numberedDiff(before, after)).toEqual({
      lines: [
        "   ...",
        "  7 l7",
        "  8 l8",
        "  9 l9",
        "-10 l10",
        "+10 ten",
        " 11 l11",
        " 12 l12",
        " 13 l13",
        "   ...",
        " 18 l18",
        " 19 l19",
        " 20 l20",
        "+21 l21",
      ],
      added: 2,
      removed: 1,
    });
    expect(numberedDiff(before, before).lines).toEqual([]);
  });
});

import { describe, expect, it, vi } from "vitest";
import type { LspEdit } from "../../../src/editorContract";
import { bufferEdits } from "../../../src/editorTools/bufferEdits";
import { EditorQuestions } from "../../../src/editorTools/editorQuestions";
import { runTool } from "../../../src/editorTools/editorTools";
import { livingLines } from "../../../src/editorTools/living";
import { renameText, symbolsText } from "../../../src/editorTools/lspText";
import { shorten } from "../../../src/editorTools/shorten";
import { CHANGING_EDITOR_TOOLS, chosenTools } from "../../../src/extension/editorTools";

describe("chosenTools", () => {
  it("gives none, those that read, all, or those named", () => {
    const [all, read] = [chosenTools("all"), chosenTools("read")];
    expect(chosenTools(undefined)).toEqual([]);
    expect(read).not.toContain("nvim_save");
    expect([...read, ...CHANGING_EDITOR_TOOLS].sort()).toEqual([...all].sort());
    expect(chosenTools(["nvim_*"])).toEqual(all);
    expect(chosenTools(["nvim_save", "bash"])).toEqual(["nvim_save"]);
  });
});

describe("shorten", () => {
  it("keeps whole lines within pi's limits, and of a line too long its start without half a character", () => {
    expect(shorten("a\nb")).toEqual({ text: "a\nb", lines: 2, isCut: false });
    expect(shorten("")).toEqual({ text: "", lines: 1, isCut: false });
    expect(shorten("x\n".repeat(3000))).toMatchObject({ lines: 2000, isCut: true });
    const wide = shorten(`${"ä".repeat(20_000)}\n${"ä".repeat(20_000)}`);
    expect(wide).toEqual({ text: "ä".repeat(20_000), lines: 1, isCut: true });
    const long = shorten(`x${"ä".repeat(50_000)}`);
    expect(long.text).toBe(`x${"ä".repeat(25_599)}`);
    expect(long.isCut).toBe(true);
  });
});

describe("livingLines", () => {
  it("numbers what it leaves out as read does", () => {
    const item = { kind: "lines", name: "", filetype: "", first: 1, last: 4, partial: false, modified: true } as const;
    const text = "1\n2\n3\n4";
    expect(
      livingLines({ ...item, text }, {})
        .split("\n")
        .slice(1),
    ).toEqual(["1", "2", "3", "4"]);
    expect(
      livingLines({ ...item, text }, { offset: 3 })
        .split("\n")
        .slice(1),
    ).toEqual(["3", "4"]);
    expect(livingLines({ ...item, text }, { offset: 2, limit: 2 })).toContain("2\n3\n\n[Showing lines 2-3 of 4.");
  });
});

describe("bufferEdits", () => {
  const text = "ä one\ntwo\none two\n";

  it("gives places in lines and bytes, the last one first", () => {
    const edits = [
      { oldText: "ä one\r\nt", newText: "T" },
      { oldText: "one two", newText: "1\n2" },
    ];
    expect(bufferEdits(text, edits)).toEqual([
      { start: [2, 0], end: [2, 7], lines: ["1", "2"] },
      { start: [0, 0], end: [1, 1], lines: ["T"] },
    ]);
    expect(bufferEdits(text, [{ oldText: " one", newText: "" }])).toEqual([
      { start: [0, 2], end: [0, 6], lines: [""] },
    ]);
  });

  it.each([
    ["is empty", [{ oldText: "", newText: "x" }]],
    [
      "edit 2 is not in the buffer",
      [
        { oldText: "ä", newText: "" },
        { oldText: "zero", newText: "" },
      ],
    ],
    ["more than once", [{ oldText: "two", newText: "" }]],
    [
      "overlap",
      [
        { oldText: "ä o", newText: "" },
        { oldText: "one\nt", newText: "" },
      ],
    ],
    ["at least one", []],
  ])("refuses what %s", (message, edits) => {
    expect(() => bufferEdits(text, edits)).toThrow(message);
  });
});

describe("renameText", () => {
  const edit = (encoding: string, from: number, to: number, text: string): LspEdit => ({
    path: "/p/a.ts",
    encoding,
    start: { line: 4, character: from },
    end: { line: 4, character: to },
    newText: "new",
    text,
  });

  it.each([
    ["utf-8", 5, 8],
    ["utf-16", 3, 6],
    ["utf-32", 2, 5],
  ])("finds the place in units of %s", async (encoding, from, to) => {
    const text = await renameText([edit(encoding, from, to, "😀 old = 1")], 1, () => "a.ts");
    expect(text).toBe("a.ts:5\n- 😀 old = 1\n+ 😀 new = 1\n\n[1 place would change; nothing has been changed.]");
  });

  it("shows the edits of a line together, and says what is left out", async () => {
    const edits = [edit("utf-16", 0, 3, "old + old"), edit("utf-16", 6, 9, "old + old")];
    expect(await renameText(edits, 9, () => "a.ts")).toBe(
      "a.ts:5\n- old + old\n+ new + new\n\n[Cut: 2 of 9 are here.]\n[9 places would change; nothing has been changed.]",
    );
  });
});

describe("symbolsText", () => {
  it("indents what is nested, and names the file of what is anywhere", () => {
    const symbol = { name: "run", kind: "method", line: 3, last: 9, depth: 1 };
    expect(symbolsText([symbol], 1, (path) => path)).toBe("  method run: 3-9");
    expect(symbolsText([{ ...symbol, path: "b.ts", container: "Pump" }], 1, (path) => path)).toBe(
      "b.ts:3: method run in Pump",
    );
  });
});

describe("EditorQuestions", () => {
  it("sends each question once, answers it once, and not at all when it was given up before", async () => {
    const wake = vi.fn();
    const questions = new EditorQuestions(wake);
    const stop = new AbortController();
    const [one, two] = [
      questions.ask(1, "file.state", { path: "/a" }),
      questions.ask(2, "file.state", { path: "/b" }, { signal: stop.signal }),
    ];
    stop.abort(new Error("stopped"));
    await expect(two).rejects.toThrow("stopped");
    expect(questions.hasNews).toBe(true);
    const sent = questions.collect();
    expect(sent).toMatchObject([{ agent: 1, question: "file.state", params: { path: "/a" } }]);
    expect(questions.hasNews).toBe(false);
    questions.answer(sent[0]?.ask as number, { modified: true }, undefined);
    questions.answer(sent[0]?.ask as number, undefined, "too late");
    expect(await one).toEqual({ modified: true });
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it("gives up in time, and tells what the editor said", async () => {
    const questions = new EditorQuestions(() => undefined);
    await expect(questions.ask(1, "quickfix.get", {}, { limitMs: 1 })).rejects.toThrow("did not answer");
    const asked = questions.ask(1, "quickfix.get", {});
    questions.answer(questions.collect()[0]?.ask as number, undefined, "no");
    await expect(asked).rejects.toThrow("no");
  });
});

describe("runTool", () => {
  const ask = vi.fn();

  it("refuses what is too much, or too little, without asking the editor", async () => {
    const entries = Array.from({ length: 501 }, () => ({ path: "a", line: 1, message: "m" }));
    await expect(runTool("nvim_findings", { findings: entries }, "/", ask)).rejects.toThrow("Give 500 at most");
    await expect(runTool("nvim_buffer", {}, "/", ask)).rejects.toThrow("Say which one");
    await expect(runTool("nvim_symbols", {}, "/", ask)).rejects.toThrow("Give a path");
    await expect(runTool("toString" as "nvim_save", {}, "/", ask)).rejects.toThrow("knows no tool");
    expect(ask).not.toHaveBeenCalled();
  });
});

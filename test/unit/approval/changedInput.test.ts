/** What the user made of a change, as pi's own `edit` of both versions applies it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { editsBetween } from "../../../src/approval/changedInput";
import { proposalOf } from "../../../src/approval/proposal";
import { verdictOf } from "../../../src/approval/verdict";
import { repository } from "../../support/paths";
import { Workspace } from "../../support/workspace";

interface PiEdits {
  applyEditsToNormalizedContent(
    text: string,
    edits: { oldText: string; newText: string }[],
    path: string,
  ): {
    newContent: string;
  };
}

const PACKAGES = ["@earendil-works/pi-coding-agent", "pi-0.74"];

/** Few different lines, so that texts repeat; some that pi's rough comparison takes for the same. */
const line = fc.constantFrom("a", "b", "  a", "a  ", "}", "", "x ’quoted’", "x 'quoted'", "long – dash", "long - dash");
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

describe.each(PACKAGES)("editsBetween, applied by %s", async (name) => {
  const url = pathToFileURL(join(repository, "node_modules", name, "dist/core/tools/edit-diff.js")).href;
  const pi = (await import(/* @vite-ignore */ url)) as PiEdits;

  it("makes the one text of the other, whatever both are", () => {
    fc.assert(
      fc.property(text, text, (before, wanted) => {
        fc.pre(before !== "" && before !== wanted);
        const edits = editsBetween(before, wanted);
        expect(pi.applyEditsToNormalizedContent(before, edits, "file").newContent).toBe(wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps changes apart that are far from each other", () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`);
    const wanted = lines.with(3, "three\n").toSpliced(150, 1);
    const edits = editsBetween(lines.join(""), wanted.join(""));
    expect(edits).toHaveLength(2);
    expect(edits.every(({ oldText }) => oldText.length < 60)).toBe(true);
    expect(pi.applyEditsToNormalizedContent(lines.join(""), edits, "file").newContent).toBe(wanted.join(""));
  });
});

describe("verdictOf", () => {
  const call = (toolName: string, input: Record<string, unknown>) => ({ toolCallId: "1", toolName, input });
  const write = call("write", { path: "f", content: "\uFEFFone\r\ntwo\r\n" });
  const proposal = { path: "f", before: "one\n", after: "one\ntwo\n", isNew: false };

  it.each([
    [undefined, { block: "The user refused this call." }],
    [{ verdict: "no", reason: " use jq " }, { block: "The user refused this call: use jq" }],
    [{ verdict: "yes" }, {}],
    [{ verdict: "session" }, {}],
    [{ verdict: "yes", lines: ["one", "two"] }, {}],
    [{ verdict: "yes", lines: ["one"] }, { block: "The user dropped all of this change and left the file as it is." }],
  ] as const)("of %j is %j", (answer, verdict) => {
    expect(verdictOf(write, proposal, answer, proposal)).toEqual(verdict);
  });

  it("of a changed text is an input with the line breaks and BOM of the model's, and a note with the difference", () => {
    const { input, note } = verdictOf(write, proposal, { verdict: "yes", lines: ["one", "2"] }, proposal);
    expect(input).toEqual({ path: "f", content: "\uFEFFone\r\n2\r\n" });
    expect(note).toMatch(/compared with what you proposed:\n@@ line 2 of your version @@\n-two\n\+2$/);
  });
});

describe("verdictOf, when the file has changed since the question", () => {
  const proposal = { path: "f", before: "one\n", after: "one\ntwo\n", isNew: false };
  const now = { ...proposal, before: "1\n" };
  const verdict = (toolName: string, lines?: string[], then: typeof now | undefined = now) =>
    verdictOf(
      { toolCallId: "1", toolName, input: { edits: [] } },
      proposal,
      { verdict: "yes", ...(lines && { lines }) },
      then,
    );

  it("lets nothing be written over what nobody has seen, and leaves pi's edit to pi", () => {
    const block = expect.stringContaining("The file has changed since");
    expect(verdict("write")).toEqual({ block });
    expect(
      verdictOf({ toolCallId: "1", toolName: "write", input: {} }, proposal, { verdict: "yes" }, undefined),
    ).toEqual({
      block,
    });
    expect(verdict("edit", ["one", "2"])).toEqual({ block });
    expect(verdict("edit")).toEqual({});
  });
});

describe("proposalOf", () => {
  it("says nothing where pi would not change the file word for word", async () => {
    const workspace = new Workspace();
    onTestFinished(() => workspace.remove());
    workspace.write("a.txt", "\uFEFFone\r\ntwo\r\none\r\n");
    workspace.write("no.bin", "\0one");
    const edit = (edits: unknown, path = "a.txt") =>
      proposalOf({ toolCallId: "1", toolName: "edit", input: { path, edits } }, workspace.project);
    const good = { oldText: "two\n", newText: "2\n3\n" };
    expect(await edit([good])).toEqual({
      path: "a.txt",
      before: "one\ntwo\none\n",
      after: "one\n2\n3\none\n",
      isNew: false,
    });
    expect(await edit([good], "no.bin")).toBeUndefined();
    for (const edits of [
      [],
      "none",
      [{ oldText: "three", newText: "" }],
      [{ oldText: "one", newText: "" }],
      [{ oldText: "", newText: "x" }],
      [good, { oldText: "wo", newText: "" }],
    ]) {
      expect(await edit(edits), JSON.stringify(edits)).toBeUndefined();
    }
  });
});

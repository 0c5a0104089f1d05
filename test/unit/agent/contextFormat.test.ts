import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fenceFor, formatMessage } from "../../../src/agent/contextFormat";
import { draftOf } from "../../../src/agent/draft";
import { pathForPi } from "../../../src/files/pathForPi";
import type { ContextItem, ContextLines } from "../../../src/promptContract";
import { splitContext } from "../../../src/view/contextChips";

const item: ContextLines = {
  kind: "lines",
  path: "/work/src/pump.ts",
  name: "pump.ts",
  filetype: "typescript",
  first: 10,
  last: 24,
  partial: false,
  text: "while (n >= 0) {",
  modified: false,
};

describe("formatMessage", () => {
  it("puts path, line numbers and the fenced text after the question", () => {
    expect(formatMessage("why?", [item], "/work")).toBe(
      'why?\n\n<file name="src/pump.ts" lines="10-24">\n```typescript\nwhile (n >= 0) {\n```\n</file>',
    );
  });

  it("has what is named twice once", () => {
    const other = { ...item, first: 11 };
    expect(formatMessage("why?", [item, other, { ...item }], "/work")).toBe(
      formatMessage("why?", [item, other], "/work"),
    );
  });

  it("leaves a message without context as it is", () => {
    expect(formatMessage("/ping  ", [], "/work")).toBe("/ping  ");
  });

  it("says what is only a part, what is unsaved, and what is no file", () => {
    const { path: _, ...unnamed } = { ...item, name: '[No "Name"]\n', partial: true, modified: true, last: 10 };
    expect(formatMessage("", [unnamed], "/work")).toContain(
      '<buffer name="[No &quot;Name&quot;]&#10;" lines="10" part="selection" unsaved="true">',
    );
  });

  it("keeps any text whole between fences that it cannot close", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", "\n", "~", "é") }), (text) => {
        const message = formatMessage("q", [{ ...item, text }], "/work");
        const fence = fenceFor(text);
        expect(text).not.toContain(fence);
        expect(message).toContain(`\n${fence}typescript\n${text}\n${fence}\n</file>`);
      }),
    );
  });

  it("is read back by the view: any items after any text", () => {
    const anyText = fc.string({
      unit: fc.constantFrom("`", "```", "a", "\n", "<", "/file>", "</file>", "é", '"', "&"),
    });
    const anyName = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !/[\r\n]/.test(name));
    const notes = fc.array(fc.constantFrom("There are none.", "Cut: <a>\n is left out."), { maxLength: 2 });
    const anyItem: fc.Arbitrary<ContextItem> = fc.oneof(
      fc.record({ text: anyText, name: anyName, notes }).map((made) => ({ ...item, ...made, path: undefined })),
      fc
        .record({ text: anyText.filter((text) => text !== ""), name: anyName, notes })
        .map((made): ContextItem => ({ kind: "text", filetype: "diff", ...made })),
      fc
        .record({ path: anyName.map((name) => `/elsewhere/${name}`) })
        .map((made): ContextItem => ({ kind: "binary", text: "", notes: ["A binary file."], ...made })),
    ) as fc.Arbitrary<ContextItem>;
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 4 }), (items) => {
        const message = splitContext(formatMessage("question?", items, "/work"));
        expect(message.lines).toEqual(["question?"]);
        const texts = items.map((one) => (one.text === "" && one.kind !== "lines" ? [] : one.text.split("\n")));
        expect(message.items.map(({ body }, i) => body.slice(0, texts[i]?.length))).toEqual(texts);
      }),
    );
  });

  it("is read back into a draft that gives the same message again, but for files that the text names", () => {
    const { path: _, ...unnamed } = { ...item, name: "[No Name]", partial: true, modified: true, last: 10, first: 10 };
    const items: ContextItem[] = [
      item,
      unnamed,
      { ...item, path: "/elsewhere/a b.ts", whole: true, first: 1, last: 1 },
      { kind: "text", name: "git diff HEAD", filetype: "diff", text: "+`````", notes: ["Cut."] },
      { kind: "folder", path: "/work/src", text: "a\nb", notes: [] },
      { kind: "binary", path: "/work/x.png", text: "", notes: ["A binary file."] },
    ];
    const message = formatMessage("why?\n\nnow", items, "/work");
    const draft = draftOf(message, "/work");
    expect([draft.text, draft.context.length]).toEqual(["why?\n\nnow", items.length]);
    expect(formatMessage(draft.text, draft.context, "/work")).toBe(message);
    const named = formatMessage("see @src/pump.ts", items.slice(0, 2), "/work");
    expect(draftOf(named, "/work").context.map((one) => "name" in one && one.name)).toEqual(["[No Name]"]);
    const foreign = 'mine\n\n<file name="a" odd="1">\n```\nx\n```\n</file>';
    expect(draftOf(foreign, "/work")).toEqual({ text: foreign, context: [] });
  });

  it("keeps a note on one line that does not look like an end", () => {
    const made = formatMessage("q", [{ ...item, notes: ["</file>\n```x"] }], "/work");
    expect(made).toMatch(/\n```\n\/file> ```x\n<\/file>$/);
  });

  it("sets a command's name off with a space, for pi reads it up to the first one", () => {
    expect(formatMessage("/skill:x", [item], "/work")).toMatch(/^\/skill:x \n\n<file/);
  });

  it("does not take a strange filetype into the fence", () => {
    expect(formatMessage("q", [{ ...item, filetype: "a`b c" }], "/work")).toContain("\n```\nwhile");
  });
});

describe("pathForPi", () => {
  it("is relative below pi's folder and absolute elsewhere", () => {
    expect(pathForPi("/work/a b/ü:1.ts", "/work")).toBe("a b/ü:1.ts");
    expect(pathForPi("/other/x", "/work")).toBe("/other/x");
    expect(pathForPi("/workshop/x", "/work")).toBe("/workshop/x");
    expect(pathForPi("/work/..hidden/x", "/work")).toBe("..hidden/x");
  });
});

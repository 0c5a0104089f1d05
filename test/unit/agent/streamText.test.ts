import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamText } from "../../../src/agent/streamText";

const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r", "\u2028", "🙂", " ") });

describe("StreamText", () => {
  it("has the same lines however the text is cut", () => {
    fc.assert(
      fc.property(fc.array(text), (pieces) => {
        const stream = new StreamText();
        for (const piece of pieces) stream.append(piece);
        const whole = pieces.join("");
        const open = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
        expect(stream.lines).toEqual(open.split(/\r?\n/));
        expect(stream.toString()).toBe(whole.replaceAll("\r\n", "\n"));
      }),
    );
  });

  it("ends like the text it is set to, and tells whether that changed anything", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stream = new StreamText(before);
        const changed = stream.set(after);
        expect(stream.lines).toEqual(new StreamText(after).lines);
        const isSame = JSON.stringify(new StreamText(before).lines) === JSON.stringify(new StreamText(after).lines);
        if (!isSame) expect(changed).toBe(true);
        if (before === after) expect(changed).toBe(false);
      }),
    );
  });

  it("goes on where it was set to", () => {
    const stream = new StreamText("x");
    stream.set("one\r");
    stream.append("\ntwo");
    expect(stream.lines).toEqual(["one", "two"]);
  });

  it("is the same after it was packed, and grows on", async () => {
    const long = fc.string({ unit: fc.constantFrom("a", "é\n", "🙂 ", "\ud83d"), minLength: 1500, maxLength: 4000 });
    await fc.assert(
      fc.asyncProperty(long, text, async (before, after) => {
        const stream = new StreamText(before);
        await stream.pack();
        expect(stream.isEmpty).toBe(false);
        expect(stream.toString()).toBe(before);
        stream.append(after);
        expect(stream.lines).toEqual(new StreamText(before + after).lines);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps what is appended while it is packed", async () => {
    const before = "line\n".repeat(1000);
    const stream = new StreamText(before);
    const packed = stream.pack();
    stream.append("more");
    await packed;
    expect(stream.toString()).toBe(`${before}more`);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PartialJson } from "../../../src/view/partialJson";
import { cpuTime } from "../../support/cpuTime";

const read = (text: string) => {
  const json = new PartialJson();
  json.read(text);
  return Object.fromEntries([...json.strings].map(([path, value]) => [path, value.toString()]));
};

describe("PartialJson", () => {
  it("knows a string before it has ended", () => {
    expect(read('{"path":"src/a.ts","content":"line 1\\nli')).toEqual({ path: "src/a.ts", content: "line 1\nli" });
  });

  it("names nested strings by their path", () => {
    expect(read('{"n":1,"edits":[{"oldText":"a"},{"oldText":"b","newText":"c')).toEqual({
      "edits.0.oldText": "a",
      "edits.1.oldText": "b",
      "edits.1.newText": "c",
    });
  });

  it("waits for the rest of an escape", () => {
    expect(read('{"a":"x\\')).toEqual({ a: "x" });
    expect(read('{"a":"x\\u00')).toEqual({ a: "x" });
    expect(read('{"a":"x\\ud83d\\ude00"}')).toEqual({ a: "x😀" });
    expect(read('{"a":"\\q\\uzzzz"}')).toEqual({ a: "q\ufffd" });
  });

  it("survives anything", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "u", "a", "1") }),
        (text) => {
          expect(() => read(text)).not.toThrow();
        },
      ),
    );
  });

  it("finds every string of any JSON, however it is cut", () => {
    const value = fc.record({
      a: fc.string({ unit: "grapheme" }),
      b: fc.array(fc.record({ c: fc.string() })),
      n: fc.integer(),
    });
    fc.assert(
      fc.property(value, fc.array(fc.nat()), fc.boolean(), (args, cuts, indent) => {
        const text = JSON.stringify(args, undefined, indent ? 2 : 0);
        const json = new PartialJson();
        for (const cut of cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b)) json.read(text.slice(0, cut));
        json.read(text);
        // Strings are kept as lines, so a CRLF is a line break like any other.
        const asText = (string: string | undefined) => string?.replaceAll("\r\n", "\n");
        expect(json.strings.get("a")?.toString()).toBe(asText(args.a));
        for (const [i, each] of args.b.entries()) {
          expect(json.strings.get(`b.${i}.c`)?.toString()).toBe(asText(each.c));
        }
        expect(json.strings.size).toBe(1 + args.b.length);
      }),
    );
  });

  it("reads each piece once: 200 KB in 20,000 pieces", () => {
    const json = new PartialJson();
    let text = '{"content":"';
    const started = cpuTime();
    for (let i = 0; i < 20_000; i++) {
      text += "0123456\\n";
      if (i % 20 === 0) json.read(text);
    }
    json.read(text);
    expect(json.strings.get("content")?.lines.length).toBe(20_001);
    expect(cpuTime() - started).toBeLessThan(1000);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { MOST_BYTES, readText, type TextPart } from "../../../src/files/readText";

const root = mkdtempSync(path.join(tmpdir(), "pi-read-"));
const file = path.join(root, "file");
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function read(content: string | Buffer, first?: number, last?: number): Promise<TextPart> {
  writeFileSync(file, content);
  const part = await readText(file, first, last);
  if (part === undefined || part === "binary") throw new Error(`gave ${part}`);
  return part;
}

describe("readText", () => {
  it("gives the text of any file and of any of its lines", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "é", "日", "🙂", "\r", "\n", "\n", " "),
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.nat(12), fc.nat(12), async (content, a, b) => {
        const lines = content.replace(/\n$/, "").split("\n");
        expect((await read(content)).text).toBe(lines.join("\n"));
        const first = Math.min(a, lines.length - 1) + 1;
        const part = await read(content, first, first + b);
        expect(part.text).toBe(lines.slice(first - 1, first + b).join("\n"));
        expect(part.last).toBe(Math.min(first + b, lines.length));
      }),
      { numRuns: 60 },
    );
  });

  it("has nothing for lines beyond the end, and an empty text for an empty file", async () => {
    writeFileSync(file, "one\ntwo\n");
    expect(await readText(file, 3, 4)).toBeUndefined();
    expect(await read("")).toMatchObject({ text: "", isCut: false });
  });

  it("cuts a long file behind a whole line, and a long line behind a whole character", async () => {
    const line = `${"x".repeat(99)}\n`;
    const part = await read(line.repeat(5000));
    expect(part).toMatchObject({ isCut: true, last: Math.floor(MOST_BYTES / 100) });
    expect(part.text).toBe(line.repeat(part.last).slice(0, -1));
    const long = await read(`a${"é".repeat(MOST_BYTES)}`);
    expect(long).toMatchObject({ isCut: true, last: 1, isUtf8: true });
    expect(long.text).toMatch(/^aé+$/);
  });

  it("finds lines far down in a file that is longer than what it would send", async () => {
    const numbered = Array.from({ length: 60_000 }, (_, i) => `line ${i + 1}`).join("\n");
    expect((await read(numbered, 59_999, 60_000)).text).toBe("line 59999\nline 60000");
  });

  it("tells binary files, and reads what is not UTF-8", async () => {
    writeFileSync(file, Buffer.from([80, 75, 3, 4, 0, 0]));
    expect(await readText(file)).toBe("binary");
    expect(await read(Buffer.from([0x67, 0x72, 0xfc, 0xdf, 0x65]))).toMatchObject({ text: "grüße", isUtf8: false });
  });
});

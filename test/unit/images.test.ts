import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { imageInfo } from "../../src/agent/content";
import { imageProblem } from "../../src/agent/imageProblem";
import { describeImage, readImage } from "../../src/images/imageFile";
import { imageTypeOf } from "../../src/images/imageType";
import type { Capabilities } from "../../src/pi/client";
import type { Model } from "../../src/pi/protocol";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("The type of an image", () => {
  it.each([
    ["image/png", "\x89PNG\r\n\x1a\n...."],
    ["image/jpeg", "\xff\xd8\xff\xe0"],
    ["image/gif", "GIF87a"],
    ["image/gif", "GIF89a...."],
    ["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
    [undefined, "RIFF\x10\0\0\0WAVE"],
    [undefined, "\x89PNG\n\x1a\n"],
    [undefined, "<svg"],
    [undefined, ""],
  ])("is %s for %j", (type, head) => {
    expect(imageTypeOf(bytes(head))).toBe(type);
  });
});

describe("An image file", () => {
  function write(name: string, content: Buffer): string {
    const folder = mkdtempSync(join(tmpdir(), "pi-image-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  it("is read as it is, and its size is that of the file", async () => {
    for (const more of ["", "a", "ab", "abc"]) {
      const content = bytes(`GIF89a${more}`);
      const image = await describeImage(write("x.txt", content));
      expect(image).toMatchObject({ mimeType: "image/gif", bytes: content.length, label: `x.txt ${content.length} B` });
      const read = await readImage(image);
      expect(Buffer.from(read.data, "base64")).toEqual(content);
      expect(imageInfo(read).bytes).toBe(content.length);
    }
  });

  it("that is another by the time it is sent is refused", async () => {
    const path = write("x.gif", bytes("GIF89a"));
    const image = await describeImage(path);
    writeFileSync(path, "text");
    await expect(readImage(image)).rejects.toThrow(/no PNG, JPEG, GIF or WebP/);
  });
});

describe("What speaks against an image", () => {
  const sees = { id: "seer", input: ["text", "image"] } as unknown as Model;
  const blind = { id: "reader", input: ["text"] } as unknown as Model;
  const knows = (disposition: boolean | undefined) => ({ disposition }) as Capabilities;
  const image = (size: number) => ({ path: "/x.png", label: "x.png", mimeType: "image/png", bytes: size });

  it("is a model without eyes", () => {
    expect(imageProblem(blind, knows(true), image(1))).toMatch(/reader takes no images/);
    expect(imageProblem(sees, knows(true), image(1))).toBeUndefined();
    expect(imageProblem(undefined, undefined, image(1))).toBeUndefined();
  });

  it("is its size, where pi would not make it smaller", () => {
    expect(imageProblem(sees, knows(false), image(4 * 1024 * 1024))).toMatch(
      /x\.png is too large \(4 MB; at most 3\.8 MB/,
    );
    expect(imageProblem(sees, knows(true), image(4 * 1024 * 1024))).toBeUndefined();
  });
});

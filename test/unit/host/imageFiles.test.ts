import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ImageFiles } from "../../../src/host/imageFiles";

const image = (mimeType: string, text: string) => {
  const data = Buffer.from(text).toString("base64");
  return { mimeType, bytes: text.length, data };
};

function files(): ImageFiles {
  const made = new ImageFiles();
  onTestFinished(() => made.removeAll());
  return made;
}

describe("images as files", () => {
  it("are written once, for the user alone, with the extension of their kind", async () => {
    const all = files();
    const picture = image("image/jpeg", "picture");
    const path = (await all.write(picture)) as string;
    expect(path).toMatch(/\.jpg$/);
    expect(readFileSync(path, "utf8")).toBe("picture");
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
    expect(await all.write(picture)).toBe(path);
    expect(await all.write(image("image/jpeg", "picture"))).not.toBe(path);
  });

  it.each(["text/html", "application/x-sh", "image/svg+xml", "__proto__", "../x"])(
    "are not made of %s",
    async (type) => {
      expect(await files().write(image(type, "x"))).toBeUndefined();
    },
  );

  it("are gone afterwards, their folder too", async () => {
    const all = files();
    const path = (await all.write(image("image/png", "x"))) as string;
    all.removeAll();
    expect(existsSync(dirname(path))).toBe(false);
    expect(existsSync((await all.write(image("image/png", "x"))) as string)).toBe(true);
  });
});

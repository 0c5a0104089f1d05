import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/paths";

/** Cells of a screen of 80 columns that Neovim leaves to a message, without the `pi: ` before it. */
const MOST = 64;
const NOTICE = /(?:notify"?\)?|M)\.(?:info|warn|error|error_once)\(\s*"([^"]*)"/g;

it("Every notice that is a sentence of its own is read without :PiLog at 80 columns", () => {
  const root = join(repository, "lua");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".lua"));
  const notices = files.flatMap((name) =>
    [...readFileSync(join(root, name), "utf8").matchAll(NOTICE)].map(([, text]) => text as string),
  );
  expect(notices.length).toBeGreaterThan(60);
  expect(notices.filter((text) => text.length > MOST)).toEqual([]);
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS, DIALOG_METHODS, FIRE_AND_FORGET_METHODS } from "../../src/pi/protocol";
import { repository } from "../support/paths";
import { surface } from "./surface";

const rows = Object.values(surface).flatMap((table) => Object.entries(table));
const read = (path: string) => readFileSync(join(repository, path), "utf8");

describe("The whole of pi's RPC", () => {
  it("has a row for each command and each dialog method", () => {
    expect(Object.keys(surface.commands).sort()).toEqual(Object.keys(COMMANDS).sort());
    const methods = Object.keys({ ...DIALOG_METHODS, ...FIRE_AND_FORGET_METHODS });
    expect(Object.keys(surface.dialogs).sort()).toEqual(methods.sort());
  });

  it("has a test for each row", () => {
    const missing = rows.filter(([, { test }]) => !existsSync(join(repository, "test", test)));
    expect(missing).toEqual([]);
  });

  it("names only commands that there are, each with its help", () => {
    const [plugin, help] = [read("plugin/pi.lua"), read("doc/pi.txt")];
    const named = rows.flatMap(([, { way }]) => [...way.matchAll(/:(Pi\w+)/g)].map(([, name]) => name as string));
    for (const name of new Set(named)) {
      expect(plugin).toContain(`"${name}"`);
      expect(help).toContain(`*:${name}*`);
    }
  });

  it("has a unit test that feeds each event which has no other", () => {
    for (const [type, { test }] of Object.entries(surface.events)) {
      if (test.startsWith("unit/")) expect(read(`test/${test}`), `${type}: ${test}`).toContain(`"${type}"`);
    }
  });

  it("has an end-to-end test that uses the command of each row that has one", () => {
    for (const [type, { way, test }] of Object.entries(surface.commands)) {
      const name = /:(Pi\w+)/.exec(way)?.[1];
      const path = join(repository, "test", test);
      if (name === undefined || !test.startsWith("e2e/")) continue;
      expect(readFileSync(path, "utf8"), `${type}: ${test} uses :${name}`).toContain(name);
    }
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/paths";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const help = read("doc/pi.txt");

/** What is found in a file of Lua, without what the help says in this way. */
function untold(path: string, pattern: RegExp, inHelp: (name: string) => RegExp | string): string[] {
  const names = [...read(path).matchAll(pattern)].map(([, name]) => name as string);
  expect(names.length, `${pattern} in ${path}`).toBeGreaterThan(5);
  return names.filter((name) => help.search(inHelp(name)) === -1);
}

describe("The README", () => {
  it("has each command in its table", () => {
    const table =
      read("README.md")
        .match(/^\|.*Pi\w+.*$/gm)
        ?.join("\n") ?? "";
    const names = [...read("plugin/pi.lua").matchAll(/\{\s*"(Pi\w+)",/g)].map(([, name]) => name as string);
    expect(names.filter((name) => !new RegExp(`:${name}\\b|\\]${name}\\b`).test(table))).toEqual([]);
  });
});

describe("The help", () => {
  it("has a place for each command, and its <Plug> map", () => {
    expect(untold("plugin/pi.lua", /\{\s*"(Pi\w+)",/g, (name) => `\\*:${name}\\*`)).toEqual([]);
    const maps = /\{\s*"Pi\w+",\s*\{[^}]*\},\s*"([\w-]+)"/g;
    // A map cannot know which shell command is meant.
    expect(untold("plugin/pi.lua", maps, (name) => `<Plug>\\(pi-${name}\\)`)).toEqual(["bash"]);
  });

  it("has each function, field of the status, sign of the chat and event", () => {
    expect(untold("lua/pi/init.lua", /(?:\s|\{ )"(\w+)",/g, (name) => new RegExp(`\\b${name}\\(`))).toEqual([]);
    expect(untold("lua/pi/icons.lua", /^ {2}\{ "(\w+)",/gm, (name) => new RegExp(`^${name}\\b`, "m"))).toEqual([]);
    const status = /---@class pi\.AgentStatus\n((?:---@field .*\n)+)/.exec(read("lua/pi/types/agent.lua"))?.[1] ?? "";
    const fields = [...status.matchAll(/@field (\w+)/g)].map(([, name]) => name);
    expect(fields.filter((name) => !help.includes(`\`${name}\``))).toEqual([]);
    expect(untold("lua/pi/bridge.lua", /[,(]\s*"(Pi\w+)"/g, (name) => new RegExp(`^${name}\\b`, "m"))).toEqual([]);
  });
});

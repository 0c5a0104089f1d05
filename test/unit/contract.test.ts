import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROTOCOL } from "../../src/contract";
import { repository } from "../support/paths";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const filesIn = (folder: string, end: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(end))
    .map((path) => read(join(folder, path)));

const parts = readdirSync(join(repository, "src")).filter((name) => name.endsWith("ontract.ts"));
const contract = parts.map((name) => read(`src/${name}`)).join("\n");
const lua = filesIn("lua", ".lua").join("\n");

/** `noun.verb` names at the beginning of a row. */
function rows(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name as string).sort();
}

/** Names in the interfaces whose own name ends so. */
function inContract(end: "Methods" | "Events" | "Questions"): string[] {
  const bodies = contract.matchAll(new RegExp(`^export interface \\w*${end}\\b([\\s\\S]*?)^}`, "gm"));
  return rows([...bodies].map(([, body]) => body).join("\n"), /^ {2}"(\w+\.\w+)":/gm);
}

describe("Lua and the host", () => {
  it("have the same events, methods and questions", () => {
    const called = new Set(rows(lua, /"(\w+\.\w+)"/g));
    const sent = rows(lua, /\.send(?:_if_running)?\(\s*"(\w+\.\w+)"/g);
    expect(rows(read("lua/pi/bridge.lua"), /^ {2}\["(\w+\.\w+)"\] = (?!true)/gm)).toEqual(inContract("Events"));
    expect(rows(read("lua/pi/see/init.lua"), /^ {2}\["(\w+\.\w+)"\] = \{/gm)).toEqual(inContract("Questions"));
    expect(inContract("Methods").filter((name) => !called.has(name))).toEqual([]);
    expect(sent.filter((name) => !inContract("Methods").includes(name))).toEqual([]);
  });

  it("know of the same files of a project that wait for trust", () => {
    const listIn = (path: string, pattern: RegExp) => rows(pattern.exec(read(path))?.[1] ?? "", /"([\w.]+)"/g);
    const inLua = listIn("lua/pi/health/facts.lua", /^local GATED = \{([^}]*)\}/m);
    expect(inLua).toEqual(listIn("src/pi/trust/projectFiles.ts", /^const IN_CONFIG_FOLDER = \[([^\]]*)\]/m));
    expect(inLua.length).toBeGreaterThan(5);
  });

  it("speak the same version", () => {
    expect(read("lua/pi/host.lua")).toContain(`M.PROTOCOL = ${PROTOCOL}\n`);
  });

  it("have the same fields in the types of the same name", () => {
    const classes = [
      ...filesIn("lua/pi/types", ".lua")
        .join("\n")
        .matchAll(/^---@class pi\.(?:\w+\.)*(\w+)\n((?:---@field .*\n)+)/gm),
    ];
    const compared = classes.flatMap(([, name, body]) => {
      const own = new RegExp(`^export interface ${name} (?:extends \\w+ )?\\{([\\s\\S]*?)^\\}`, "m").exec(
        contract,
      )?.[1];
      const fields = rows(body as string, /^---@field (\w+)/gm);
      return own === undefined ? [] : [{ name, fields, expected: rows(own, /^ {2}(?:readonly )?(\w+)\??:/gm) }];
    });
    for (const { name, fields, expected } of compared) expect(fields, name).toEqual(expected);
    expect(compared.length).toBeGreaterThan(8);
  });
});

describe("The options", () => {
  it("are in the types for the user's editor, and no other", () => {
    const names = rows(read("lua/pi/config/schema.lua"), /^ {2}\{\s*"([a-z_.]+)",/gm);
    const types = read("lua/pi/types/options.lua");
    const fieldsOf = (type: string) => {
      const body = new RegExp(`^---@class pi\\.${type}\\n((?:---@field .*\\n)+)`, "m").exec(types)?.[1] ?? "";
      return new Map(
        [...body.matchAll(/^---@field (\w+) (.*)/gm)].map(([, name, kind]) => [name as string, kind as string]),
      );
    };
    /** What is below a field, where its type lists that. */
    const below = (kind: string): string[] | undefined => {
      if (kind.startsWith("table<")) return undefined;
      if (kind.startsWith("{")) return rows(kind, /[{,] (\w+): /g);
      const group = /^pi\.(\w+Config)$/.exec(kind)?.[1];
      return group === undefined ? undefined : [...fieldsOf(group).keys()].sort();
    };
    const top = fieldsOf("Config");
    expect([...top.keys()].sort()).toEqual([...new Set(names.map((name) => name.split(".")[0] as string))].sort());
    for (const [field, kind] of top) {
      const wanted = names.filter((name) => name.startsWith(`${field}.`)).map((name) => name.split(".")[1] as string);
      const listed = below(kind);
      if (listed !== undefined) expect(listed, field).toEqual([...new Set(wanted)].sort());
    }
  });
});

describe("The commands", () => {
  it("have each a body", () => {
    const names = rows(read("plugin/pi.lua"), /\{\s*"(Pi\w+)",/g);
    const bodies = rows(read("lua/pi/command.lua") + read("lua/pi/control/commands.lua"), /^ {2}(Pi\w+) = /gm);
    expect([...new Set(bodies)]).toEqual(names);
  });
});

import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Logger } from "../../../src/log";
import { SessionCache } from "../../../src/sessions/cache";
import { deleteSession, renameSession } from "../../../src/sessions/changeFile";
import { Listing } from "../../../src/sessions/listing";
import type { SessionRow } from "../../../src/sessions/readSession";

interface Turn {
  readonly prompt: string;
  readonly reply: string;
}

const header = (cwd = "/project") => ({
  type: "session",
  version: 3,
  id: "s",
  timestamp: "2026-01-01T00:00:00.000Z",
  cwd,
});

function message(id: string, parentId: string | null, content: object): object {
  return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:01.000Z", message: content };
}

function reply(text: string): object {
  const usage = { input: 1, output: 1, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.25 } };
  const content = [{ type: "text", text }];
  return { role: "assistant", content, api: "x", provider: "scripted", model: "demo", usage, stopReason: "stop" };
}

function sessionText(turns: readonly Turn[], more: readonly object[] = [], cwd?: string): string {
  const entries: object[] = [header(cwd)];
  turns.forEach(({ prompt, reply: text }, index) => {
    entries.push(message(`u${index}`, index === 0 ? null : `a${index - 1}`, { role: "user", content: prompt }));
    entries.push(message(`a${index}`, `u${index}`, reply(text)));
  });
  return [...entries, ...more].map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "pi-sessions-"));
}

async function list(project: string, options: { cwd?: string; isShared?: boolean; cache?: SessionCache } = {}) {
  const notes: string[] = [];
  const logger = { debug() {}, info() {}, warn: (note: string) => notes.push(note), error() {} } as unknown as Logger;
  const cache = options.cache ?? new SessionCache(makeFolder());
  const folders = { project, isShared: options.isShared ?? false, root: undefined };
  const listing = new Listing({ folders, cwd: options.cwd, cache, logger, wake: () => {} });
  await listing.run();
  const rows = new Map<string, SessionRow>();
  let given = 0;
  while (listing.hasNews) {
    for (const row of listing.collect().rows) {
      rows.set(path.basename(row.path), row);
      given++;
    }
  }
  return { rows, notes, given, cache };
}

describe("a list of sessions", () => {
  it("tells of each: name or first prompt, last line, model, messages, cost", async () => {
    const folder = makeFolder();
    const info = { type: "session_info", id: "i", parentId: null, timestamp: "", name: " Pump fix " };
    writeFileSync(path.join(folder, "a.jsonl"), sessionText([{ prompt: "why?\nmore", reply: "one\n\ntwo\n" }], [info]));
    const { rows } = await list(folder);
    expect(rows.get("a.jsonl")).toMatchObject({
      id: "s",
      cwd: "/project",
      name: "Pump fix",
      first: "why?",
      last: "two",
      model: "demo",
      messages: 2,
      cost: 0.25,
    });
  });

  it("tells of a long one from its ends first, then with its counts", async () => {
    const folder = makeFolder();
    const turns = Array.from({ length: 200 }, (_, n) => ({
      prompt: `ask ${n}`,
      reply: `${"x".repeat(2000)}\nend ${n}`,
    }));
    writeFileSync(path.join(folder, "long.jsonl"), sessionText(turns));
    const { rows, given } = await list(folder);
    expect(given).toBe(2);
    expect(rows.get("long.jsonl")).toMatchObject({ first: "ask 0", last: "end 199", messages: 400, cost: 50 });
  });

  it("begins with the session that was last written to", async () => {
    const folder = makeFolder();
    for (let n = 0; n < 60; n++) {
      const file = path.join(folder, `${n}.jsonl`);
      writeFileSync(file, sessionText([{ prompt: `${n}`, reply: "x".repeat(n % 7 === 0 ? 100_000 : 10) }]));
      utimesSync(file, n + 1, n + 1);
    }
    const { rows } = await list(folder);
    expect([...rows.keys()]).toEqual(Array.from({ length: 60 }, (_, n) => `${59 - n}.jsonl`));
  });

  it("leaves out what is empty, foreign or torn at its head, each with a note, once", async () => {
    const folder = makeFolder();
    writeFileSync(path.join(folder, "empty.jsonl"), "");
    writeFileSync(path.join(folder, "foreign.jsonl"), '{"type":"message","id":"x"}\n');
    writeFileSync(path.join(folder, "torn.jsonl"), '{"type":"sess');
    writeFileSync(path.join(folder, "huge.jsonl"), "x".repeat(1_000_000));
    writeFileSync(path.join(folder, "other.txt"), sessionText([]));
    mkdirSync(path.join(folder, "folder.jsonl"));
    writeFileSync(path.join(folder, "good.jsonl"), sessionText([{ prompt: "hi", reply: "ho" }]));
    const { rows, notes, cache } = await list(folder);
    expect([...rows.keys()]).toEqual(["good.jsonl"]);
    expect(notes).toHaveLength(4);
    expect((await list(folder, { cache })).notes).toEqual([]);
  });

  it("reads past torn lines in the middle and at the end", async () => {
    const folder = makeFolder();
    const text = sessionText([{ prompt: "hi", reply: "ho" }]);
    writeFileSync(
      path.join(folder, "a.jsonl"),
      `${text}{"type":"mess\n\n[1]\nnull\n${text.split("\n")[1]}\n{"type":"messag`,
    );
    expect((await list(folder)).rows.get("a.jsonl")).toMatchObject({ messages: 3, first: "hi" });
  });

  it("holds no line break or control character of a title", async () => {
    const folder = makeFolder();
    writeFileSync(
      path.join(folder, "a.jsonl"),
      sessionText([{ prompt: "\u001b[31mred\u0007\u2028x", reply: "a\u0000b" }]),
    );
    const row = (await list(folder)).rows.get("a.jsonl");
    expect(`${row?.first}${row?.last}`).not.toMatch(/[\u0000-\u001f\u007f]/);
  });

  it("keeps to this folder where all projects share one", async () => {
    const folder = makeFolder();
    writeFileSync(path.join(folder, "a.jsonl"), sessionText([{ prompt: "a", reply: "b" }], [], "/a"));
    writeFileSync(path.join(folder, "b.jsonl"), sessionText([{ prompt: "a", reply: "b" }], [], "/b"));
    expect([...(await list(folder, { cwd: "/a", isShared: true })).rows.keys()]).toEqual(["a.jsonl"]);
    expect((await list(folder, { isShared: true })).rows.size).toBe(2);
  });

  it("survives any damage to a file: cut anywhere, bytes changed anywhere", async () => {
    const whole = Buffer.from(
      sessionText([
        { prompt: "hi ü", reply: "ho" },
        { prompt: "go", reply: "on" },
      ]),
    );
    const damage = fc.record({
      cut: fc.nat(whole.length),
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, at, bytes }) => {
        const folder = makeFolder();
        const broken = Buffer.from(whole.subarray(0, cut));
        broken.set(bytes.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
        writeFileSync(path.join(folder, "broken.jsonl"), broken);
        writeFileSync(path.join(folder, "good.jsonl"), whole);
        const { rows } = await list(folder);
        expect(rows.get("good.jsonl")).toMatchObject({ messages: 4, first: "hi ü", last: "on" });
      }),
      { numRuns: 150 },
    );
  });
});

describe("the memory of lists", () => {
  it("spares reading a file that has not changed, and sees one that has", async () => {
    const folder = makeFolder();
    const file = path.join(folder, "a.jsonl");
    const turns = Array.from({ length: 100 }, (_, n) => ({ prompt: `ask ${n}`, reply: "x".repeat(2000) }));
    writeFileSync(file, sessionText(turns));
    const { cache } = await list(folder);
    const again = await list(folder, { cache });
    expect([again.given, again.rows.get("a.jsonl")?.messages]).toEqual([1, 200]);
    appendFileSync(file, `${JSON.stringify(message("z", "a99", { role: "user", content: "new" }))}\n`);
    expect((await list(folder, { cache })).rows.get("a.jsonl")).toMatchObject({ messages: 201, last: "new" });
  });

  it("is on disk for the next Neovim, and a damaged one is none", async () => {
    const [folder, kept] = [makeFolder(), makeFolder()];
    const file = path.join(folder, "a.jsonl");
    writeFileSync(file, sessionText([{ prompt: "hi", reply: "ho" }]));
    await list(folder, { cache: new SessionCache(kept) });
    const remembered = path.join(kept, "sessions.json");
    expect(readFileSync(remembered, "utf8")).toContain("a.jsonl");
    writeFileSync(remembered, "{");
    expect((await list(folder, { cache: new SessionCache(kept) })).rows.size).toBe(1);
  });

  it("is not fooled by a file of the same size written at another time", async () => {
    const folder = makeFolder();
    const file = path.join(folder, "a.jsonl");
    writeFileSync(file, sessionText([{ prompt: "one", reply: "x" }]));
    utimesSync(file, 1, 1);
    const { cache } = await list(folder);
    writeFileSync(file, sessionText([{ prompt: "two", reply: "x" }]));
    utimesSync(file, 2, 2);
    expect((await list(folder, { cache })).rows.get("a.jsonl")?.first).toBe("two");
  });
});

describe("a session file", () => {
  it("is renamed by a line that pi itself could have written, also after a torn line", async () => {
    const folder = makeFolder();
    const file = path.join(folder, "a.jsonl");
    writeFileSync(file, `${sessionText([{ prompt: "hi", reply: "ho" }])}{"torn`);
    await renameSession(file, "Näme");
    const last = JSON.parse(readFileSync(file, "utf8").trim().split("\n").at(-1) as string);
    expect(last).toMatchObject({ type: "session_info", parentId: "a0", name: "Näme" });
    expect((await list(folder)).rows.get("a.jsonl")?.name).toBe("Näme");
  });

  it("is removed; one that has gone already is no error", async () => {
    const file = path.join(makeFolder(), "a.jsonl");
    writeFileSync(file, sessionText([]));
    await deleteSession(file);
    expect(existsSync(file)).toBe(false);
    await expect(deleteSession(file)).resolves.toBeDefined();
  });
});

import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PromptHistory, projectKey } from "../../src/promptHistory/promptHistory";
import { readSessionPrompts } from "../../src/promptHistory/sessionPrompts";

let folder: string;
let history: PromptHistory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pi-history-"));
  history = new PromptHistory();
});
afterEach(() => rmSync(folder, { recursive: true }));

const texts = async (project: string, sessionFile?: string) =>
  (await history.read(folder, project, sessionFile)).map(({ text }) => text);

describe("The prompts of a project", () => {
  it("are given newest first, each text once", async () => {
    for (const [at, text] of ["one", "two\nlines", "one", "日本"].entries())
      await history.add(folder, "/p", { text, at });
    expect(await texts("/p")).toEqual(["日本", "one", "two\nlines"]);
  });

  it("are those of this path alone", async () => {
    await history.add(folder, "/a/x", { text: "a", at: 1 });
    await history.add(folder, "/b/x", { text: "b", at: 1 });
    expect(await texts("/a/x")).toEqual(["a"]);
    expect(projectKey("/a/x")).not.toBe(projectKey("/b/x"));
  });

  it("include one that is just being added", async () => {
    const adding = history.add(folder, "/p", { text: "now", at: 1 });
    expect(await texts("/p")).toEqual(["now"]);
    await adding;
  });

  it("are all kept when many hosts add at once", async () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ at, text: `prompt ${at} ${"x".repeat(at * 10)}` }));
    await Promise.all(many.map((entry) => new PromptHistory().add(folder, "/p", entry)));
    expect(new Set(await texts("/p"))).toEqual(new Set(many.map(({ text }) => text)));
  });

  it("do not grow without end: whole segments go, the newest prompts stay", async () => {
    const text = "y".repeat(60_000);
    for (let at = 0; at < 40; at++) await history.add(folder, "/p", { text: `${at} ${text}`, at });
    const segments = readdirSync(join(folder, projectKey("/p")));
    expect(segments.length).toBeLessThanOrEqual(4);
    expect((await texts("/p"))[0]).toBe(`39 ${text}`);
  });

  it("are read past a line that was cut off", async () => {
    await history.add(folder, "/p", { text: "before", at: 1 });
    appendFileSync(join(folder, projectKey("/p"), "1.jsonl"), '{"at":2,"te\n');
    await history.add(folder, "/p", { text: "after", at: 3 });
    expect(await texts("/p")).toEqual(["after", "before"]);
  });
});

describe("Prompts of pi's own sessions", () => {
  const user = (text: string, timestamp: number) =>
    JSON.stringify({
      type: "message",
      id: "x",
      message: { role: "user", content: [{ type: "text", text }], timestamp },
    });

  it("are among the others in the order of time, without their context and the model's words", async () => {
    const sessions = join(folder, "sessions");
    mkdirSync(sessions);
    const reply = JSON.stringify({ type: "message", message: { role: "assistant", content: 'say "role":"user"' } });
    const withContext = 'old one\n\n<file name="a.ts" lines="1-2">\n```\nx\n```\n</file>';
    writeFileSync(join(sessions, "2026-01_a.jsonl"), `{"type":"session"}\n${user(withContext, 10)}\n${reply}\n`);
    writeFileSync(join(sessions, "2026-02_b.jsonl"), `${user("newer one", 30)}\nnot json "role":"user"\n`);
    await history.add(folder, "/p", { text: "own", at: 20 });
    expect(await texts("/p", join(sessions, "2026-02_b.jsonl"))).toEqual(["newer one", "own", "old one"]);
  });

  it("are read from the end of a long session", async () => {
    const filler = `${JSON.stringify({ type: "message", message: { role: "assistant", content: "z".repeat(1000) } })}\n`;
    writeFileSync(join(folder, "1.jsonl"), `${user("far away", 1)}\n${filler.repeat(600)}${user("at the end", 2)}\n`);
    expect((await readSessionPrompts(folder)).map(({ text }) => text)).toEqual(["at the end"]);
  });

  it("are none where there is no folder", async () => {
    expect(await readSessionPrompts(join(folder, "missing"))).toEqual([]);
  });
});

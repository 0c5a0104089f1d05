import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Span } from "../../../src/changes/changeLog";
import { ChangeTracker } from "../../../src/changes/changeTracker";
import { putBack } from "../../../src/changes/putBack";
import { Review } from "../../../src/changes/review";
import { nullLogger } from "../../../src/log";

let root: string;
let calls = 0;

const at = (name: string) => join(root, "project", name);
const put = (name: string, text: string) => writeFileSync(at(name), text);
const sessionAt = (name: string) => join(root, `${name}.jsonl`);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pi-nvim-journal-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(at(""));
});

/** A session's file as pi writes it, with messages that came at these times. */
function writeSession(name: string, prompts: readonly number[], parent?: string): void {
  const header = { type: "session", version: 3, id: name, timestamp: "2026-01-02T03:04:05.000Z", cwd: at("") };
  const entries = prompts.flatMap((timestamp) => [
    { type: "message", id: `u${timestamp}`, message: { role: "user", content: `prompt ${timestamp}`, timestamp } },
    { type: "message", id: `a${timestamp}`, message: { role: "assistant", content: [], timestamp: timestamp + 5 } },
  ]);
  const lines = [{ ...header, ...(parent && { parentSession: sessionAt(parent) }) }, ...entries];
  writeFileSync(sessionAt(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** An editor that has a session open. */
async function open(session: string): Promise<ChangeTracker> {
  const listener = { changed: () => undefined, looked: () => undefined };
  const place = { cwd: at(""), folder: join(root, "state") };
  const tracker = new ChangeTracker(place, listener, nullLogger);
  onTestFinished(() => tracker.close());
  tracker.setSession(sessionAt(session));
  await tracker.idle();
  return tracker;
}

async function run(tracker: ChangeTracker, prompt: number, file: string, text: string): Promise<void> {
  const call = { callId: `call${++calls}`, name: "write", args: { path: file } };
  tracker.promptStarted(prompt, `prompt ${prompt}`);
  tracker.runStarted(prompt + 1);
  await tracker.before(call);
  put(file, text);
  tracker.ended(call.callId);
  tracker.settled();
  await tracker.idle();
}

async function changed(tracker: ChangeTracker, span: Span): Promise<string[]> {
  const files = await new Review(tracker, span).files();
  return files.map(({ path, isAccepted }) => `${relative(at(""), path)}${isAccepted ? " accepted" : ""}`);
}

describe("A session made from another one", () => {
  it.each([
    ["forked in this editor", true],
    ["that was made elsewhere", false],
  ])("(%s) has the changes of the messages that both have", async (_, isHere) => {
    put("a.txt", "old\n");
    writeSession("parent", [10, 20, 30]);
    const parent = await open("parent");
    await run(parent, 10, "a.txt", "10\n");
    await run(parent, 20, "b.txt", "20\n");
    await new Review(parent, "session").accept(at("b.txt"));
    await run(parent, 30, "c.txt", "30\n");
    writeSession("fork", [10, 20], "parent");
    if (isHere) parent.setSession(sessionAt("fork"));
    const fork = isHere ? parent : await open("fork");
    expect(await changed(fork, "session")).toEqual(["a.txt", "b.txt accepted"]);
    expect(await changed(fork, "run")).toEqual(["b.txt accepted"]);
    expect(await changed(fork, { since: 10, until: 20 })).toEqual(["a.txt"]);

    await run(fork, 40, "d.txt", "40\n");
    const again = await open("fork");
    expect(await changed(again, "session")).toEqual(["a.txt", "b.txt accepted", "d.txt"]);
    expect(await putBack(again, { since: 10, until: 20 }, { unsaved: [] })).toMatchObject({
      done: [at("a.txt")],
      refused: [],
    });
    expect(await changed(await open("parent"), "session")).toEqual(["b.txt accepted", "c.txt"]);
  });

  it("has them through sessions that no editor has opened, and none without a file or a parent", async () => {
    writeSession("parent", [10]);
    await run(await open("parent"), 10, "a.txt", "10\n");
    writeSession("middle", [10, 15], "parent");
    writeSession("fork", [10, 15], "middle");
    writeSession("other", [10], "nowhere");
    writeSession("empty", [11], "parent");
    expect(await changed(await open("fork"), "session")).toEqual(["a.txt"]);
    for (const name of ["other", "empty", "unwritten"]) expect(await changed(await open(name), "session")).toEqual([]);
  });
});

describe("What was accepted", () => {
  it("is known to the next editor, and so is what is not any more", async () => {
    put("a.txt", "1\n2\n3\n");
    writeSession("session", [10]);
    const first = await open("session");
    await run(first, 10, "a.txt", "one\n2\nthree\n");
    await run(first, 20, "data", "a\0");
    await new Review(first, "session").accept(at("a.txt"), ["one", "2", "3"]);
    await new Review(first, "session").accept(at("data"));
    const second = await open("session");
    const review = new Review(second, "session");
    expect(await review.files()).toMatchObject([{ hunks: 1, isAccepted: false }, { isAccepted: true }]);
    expect(await review.textBefore(at("a.txt"), "", "unix")).toEqual({ lines: ["one", "2", "3"] });
    await review.forget();
    expect(await new Review(await open("session"), "session").files()).toMatchObject([
      { hunks: 2, isAccepted: false },
      { isAccepted: false },
    ]);
  });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Span } from "../../../src/changes/changeLog";
import { ChangeTracker } from "../../../src/changes/changeTracker";
import { lastPutBack, putBack } from "../../../src/changes/putBack";
import { Review } from "../../../src/changes/review";
import { nullLogger } from "../../../src/log";
import { cpuTime } from "../../support/cpuTime";

let cwd: string;
let tracker: ChangeTracker;
let calls = 0;

const at = (name: string) => join(cwd, name);
const put = (name: string, text: string | Buffer) => writeFileSync(at(name), text);
const read = (name: string) => readFileSync(at(name), "utf8");

/** A run with one command, as pi does it with our extension inside. */
async function run(prompt: number, act: () => void) {
  const call = { callId: `call${++calls}`, name: "bash", args: { command: "…" } };
  tracker.promptStarted(prompt, `prompt ${prompt}`);
  tracker.runStarted(prompt);
  await tracker.before(call);
  act();
  tracker.ended(call.callId);
  tracker.settled();
  await tracker.idle();
}

async function rows(span: Span) {
  const files = await new Review(tracker, span).files();
  return files.map(({ path, from, to, ...row }) => ({
    ...row,
    name: relative(cwd, path),
    ...(from && { from: relative(cwd, from) }),
    ...(to && { to: relative(cwd, to) }),
  }));
}

async function back(span: Span, unsaved: string[] = []) {
  const { done, removed, refused, ...rest } = await putBack(tracker, span, { unsaved: unsaved.map(at) });
  const names = (paths: readonly string[]) => paths.map((path) => relative(cwd, path)).sort();
  const reasons = refused.map(({ path, reason }) => `${relative(cwd, path)} ${reason}`).sort();
  return { ...rest, done: names(done), removed: names(removed), refused: reasons, unsaved: names(rest.unsaved) };
}

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-nvim-review-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cwd = join(root, "project");
  mkdirSync(cwd);
  vi.stubEnv("XDG_DATA_HOME", join(root, "data"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const listener = { changed: () => undefined, looked: () => undefined };
  tracker = new ChangeTracker({ cwd, folder: join(root, "state") }, listener, nullLogger);
  onTestFinished(() => tracker.close());
  tracker.setSession("session.jsonl");
});

describe("What is to be reviewed", () => {
  it("is each file of the span, with what became of it, and why there is nothing to compare", async () => {
    put("a.txt", "1\n2\n3\n");
    put("old.txt", "moved\n");
    put("gone.txt", "gone\n");
    put("data.bin", "a\0");
    tracker.prepare();
    await run(1, () => put("first.txt", "1\n"));
    await run(2, () => {
      put("a.txt", "1\ntwo\n3\n4\n");
      put("new.txt", "moved\n");
      put("data.bin", "b\0");
      for (const name of ["old.txt", "gone.txt"]) rmSync(at(name));
    });
    const expected = [
      { name: "a.txt", kind: "changed", added: 2, removed: 1, hunks: 2 },
      { name: "data.bin", kind: "changed", hunks: 0, reason: "a binary file" },
      { name: "gone.txt", kind: "deleted", removed: 1 },
      { name: "new.txt", kind: "created", from: "old.txt" },
      { name: "old.txt", kind: "deleted", to: "new.txt" },
    ];
    expect(await rows("prompt")).toMatchObject(expected);
    expect(await rows("session")).toHaveLength(6);
    expect(await rows({ since: 1, until: 2 })).toMatchObject([{ name: "first.txt" }]);
    expect(new Review(tracker, "prompt").title).toBe("prompt 2");
  });

  it("is compared as Neovim has read the file", async () => {
    put("latin.txt", Buffer.from("caf\u00e9\n", "latin1"));
    put("dos.txt", "1\r\n2\r\n");
    tracker.prepare();
    await run(1, () => {
      put("latin.txt", Buffer.from("th\u00e9\n", "latin1"));
      put("dos.txt", "1\r\ntwo\r\n");
    });
    const review = new Review(tracker, "prompt");
    expect(await review.textBefore(at("latin.txt"), "latin1", "unix")).toEqual({ lines: ["caf\u00e9"] });
    expect(await review.textBefore(at("dos.txt"), "", "dos")).toEqual({ lines: ["1", "2"] });
    expect(await review.textBefore(at("dos.txt"), "", "unix")).toEqual({ lines: ["1\r", "2\r"] });
    expect(await review.textBefore(at("latin.txt"), "cp932", "unix")).toEqual({
      reason: "its text from before cannot be read as cp932",
    });
  });

  it("is judged as a whole where no line has changed", async () => {
    put("a.txt", "1\n2\n");
    tracker.prepare();
    await run(1, () => {
      put("a.txt", "1\r\n2");
      put("empty.txt", "");
    });
    expect(await rows("prompt")).toMatchObject([
      { name: "a.txt", reason: expect.stringContaining("only line breaks"), isAccepted: false },
      { name: "empty.txt", reason: "an empty file" },
    ]);
    await new Review(tracker, "prompt").accept(at("a.txt"));
    expect(await rows("prompt")).toMatchObject([{ isAccepted: true }, {}]);
  });

  it("leaves out what was accepted, as long as nothing else comes to it", async () => {
    put("a.txt", "1\n2\n3\n");
    put("data.bin", "a\0");
    tracker.prepare();
    await run(1, () => {
      put("a.txt", "one\n2\nthree\n");
      put("data.bin", "b\0");
    });
    const review = new Review(tracker, "prompt");
    void review.accept(at("a.txt"), ["one", "2", "3"]);
    void review.accept(at("data.bin"));
    expect(await rows("session")).toMatchObject([
      { name: "a.txt", hunks: 1, isAccepted: false },
      { name: "data.bin", isAccepted: true },
    ]);
    expect(await review.textBefore(at("a.txt"), "", "unix")).toEqual({ lines: ["one", "2", "3"] });
    await review.accept(at("a.txt"));
    await run(1, () => put("data.bin", "c\0"));
    expect(await rows("session")).toMatchObject([{ isAccepted: true }, { isAccepted: false }]);
    void review.forget(at("a.txt")); // the next question comes behind it
    expect(await rows("session")).toMatchObject([{ hunks: 2, isAccepted: false }, {}]);
  });
});

describe("Putting back", () => {
  it("gives files their bytes and permissions again, and can be put back in turn", async () => {
    put("a.bin", "a\0");
    mkdirSync(at("sub"));
    put("sub/run.sh", "caf\u00e9");
    chmodSync(at("sub/run.sh"), 0o750);
    tracker.prepare();
    await run(1, () => {
      put("a.bin", "b\0");
      put("new.txt", "new\n");
      rmSync(at("sub"), { recursive: true });
    });
    expect(await back("prompt")).toMatchObject({
      done: ["a.bin", "sub/run.sh"],
      removed: ["new.txt"],
      isInTrash: false,
      refused: [],
    });
    expect([read("a.bin"), read("sub/run.sh"), existsSync(at("new.txt"))]).toEqual(["a\0", "caf\u00e9", false]);
    expect(statSync(at("sub/run.sh")).mode & 0o777).toBe(0o750);
    expect(await rows("session")).toEqual([]);
    expect(await back(lastPutBack(tracker.log.records) as Span)).toMatchObject({ done: ["a.bin", "new.txt"] });
    expect([read("a.bin"), read("new.txt"), existsSync(at("sub/run.sh"))]).toEqual(["b\0", "new\n", false]);
  });

  it("moves what pi has made to the trash, under a name that is free", async () => {
    const trash = join(process.env.XDG_DATA_HOME ?? "", "Trash");
    mkdirSync(join(trash, "files"), { recursive: true });
    writeFileSync(join(trash, "files/new.txt"), "older\n");
    tracker.prepare();
    await run(1, () => put("new.txt", "new\n"));
    expect(await back("prompt")).toMatchObject({ removed: ["new.txt"], isInTrash: true });
    expect(readFileSync(join(trash, "files/new.2.txt"), "utf8")).toBe("new\n");
    expect(readFileSync(join(trash, "info/new.2.txt.trashinfo"), "utf8")).toContain(`Path=${encodeURI(at("new.txt"))}`);
  });

  it("refuses what somebody has changed since, pi itself too, and what is not known any more", async () => {
    for (const name of ["mine.txt", "later.txt", "unsaved.txt"]) put(name, "old\n");
    put("large.txt", "x".repeat(2 * 1024 * 1024));
    tracker.prepare();
    await run(1, () => {
      for (const name of ["mine.txt", "later.txt", "unsaved.txt", "large.txt"]) put(name, "pi\n");
    });
    await run(2, () => put("later.txt", "pi again\n"));
    put("mine.txt", "mine\n");
    expect(await back({ since: 1, until: 2 }, ["unsaved.txt"])).toMatchObject({
      done: [],
      unsaved: ["unsaved.txt"],
      refused: [
        "large.txt was too large for its text to be kept",
        "later.txt was changed since",
        "mine.txt was changed since",
      ],
    });
    expect([read("mine.txt"), read("later.txt"), read("unsaved.txt")]).toEqual(["mine\n", "pi again\n", "pi\n"]);
  });

  it("lists 1,000 changed files in a moment", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `f${i}.txt`);
    for (const name of names) put(name, "1\n2\n3\n");
    tracker.prepare();
    await run(1, () => {
      for (const name of names) put(name, "1\ntwo\n3\n");
    });
    const begun = cpuTime();
    expect(await rows("prompt")).toHaveLength(1000);
    expect(cpuTime() - begun).toBeLessThan(3_000);
  });
});

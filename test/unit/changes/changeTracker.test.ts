import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Baseline, type Look } from "../../../src/changes/baseline";
import { BlobStore } from "../../../src/changes/blobStore";
import { describeChanges } from "../../../src/changes/changedFiles";
import type { Span } from "../../../src/changes/changeLog";
import { changesOf } from "../../../src/changes/changeSet";
import { ChangeTracker } from "../../../src/changes/changeTracker";
import type { ChangeRecord } from "../../../src/changes/record";
import { nullLogger } from "../../../src/log";

let cwd: string;
let folder: string;
let told: ChangeRecord[];

const at = (name: string) => join(cwd, name);
const put = (name: string, text: string | Buffer) => writeFileSync(at(name), text);
let calls = 0;

function start(session = "session.jsonl"): ChangeTracker {
  const tracker = new ChangeTracker(
    { cwd, folder },
    { changed: (records) => told.push(...records), looked: () => {} },
    nullLogger,
  );
  onTestFinished(() => tracker.close());
  tracker.setSession(session);
  tracker.prepare();
  return tracker;
}

/** A call whose gate is awaited, as with our extension. */
async function call(tracker: ChangeTracker, name: string, args: Record<string, unknown>, act: () => void) {
  const callId = `call${++calls}`;
  await tracker.before({ callId, name, args });
  act();
  tracker.started({ callId, name, args });
  tracker.ended(callId);
  await tracker.idle();
}

const kinds = () => told.map(({ file, before, after, tool }) => [relative(cwd, file), before.kind, after.kind, tool]);

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-nvim-changes-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  [cwd, folder] = [join(root, "project"), join(root, "state")];
  mkdirSync(cwd);
  told = [];
});

describe("What an agent changes", () => {
  it("is known for the file that a call names, in or outside of the folder, by any name", async () => {
    put("a.txt", "one\n");
    symlinkSync(at("a.txt"), at("link.txt"));
    const tracker = start();
    await call(tracker, "edit", { path: "./link.txt" }, () => put("a.txt", "two\n"));
    await call(tracker, "write", { path: "../new.txt" }, () => put("../new.txt", "new\n"));
    await call(tracker, "edit", { path: "a.txt" }, () => {});
    await call(tracker, "read", { path: "a.txt" }, () => {});
    expect(kinds()).toEqual([
      ["a.txt", "file", "file", "edit"],
      ["../new.txt", "absent", "file", "write"],
    ]);
    const [change] = await changesOf(tracker.log.recordsOf("session"), tracker.log.blobs);
    expect(change).toMatchObject({ before: { lines: ["one"] }, now: { lines: ["two"] }, isTouchedSince: false });
  });

  it("is known for what a command does, with and without git", async () => {
    for (const repository of [false, true]) {
      told = [];
      if (repository) execFileSync("git", ["init", "-q"], { cwd });
      for (const name of ["kept", "changed", "removed", "moved", "touched"]) put(name, `${name}\n`);
      const tracker = start(`session-${repository}`);
      await call(tracker, "bash", { command: "…" }, () => {
        put("changed", "other\n");
        put("added", "added\n");
        put("touched", "touched\n");
        rmSync(at("removed"));
        renameSync(at("moved"), at("there"));
      });
      const files = await describeChanges(told, tracker.log.blobs);
      expect(files.map(({ path, kind, to }) => [relative(cwd, path), kind, to && relative(cwd, to)]).sort()).toEqual([
        ["added", "created", undefined],
        ["changed", "changed", undefined],
        ["moved", "renamed", "there"],
        ["removed", "deleted", undefined],
        ["there", "created", undefined],
      ]);
      for (const name of ["there", "added"]) rmSync(at(name));
    }
  });

  it("is not what the user writes meanwhile", async () => {
    put("mine.txt", "one\n");
    put("its.txt", "one\n");
    const tracker = start();
    await call(tracker, "bash", {}, () => {
      put("mine.txt", "two\n");
      tracker.saved(at("mine.txt"));
      put("its.txt", "two\n");
    });
    expect(kinds()).toEqual([["its.txt", "file", "file", "bash"]]);
  });

  it("is found though nobody could wait with the call", async () => {
    put("a.txt", "one\n");
    put("b.txt", "one\n");
    const tracker = start();
    await tracker.idle();
    put("a.txt", "two\n");
    tracker.started({ callId: "late", name: "edit", args: { path: "a.txt" } });
    tracker.ended("late");
    await tracker.idle();
    put("b.txt", "two\n");
    tracker.started({ callId: "later", name: "bash", args: {} });
    tracker.ended("later");
    await tracker.idle();
    expect(kinds()).toEqual([
      ["a.txt", "file", "file", "edit"],
      ["b.txt", "file", "file", "bash"],
    ]);
    const changes = await changesOf(tracker.log.recordsOf("session"), tracker.log.blobs);
    expect(changes.map(({ before }) => before)).toMatchObject([{ lines: ["one"] }, { lines: ["one"] }]);
  });

  it("is found when a command goes on after its end", async () => {
    put("slow.txt", "one\n");
    const tracker = start();
    tracker.runStarted(1);
    await call(tracker, "bash", {}, () => {});
    put("slow.txt", "two\n");
    tracker.settled();
    await tracker.idle();
    expect(kinds()).toEqual([["slow.txt", "file", "file", "bash"]]);
  });

  it("is counted once where calls overlap", async () => {
    put("a.txt", "one\n");
    const tracker = start();
    await tracker.before({ callId: "edit", name: "edit", args: { path: "a.txt" } });
    await tracker.before({ callId: "bash", name: "bash", args: {} });
    put("a.txt", "two\n");
    tracker.ended("bash");
    tracker.ended("edit");
    await tracker.idle();
    expect(kinds()).toEqual([["a.txt", "file", "file", "edit"]]);
  });

  it("is still known after a restart, by run, prompt and session", async () => {
    put("a.txt", "zero\n");
    put("b.txt", "zero\n");
    const first = start();
    first.promptStarted(10, "first");
    first.runStarted(11);
    await call(first, "write", { path: "a.txt" }, () => put("a.txt", "one\n"));
    first.promptStarted(20, "second");
    await call(first, "write", { path: "a.txt" }, () => put("a.txt", "two\n"));
    first.promptStarted(30, "third");
    first.runStarted(31);
    await call(first, "write", { path: "b.txt" }, () => put("b.txt", "one\n"));
    first.close();
    const second = start();
    await second.idle();
    const befores = async (span: Span) =>
      (await changesOf(second.log.recordsOf(span), second.log.blobs)).map(({ file, before }) => [
        relative(cwd, file),
        "lines" in before && before.lines[0],
      ]);
    expect(await befores("session")).toEqual([
      ["a.txt", "zero"],
      ["b.txt", "zero"],
    ]);
    expect(await befores({ since: 20 })).toEqual([
      ["a.txt", "one"],
      ["b.txt", "zero"],
    ]);
    expect(await befores("run")).toEqual([["b.txt", "zero"]]);
    expect(await befores("prompt")).toEqual([["b.txt", "zero"]]);
    put("b.txt", "by hand\n");
    const touched = await changesOf(second.log.recordsOf("run"), second.log.blobs);
    expect(touched.map(({ isTouchedSince }) => isTouchedSince)).toEqual([true]);
  });

  it("is known of files that a tool has named, also elsewhere and where there are too many to look at", async () => {
    for (const name of ["named", "other", "third"]) put(name, "one\n");
    put("../beside", "one\n");
    const mostFiles = 2;
    const baseline = new Baseline(cwd, folder, mostFiles);
    onTestFinished(() => baseline.close());
    const changed = async () => {
      const looks: Look[] = [];
      await baseline.lookAtAll(async (look) => void looks.push(look));
      return looks.map(({ file, before, now }) => `${relative(cwd, file)} ${before?.bytes} ${now.kind}`).sort();
    };
    await baseline.lookAt(at("named"));
    await baseline.lookAt(at("../beside"));
    expect(await changed()).toEqual([]);
    for (const name of ["named", "other", "new"]) put(name, "other\n");
    rmSync(at("../beside"));
    expect(await changed()).toEqual(["../beside one\n absent", "named one\n file"]);
    expect(await changed()).toEqual([]);
  });

  it("has a word for what is no text", async () => {
    put("binary", Buffer.from([1, 0, 2]));
    put("large", Buffer.alloc(5 * 1024 * 1024, "a\n"));
    const tracker = start();
    await call(tracker, "bash", {}, () => {
      put("binary", Buffer.from([1, 0, 3]));
      put("large", Buffer.alloc(5 * 1024 * 1024, "b\n"));
    });
    const changes = await changesOf(tracker.log.recordsOf("session"), tracker.log.blobs);
    expect(changes.map(({ file, now }) => [relative(cwd, file), now.kind]).sort()).toEqual([
      ["binary", "binary"],
      ["large", "large"],
    ]);
  });

  it("can be asked for by what a buffer holds", async () => {
    put("a.txt", "one\n");
    const tracker = start();
    await call(tracker, "write", { path: "a.txt" }, () => put("a.txt", "two\n"));
    const [record] = told;
    const stamp = record?.before.kind === "file" ? record.before.stamp : undefined;
    expect((await tracker.textAt(at("a.txt"), stamp as never))?.toString()).toBe("one\n");
    expect(await tracker.textAt(at("a.txt"), { sec: 1, nsec: 2, size: 4 })).toBeUndefined();
  });
});

describe("The texts that are kept", () => {
  it("are each kept once, and the oldest are dropped", async () => {
    const store = new BlobStore(join(folder, "texts"));
    const names = [];
    for (const text of ["first", "second", "third"]) {
      names.push(await store.put(Buffer.from(text)));
    }
    expect(await store.put(Buffer.from("first"))).toBe(names[0]);
    const fileOf = (name: string) => join(folder, "texts", name.slice(0, 2), name.slice(2));
    names.forEach((name, i) => {
      utimesSync(fileOf(name), i, i);
    });
    await store.trim(11);
    const kept = await Promise.all(names.map((name) => store.get(name)));
    expect(kept.map((bytes) => bytes?.toString())).toEqual([undefined, "second", "third"]);
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SessionLock, startOf } from "../../../src/sessions/lock";

function makeLock(session = "/s/a.jsonl"): { lock: SessionLock; folder: string; write: (holder: object) => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "pi-locks-"));
  const lock = new SessionLock(folder, session);
  const write = (holder: object): void => {
    lock.take();
    writeFileSync(path.join(folder, readdirSync(folder)[0] as string), JSON.stringify(holder));
  };
  return { lock, folder, write };
}

describe("the lock of a session", () => {
  it("is ours once we hold it, and free once we release it", () => {
    const { lock, folder } = makeLock();
    expect([lock.hold(), lock.isOurs, lock.other]).toEqual([true, true, undefined]);
    expect(new SessionLock(folder, "/s/b.jsonl").isOurs).toBe(false);
    lock.release();
    expect([lock.isOurs, readdirSync(folder)]).toEqual([false, []]);
  });

  it("of another that lives is theirs, until we take it", async () => {
    const child = spawn("sleep", ["30"]);
    await once(child, "spawn");
    const { lock, write } = makeLock();
    const pid = child.pid as number;
    write({ pid, start: startOf(pid) });
    expect([lock.hold(), lock.isOurs, lock.other?.pid]).toEqual([false, false, pid]);
    lock.release();
    expect(lock.other?.pid).toBe(pid);
    expect([lock.take(), lock.isOurs]).toEqual([true, true]);
    child.kill();
  });

  it("of one that died is free, and so is that of an earlier process with our number", async () => {
    const child = spawn("true");
    await once(child, "exit");
    const { lock, write } = makeLock();
    write({ pid: child.pid, start: "1" });
    expect([lock.other, lock.hold()]).toEqual([undefined, true]);
    write({ pid: process.pid, start: "1" });
    expect([lock.other, lock.hold(), lock.isOurs]).toEqual([undefined, true, true]);
  });

  it("that cannot be read is free", () => {
    const { lock, write } = makeLock();
    write([]);
    expect([lock.other, lock.hold(), lock.isOurs]).toEqual([undefined, true, true]);
  });
});

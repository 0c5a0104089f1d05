import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { killAll, listProcesses, type ProcessEntry, signalGroup, treeOf } from "../../../src/pi/processTree";
import { waitFor } from "../../support/waitFor";

const entry = (pid: number, parent: number, group = pid): ProcessEntry => ({ pid, parent, group, started: "1" });

describe("treeOf", () => {
  it("finds children in groups of their own, and theirs, but no others", () => {
    const processes = [entry(1, 0), entry(10, 1), entry(11, 10), entry(12, 11, 10), entry(13, 1), entry(14, 12)];
    expect(treeOf(10, processes).map(({ pid }) => pid)).toEqual([10, 11, 12, 14]);
    expect(treeOf(99, processes)).toEqual([]);
  });

  it("ends when the table shows a ring", () => {
    expect(treeOf(2, [entry(2, 3), entry(3, 2)]).map(({ pid }) => pid)).toEqual([2, 3]);
  });
});

describe("on this machine", () => {
  async function child(script: string) {
    const process = spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached: true });
    await once(process, "spawn");
    const pid = process.pid as number;
    onTestFinished(() => void signalGroup(pid, "SIGKILL"));
    return { pid, exited: once(process, "exit") };
  }

  it("finds a process with its parent and group, and what runs below it", async () => {
    const { pid } = await child("sleep 600; true");
    const tree = await waitFor(() => (treeOf(pid).length === 2 ? treeOf(pid) : undefined));
    expect(tree[0]).toMatchObject({ pid, parent: process.pid, group: pid, started: expect.stringMatching(/./) });
    expect(tree[1]).toMatchObject({ parent: pid, group: pid });
  });

  it("kills what is still the same process, and nothing else", async () => {
    const { pid, exited } = await child("sleep 600; true");
    const tree = await waitFor(() => (treeOf(pid).length === 2 ? treeOf(pid) : undefined));
    killAll(tree.map((of) => ({ ...of, started: `not ${of.started}` })));
    expect(treeOf(pid)).toHaveLength(2);
    killAll(tree);
    await exited;
    await waitFor(() => listProcesses().every(({ group }) => group !== pid));
  });

  it("says when there is no such group", () => {
    expect(signalGroup(2 ** 22 + 1, 0)).toBe(false);
  });
});

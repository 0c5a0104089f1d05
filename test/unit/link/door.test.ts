import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Door } from "../../../src/link/door";
import { sweepPlaces } from "../../../src/link/place";
import { nullLogger } from "../../../src/log";
import { waitFor } from "../../support/waitFor";

async function open() {
  const visitors: Socket[] = [];
  const door = new Door(nullLogger, (socket) => visitors.push(socket));
  onTestFinished(() => door.close());
  const path = (await door.open()) as string;
  return { door, path, visitors };
}

function come(path: string, ...said: string[]) {
  const socket = connect(path);
  const state = { isClosed: false };
  socket.on("error", () => undefined);
  socket.on("close", () => {
    state.isClosed = true;
  });
  for (const text of said) socket.write(text);
  onTestFinished(() => void socket.destroy());
  return { socket, state };
}

const hello = (token: unknown) => `${JSON.stringify({ type: "hello", token })}\n`;

describe("The door for pi's extension", () => {
  it("is in a folder that only the user can enter", async () => {
    const { path } = await open();
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["a wrong token", hello("0".repeat(64))],
    ["a token of another length", hello("0")],
    ["no text as token", hello({})],
    ["another record", `${JSON.stringify({ type: "request", id: 1, method: "tool.check", params: {} })}\n`],
    ["no record", "GET / HTTP/1.1\n"],
    ["what never ends", "x".repeat(100_000)],
  ])("drops who says %s, and still lets the right one in", async (_what, said) => {
    const { door, path, visitors } = await open();
    const stranger = come(path, said);
    await waitFor(() => stranger.state.isClosed);
    expect(visitors).toEqual([]);
    come(path, hello(door.token));
    await waitFor(() => visitors.length === 1);
  });

  it("lets one in, and is gone then", async () => {
    const { door, path, visitors } = await open();
    come(path, hello(door.token).slice(0, 20), hello(door.token).slice(20));
    await waitFor(() => visitors.length === 1);
    expect(existsSync(dirname(path))).toBe(false);
    const late = come(path, hello(door.token));
    await waitFor(() => late.state.isClosed);
    expect(visitors).toHaveLength(1);
  });

  it("drops who waits before it when it closes", async () => {
    const { door, path } = await open();
    const waiting = come(path);
    await new Promise((resolve) => waiting.socket.on("connect", resolve));
    door.close();
    await waitFor(() => waiting.state.isClosed);
    expect(existsSync(dirname(path))).toBe(false);
  });
});

describe("What a killed host left behind", () => {
  function leave(pid: number, minutes: number): string {
    const folder = join(tmpdir(), `pi-nvim-link-${pid}-${Math.random().toString(36).slice(2, 8)}`);
    mkdirSync(folder);
    const time = Date.now() / 1000 - minutes * 60;
    utimesSync(folder, time, time);
    return folder;
  }

  it("is swept away, and nothing else", async () => {
    // No process has a number that high (Linux: 4,194,304 at most).
    const nobody = 99_999_999;
    const [old, fresh, living] = [leave(nobody, 60), leave(nobody, 1), leave(process.pid, 60)] as const;
    await sweepPlaces();
    expect([old, fresh, living].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    await sweepPlaces(Date.now() + 3_600_000);
    expect(existsSync(fresh)).toBe(false);

    rmSync(living, { recursive: true });
  });
});

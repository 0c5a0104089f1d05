import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "../support/paths";

const RUNS = 15;

/** Milliseconds that sourcing plugin/pi.lua takes of Neovim's start: the median of several starts. */
export async function measureStartup(neovim: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "pi-bench-"));
  const times: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const file = path.join(folder, `${index}.log`);
    const runtimepath = `set rtp^=${repository}`;
    execFileSync(neovim, ["--headless", "-i", "NONE", "--cmd", runtimepath, "--startuptime", file, "+qa"], {
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: "ignore",
    });
    const line = readFileSync(file, "utf8")
      .split("\n")
      .find((text) => text.includes(`${repository}/plugin/pi.lua`));
    // clock, self + sourced, self: the last number is the file's own time.
    times.push(Number(/(\d+\.\d+): sourcing/.exec(line ?? "")?.[1] ?? Number.NaN));
  }
  rmSync(folder, { recursive: true, force: true });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
}

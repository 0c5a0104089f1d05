import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "../support/paths";

const RUNS = 15;

/** Prints the milliseconds from the first call to the host, which starts it, to the answer. */
const FIRST_ANSWER = `
  local start = vim.uv.hrtime()
  require("pi.host").send("text.get", { agent = 1 }, function()
    io.stdout:write(("%.1f"):format((vim.uv.hrtime() - start) / 1e6))
    vim.cmd.qa()
  end)`;

/** Milliseconds from the first use to the host's first answer: the median of several starts. */
export function measureFirstAnswer(neovim: string, node: string): number {
  const folder = mkdtempSync(path.join(tmpdir(), "pi-bench-"));
  const script = path.join(folder, "first.lua");
  writeFileSync(script, `require("pi").setup({ node = [[${node}]] })${FIRST_ANSWER}`);
  const times = Array.from({ length: RUNS }, () => {
    const args = [
      "--headless",
      "-u",
      "NONE",
      "-i",
      "NONE",
      "--cmd",
      `set rtp^=${repository}`,
      "-c",
      `luafile ${script}`,
    ];
    return Number(execFileSync(neovim, args, { env: { ...process.env, XDG_STATE_HOME: folder }, encoding: "utf8" }));
  });
  rmSync(folder, { recursive: true, force: true });
  return median(times);
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}

/** Milliseconds that sourcing plugin/pi.lua takes of Neovim's start: the median of several starts. */
export function measureStartup(neovim: string): number {
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
  return median(times);
}

import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

/** Milliseconds after which a git that hangs (a lost network drive) is ended. */
const LIMIT_MS = 30_000;

/** A folder's own configuration must not make git start programs, and reading must not write. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager"];
const ENVIRONMENT = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };

/**
 * Runs git and hands over what it writes, piece by piece. `onText` ends it early by giving false.
 * @returns false when git is missing or fails, as it does outside of a repository.
 */
export function runGit(cwd: string, args: readonly string[], onText: (text: string) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("git", [...SAFE, ...args], {
      cwd,
      env: { ...process.env, ...ENVIRONMENT },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LIMIT_MS,
      windowsHide: true,
    });
    const decoder = new StringDecoder("utf8");
    let isEnough = false;
    child.stdout.on("data", (chunk: Buffer) => {
      if (isEnough || onText(decoder.write(chunk))) return;
      isEnough = true;
      child.kill();
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(isEnough || code === 0));
  });
}

/** All that git writes, up to `limit` characters; undefined when it fails. */
export async function readGit(
  cwd: string,
  args: readonly string[],
  limit: number,
): Promise<{ readonly text: string; readonly isCut: boolean } | undefined> {
  let text = "";
  const isOk = await runGit(cwd, args, (part) => {
    text += part;
    return text.length <= limit;
  });
  return isOk ? { text: text.slice(0, limit), isCut: text.length > limit } : undefined;
}

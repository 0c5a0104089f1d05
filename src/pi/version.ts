/** Which pi there is, for health checks only: features are learnt from the protocol, never from a version. */
import { PiError } from "../errors";
import { childEnvironment, withExtraPath } from "./environment";
import { PiProcess } from "./process";
import { resolveCommand } from "./resolve";
import { Tail } from "./tail";

export interface PiVersion {
  /** The program that would run. */
  readonly path: string;
  readonly version: string;
}

export interface VersionInput {
  readonly cmd: readonly string[];
  readonly cwd: string;
  /** Added to the host's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A `cmd` that does not understand `--version` may wait for ever. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const OUTPUT_BYTES = 4096;

/** Runs `cmd --version`. @throws PiError with one sentence. */
export async function askVersion({
  cmd,
  cwd,
  env: added = {},
  timeoutMs = TIMEOUT_MS,
}: VersionInput): Promise<PiVersion> {
  const env = childEnvironment(process.env, added);
  const resolved = resolveCommand({ cmd, cwd, env });
  const output = new Tail(OUTPUT_BYTES);
  const child = await PiProcess.start({
    file: resolved.file,
    args: [...resolved.args, "--version"],
    cwd,
    env: withExtraPath(env, resolved.extraPath),
    onData: (chunk) => output.push(chunk),
    onExit: () => {},
  });
  const timer = setTimeout(() => child.killNow(), timeoutMs);
  const exit = await child.exited;
  clearTimeout(timer);
  const version = /\d+\.\d+\.\d+[\w.-]*/.exec(`${output}\n${exit.stderr}`)?.[0];
  if (exit.code === 0 && version !== undefined) return { path: resolved.file, version };
  const fault = exit.expected
    ? `did not answer within ${timeoutMs / 1000} s`
    : exit.code === 0
      ? "printed no version"
      : exit.message;
  throw new PiError("spawn_failed", `\`${[...cmd, "--version"].join(" ")}\` failed: ${fault.replace(/\.$/, "")}.`);
}

import type { Host } from "./host";

/** Longer than pi's whole way out, shorter than the five seconds after which nothing of ours may run. */
const END_LIMIT_MS = 4000;

/** Keeps stdout, which is the channel to Neovim, clean of everything else. */
export function guardStdout(): void {
  const toStderr = (...args: unknown[]): void => {
    process.stderr.write(`${args.map(String).join(" ")}\n`);
  };
  Object.assign(console, { log: toStderr, info: toStderr, debug: toStderr, warn: toStderr, error: toStderr });
  // A write to a Neovim that is gone is the disconnect's business.
  process.stdout.on("error", () => {});
}

/** Ends the host with its Neovim, and never leaves a pi behind. @returns what to call when the channel closes. */
export function tieToEditor(host: Host): () => void {
  const leave = (): void => {
    setTimeout(() => process.exit(0), END_LIMIT_MS).unref();
    void host.end().finally(() => process.exit(0));
  };
  process.on("SIGTERM", leave);
  process.on("SIGHUP", leave);
  process.on("SIGINT", () => {});
  process.on("exit", () => host.killAll());
  // One broken record must not take every agent down with it.
  process.on("uncaughtException", (error) => host.log.error(`uncaught: ${error.stack ?? error}`));
  process.on("unhandledRejection", (reason) => host.log.error(`unhandled: ${String(reason)}`));
  return leave;
}

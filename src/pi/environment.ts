/** The environment of a child: the host's own, what the user configured, and PATH with a few folders more. */
import { delimiter } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export function childEnvironment(
  own: Environment,
  added: Environment,
  isWindows = process.platform === "win32",
): Environment {
  if (!isWindows) return { ...own, ...added };
  // Windows knows `PATH`, `Path` and `path` as one name.
  const names = new Map(Object.keys(own).map((name) => [name.toUpperCase(), name]));
  const renamed = Object.entries(added).map(([name, value]) => [names.get(name.toUpperCase()) ?? name, value]);
  return { ...own, ...Object.fromEntries(renamed) };
}

export function withExtraPath(env: Environment, folders: readonly string[]): Environment {
  if (folders.length === 0) return env;
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const path = [env[name], ...folders].filter((part) => part !== undefined && part !== "");
  return { ...env, [name]: path.join(delimiter) };
}

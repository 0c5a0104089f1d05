/**
 * Which program `cmd` names. Looked for in the given environment, which may differ from the shell's: an editor that
 * was started from the desktop has another PATH.
 */
import { posix, win32 } from "node:path";
import { PiError } from "../errors";
import { type FileSystem, type PathKind, realFileSystem } from "./fileSystem";

export interface ResolveInput {
  /** The program and its first arguments. */
  readonly cmd: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly fileSystem?: FileSystem;
  /** The Node that runs this. */
  readonly nodePath?: string;
}

export interface Resolved {
  readonly file: string;
  /** What goes before the caller's arguments. */
  readonly args: readonly string[];
  /**
   * Folders to add at the end of PATH: a pi that was not found on PATH has its `node` beside it, which then is not
   * on PATH either.
   */
  readonly extraPath: readonly string[];
}

interface Place {
  readonly isWindows: boolean;
  readonly path: typeof posix;
  readonly env: ResolveInput["env"];
  readonly fileSystem: FileSystem;
  readonly nodePath: string;
}

const INSTALL_HINT = "install it with `npm install -g @earendil-works/pi-coding-agent`, or set `cmd` to where it is";

/** @throws PiError `spawn_failed` with one sentence: what was looked for, where, what to do. */
export function resolveCommand(input: ResolveInput): Resolved {
  const platform = input.platform ?? process.platform;
  const place: Place = {
    isWindows: platform === "win32",
    path: platform === "win32" ? win32 : posix,
    env: input.env,
    fileSystem: input.fileSystem ?? realFileSystem,
    nodePath: input.nodePath ?? process.execPath,
  };
  checkFolder(place, input.cwd);
  const [name, ...args] = input.cmd;
  if (name === undefined || name.trim() === "") {
    throw new PiError("spawn_failed", "`cmd` is empty: set it to pi's program, for example `pi`.");
  }
  const isPath = (place.isWindows ? /[/\\]/ : /\//).test(name);
  const found = isPath ? byPath(place, name, input.cwd) : byName(place, name);
  const shim = place.isWindows ? readShim(place, found.file) : undefined;
  if (shim) return { file: shim.node, args: [shim.script, ...args], extraPath: found.extraPath };
  return { file: found.file, args, extraPath: found.extraPath };
}

function checkFolder(place: Place, cwd: string): void {
  const kind = place.fileSystem.kindOf(cwd);
  if (kind === "folder") return;
  const fault =
    kind === "missing"
      ? "there is no such folder"
      : kind === "dangling"
        ? "it is a link to nothing"
        : "it is no folder";
  throw new PiError(
    "spawn_failed",
    `pi cannot start in ${cwd}: ${fault}. Change to a folder that exists and try again.`,
  );
}

function byPath(place: Place, name: string, cwd: string): Omit<Resolved, "args"> {
  const home = place.env.HOME ?? place.env.USERPROFILE;
  const expanded = home && /^~[/\\]/.test(name) ? place.path.join(home, name.slice(2)) : name;
  const full = place.path.resolve(cwd, expanded);
  const files = candidates(place, full);
  const file = files.find((path) => place.fileSystem.kindOf(path) === "executable");
  if (file) return { file, extraPath: [] };
  const [kind, at] = nearMiss(place, files) ?? ["missing", full];
  throw new PiError("spawn_failed", `pi cannot be started: ${at} ${FAULTS[kind]}; check \`cmd\`.`);
}

function byName(place: Place, name: string): Omit<Resolved, "args"> {
  const onPath = pathFolders(place);
  const elsewhere = npmFolders(place).filter((folder) => !onPath.includes(folder));
  const missed: string[] = [];
  for (const folder of [...onPath, ...elsewhere]) {
    const files = candidates(place, place.path.join(folder, name));
    const file = files.find((path) => place.fileSystem.kindOf(path) === "executable");
    if (file) return { file, extraPath: elsewhere.includes(folder) ? [folder] : [] };
    missed.push(...files);
  }
  const [kind, at] = nearMiss(place, missed) ?? [];
  if (kind && at)
    throw new PiError("spawn_failed", `\`${name}\` cannot be started: ${at} ${FAULTS[kind]}; ${INSTALL_HINT}.`);
  const where = `PATH (${describeFolders(onPath)}) nor in npm's usual folders (${elsewhere.join(", ")})`;
  throw new PiError("spawn_failed", `\`${name}\` was found neither on ${where}; ${INSTALL_HINT}.`);
}

const FAULTS: Readonly<Record<Exclude<PathKind, "executable">, string>> = {
  plain: "is not executable",
  folder: "is a folder",
  dangling: "is a link to nothing",
  missing: "does not exist",
};

/** The first thing of that name that is there but cannot be run: a better clue than "not found". */
function nearMiss(place: Place, files: readonly string[]): ["plain" | "folder" | "dangling", string] | undefined {
  for (const file of files) {
    const kind = place.fileSystem.kindOf(file);
    if (kind !== "executable" && kind !== "missing") return [kind, file];
  }
  return undefined;
}

function candidates(place: Place, file: string): string[] {
  if (!place.isWindows) return [file];
  const extensions = (place.env.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";").filter((extension) => extension !== "");
  const hasExtension = extensions.some((extension) => file.toLowerCase().endsWith(extension.toLowerCase()));
  // npm puts a shell script without an extension beside the .cmd: Windows cannot run it.
  return hasExtension ? [file] : extensions.map((extension) => file + extension.toLowerCase());
}

function pathFolders(place: Place): string[] {
  const key = place.isWindows ? Object.keys(place.env).find((name) => name.toUpperCase() === "PATH") : "PATH";
  const value = (key && place.env[key]) ?? "";
  // An empty entry means the current folder to a shell; running what lies in a project is not wanted.
  return value
    .split(place.path.delimiter)
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => place.path.isAbsolute(folder));
}

/** Where npm puts global programs when the folder is not on PATH. */
function npmFolders(place: Place): string[] {
  const { env, path } = place;
  const prefix = env.npm_config_prefix ?? env.NPM_CONFIG_PREFIX;
  const home = env.HOME ?? env.USERPROFILE;
  const folders = place.isWindows
    ? [prefix, env.APPDATA && path.join(env.APPDATA, "npm"), path.dirname(place.nodePath)]
    : [
        prefix && path.join(prefix, "bin"),
        // nvm, mise, fnm and the like keep global programs beside the node that they belong to.
        path.dirname(place.nodePath),
        home && path.join(home, ".local/bin"),
        home && path.join(home, ".npm-global/bin"),
        "/usr/local/bin",
        "/opt/homebrew/bin",
      ];
  return [...new Set(folders.filter((folder): folder is string => Boolean(folder)))];
}

function describeFolders(folders: readonly string[]): string {
  const shown = folders.slice(0, 6).join(", ");
  return folders.length === 0
    ? "which is empty"
    : folders.length > 6
      ? `${shown}, and ${folders.length - 6} more`
      : shown;
}

/** npm's `pi.cmd` on Windows: run its script with node, since a .cmd needs a shell that reads the arguments once more. */
function readShim(place: Place, file: string): { node: string; script: string } | undefined {
  if (!/\.(?:cmd|bat)$/i.test(file)) return undefined;
  const match = /"%(?:~dp0|dp0%)[\\/]?([^"%]+\.[cm]?js)"\s+%\*/i.exec(place.fileSystem.readText(file));
  if (!match?.[1]) return undefined;
  const folder = place.path.dirname(file);
  const besides = place.path.join(folder, "node.exe");
  const node = place.fileSystem.kindOf(besides) === "executable" ? besides : place.nodePath;
  return { node, script: place.path.join(folder, match[1]) };
}

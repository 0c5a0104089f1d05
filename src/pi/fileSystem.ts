/** The little that finding a program needs to know of a file system, so that tests can bring their own. */
import { accessSync, constants, lstatSync, readFileSync, statSync } from "node:fs";

/** What stands at a path. `plain`: a file that cannot be run. */
export type PathKind = "executable" | "plain" | "folder" | "dangling" | "missing";

export interface FileSystem {
  kindOf(path: string): PathKind;
  readText(path: string): string;
}

export const realFileSystem: FileSystem = {
  kindOf(path) {
    try {
      if (statSync(path).isDirectory()) return "folder";
    } catch {
      return isLink(path) ? "dangling" : "missing";
    }
    return isExecutable(path) ? "executable" : "plain";
  },
  readText: (path) => readFileSync(path, "utf8"),
};

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** On Windows this only asks whether the file can be read: what can be run is a matter of its extension there. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

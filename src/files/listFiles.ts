import { runGit } from "./git";
import { walk } from "./walk";

/** Takes names relative to the folder, with `/`; gives false when it wants no more. */
export type TakeNames = (names: readonly string[]) => boolean;

const LISTING = ["ls-files", "-z", "--exclude-standard"];

/** Names all files below a folder but the ignored ones: git's own where it is a repository. */
export async function listFiles(cwd: string, take: TakeNames): Promise<void> {
  let count = 0;
  const deleted = await deletedFiles(cwd);
  const isRepository =
    deleted !== undefined &&
    (await listWithGit(cwd, ["--cached", "--others"], (names) => {
      count += names.length;
      return take(deleted.size === 0 ? names : names.filter((name) => !deleted.has(name)));
    }));
  // A folder that its repository ignores is empty to git.
  if (!isRepository || count === 0) await walk(cwd, take);
}

/** Files that git knows and the folder has not; undefined outside of a repository. */
async function deletedFiles(cwd: string): Promise<ReadonlySet<string> | undefined> {
  const deleted = new Set<string>();
  const isOk = await listWithGit(cwd, ["--deleted"], (names) => {
    for (const name of names) deleted.add(name);
    return true;
  });
  return isOk ? deleted : undefined;
}

function listWithGit(cwd: string, options: readonly string[], take: TakeNames): Promise<boolean> {
  let rest = "";
  return runGit(cwd, [...LISTING, ...options], (text) => {
    const names = (rest + text).split("\0");
    rest = names.pop() ?? "";
    // A name that is not UTF-8 could not be written in a prompt.
    return take(names.filter((name) => !name.includes("\ufffd")));
  });
}

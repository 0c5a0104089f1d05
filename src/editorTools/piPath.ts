import { realName } from "../changes/fileState";
import { resolveToolPath } from "../changes/toolCall";

/** The file that a path means to pi's own tools, absolute and without links, also where there is no such file yet. */
export function resolveForPi(name: string, cwd: string): Promise<string> {
  return realName(resolveToolPath(name, cwd));
}

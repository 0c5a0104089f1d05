import path from "node:path";

/** A path as pi's tools understand it. */
export function pathForPi(absolute: string, cwd: string): string {
  const relative = path.relative(cwd, absolute);
  const isInside = relative !== "" && !/^\.\.([\\/]|$)/.test(relative) && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join("/") : absolute;
}

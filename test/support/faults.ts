/** What an error looks like in `:messages`, whoever raised it: Neovim's own codes, and failed Lua. */
const ERROR_LINE = /^E\d+:|\bE5108\b|Error (executing|detected|in)\b|stack traceback:|\.lua:\d+:|^Invalid \w+( id)?:/;

/** Errors in `v:errmsg` and `:messages` that none of `allowed` explains. */
export function unexpectedErrors(errmsg: string, messages: string, allowed: readonly RegExp[]): string[] {
  const isExpected = (line: string) => allowed.some((pattern) => pattern.test(line));
  const lines = messages.split("\n").filter((line) => ERROR_LINE.test(line) && !isExpected(line));
  if (errmsg !== "" && !isExpected(errmsg) && !lines.includes(errmsg)) lines.unshift(`v:errmsg: ${errmsg}`);
  return lines;
}

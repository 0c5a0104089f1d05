/** Plain text to look for in lines, as the editor would find it. */
export interface TextQuery {
  readonly text: string;
  readonly ignoreCase: boolean;
  /** Neither end touches another word character. */
  readonly wholeWord: boolean;
}

/** @returns whether a line holds the text. Never a regular expression of the user's: one can hang the host. */
export function matcherOf({ text, ignoreCase, wholeWord }: TextQuery): (line: string) => boolean {
  const wanted = ignoreCase ? text.toLowerCase() : text;
  return (line) => {
    const where = ignoreCase ? line.toLowerCase() : line;
    for (let at = where.indexOf(wanted); at !== -1; at = where.indexOf(wanted, at + 1)) {
      if (!wholeWord || !touchesWord(where, at, wanted.length)) return true;
    }
    return false;
  };
}

const WORD = /[\p{L}\p{N}_]/u;

function touchesWord(line: string, at: number, length: number): boolean {
  return WORD.test(line.charAt(at - 1)) || WORD.test(line.charAt(at + length));
}

/** A file's bytes as the lines that Neovim makes of them. */

export type FileFormat = "unix" | "dos" | "mac";

export interface BufferText {
  /** None: the file is empty, which Neovim shows as one empty line. */
  readonly lines: readonly string[];
  readonly format: FileFormat;
  /** Whether the last line ends with a line break. */
  readonly endOfLine: boolean;
  readonly bomb: boolean;
}

/** How Neovim reads the file: 'fileencoding', 'fileformat', 'bomb'. */
export interface Reading {
  readonly encoding: string;
  readonly format: FileFormat;
  readonly bomb: boolean;
}

/** Undefined where Neovim has to read the file itself: an encoding that is not known here, or bytes that do not fit it. */
export function decode(bytes: Buffer, encoding: string): { text: string; bomb: boolean } | undefined {
  const text = textIn(bytes, encoding);
  if (text?.includes("\0") !== false) return undefined;
  const bomb = encoding !== "latin1" && text.startsWith("\ufeff");
  return { text: bomb ? text.slice(1) : text, bomb };
}

function textIn(bytes: Buffer, encoding: string): string | undefined {
  if (encoding === "latin1") return bytes.toString("latin1");
  // Neovim's "utf-16" has the high byte first.
  const label = { "": "utf-8", "utf-8": "utf-8", "utf-16le": "utf-16le", "utf-16": "utf-16be" }[encoding];
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** 'fileformat' as Neovim detects it: `dos` when every line break is CR LF. Undefined without a line break. */
export function formatOf(text: string): "unix" | "dos" | undefined {
  let at = text.indexOf("\n");
  if (at === -1) return undefined;
  for (; at !== -1; at = text.indexOf("\n", at + 1)) if (text[at - 1] !== "\r") return "unix";
  return "dos";
}

export function splitLines(text: string, format: "unix" | "dos"): Pick<BufferText, "lines" | "endOfLine"> {
  if (text === "") return { lines: [], endOfLine: true };
  const lines = text.split(format === "dos" ? "\r\n" : "\n");
  const endOfLine = lines.at(-1) === "";
  if (endOfLine) lines.pop();
  return { lines, endOfLine };
}

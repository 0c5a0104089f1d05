/**
 * ANSI colours as highlight groups. THE place where their names are decided; lua/pi/highlight.lua defines them:
 *
 * - the 16 colours: `PiAnsiRed` for text, `PiAnsiBgRed` for the background, `PiAnsiBrightRed`, `PiAnsiBgBrightRed`,
 *   with Black, Red, Green, Yellow, Blue, Magenta, Cyan, White. Defined once, from the colour scheme's terminal colours;
 * - all else in one name that says what it is, defined when first seen:
 *   `PiAnsi` + `_fg_rrggbb`? + `_bg_rrggbb`? + `_` and letters of `biur`?, at least one of the three, in this order.
 *   rrggbb are lower case hex digits; b = bold, i = italic, u = underline, r = reverse. E.g. `PiAnsi_fg_ff8700_bi`,
 *   `PiAnsi_bg_000087`, `PiAnsi_u`.
 *
 * Text that has both kinds gets both marks, e.g. bold red: `PiAnsiRed` and `PiAnsi_b`. Colours 0-15 of the 256 are the 16.
 */

/** A colour: 0-15 of the terminal's, or `#` and 24 bits as hex. */
type Color = number | `#${string}`;

export interface AnsiStyle {
  readonly fg: Color | undefined;
  readonly bg: Color | undefined;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly reverse: boolean;
  /** Names for the marks of text in this style. */
  readonly groups: readonly string[];
}

type Change = Partial<Omit<AnsiStyle, "groups">>;

export const PLAIN_STYLE: AnsiStyle = {
  fg: undefined,
  bg: undefined,
  bold: false,
  italic: false,
  underline: false,
  reverse: false,
  groups: [],
};

const NAMES = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"];

/** Attributes that SGR codes switch on and off. Faint (2), blink, conceal and strike are not shown. */
const SWITCHES: ReadonlyMap<number, Change> = new Map<number, Change>([
  [1, { bold: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { reverse: true }],
  [21, { underline: true }],
  [22, { bold: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { reverse: false }],
  [39, { fg: undefined }],
  [49, { bg: undefined }],
]);

/** The style after `ESC [ params m`, PLAIN_STYLE itself when nothing is on. What is not understood changes nothing. */
export function applySgr(style: AnsiStyle, params: string): AnsiStyle {
  let next: Change = { ...style };
  const codes = params.split(";");
  for (let i = 0; i < codes.length; i++) {
    const parts = (codes[i] as string).split(":");
    const code = toCode(parts[0]);
    if (code === 0) next = { ...PLAIN_STYLE };
    else if (code === 38 || code === 48) {
      const isColon = parts.length > 1;
      const { color, used } = readColor(isColon ? withoutColorSpace(parts.slice(1)) : codes.slice(i + 1));
      if (!isColon) i += used;
      if (color !== undefined) next = { ...next, [code === 38 ? "fg" : "bg"]: color };
    } else if (code === 4 && parts[1] === "0") next = { ...next, underline: false };
    else next = { ...next, ...(SWITCHES.get(code) ?? plainColor(code)) };
  }
  const done = { ...PLAIN_STYLE, ...next };
  const groups = groupsOf(done);
  return groups.length === 0 ? PLAIN_STYLE : { ...done, groups };
}

/** Codes 30-37, 40-47, 90-97, 100-107. */
function plainColor(code: number): Change | undefined {
  const digit = code % 10;
  if (digit > 7) return undefined;
  const tens = Math.floor(code / 10);
  if (tens === 3) return { fg: digit };
  if (tens === 4) return { bg: digit };
  if (tens === 9) return { fg: digit + 8 };
  return tens === 10 ? { bg: digit + 8 } : undefined;
}

/** What follows 38 or 48: `5 n` or `2 r g b`. */
function readColor(codes: readonly string[]): { color: Color | undefined; used: number } {
  const mode = toCode(codes[0]);
  if (mode === 5) return { color: paletteColor(toCode(codes[1])), used: 2 };
  if (mode === 2) return { color: rgb(toCode(codes[1]), toCode(codes[2]), toCode(codes[3])), used: 4 };
  return { color: undefined, used: 1 };
}

/** `2:space:r:g:b` has a colour space that `2;r;g;b` has not. */
function withoutColorSpace(parts: readonly string[]): readonly string[] {
  return parts[0] === "2" && parts.length >= 5 ? ["2", ...parts.slice(2)] : parts;
}

/** xterm's 256: 16 of the terminal, a 6x6x6 cube, 24 greys. */
function paletteColor(index: number): Color | undefined {
  if (index < 16) return index;
  if (index < 232) {
    const cube = index - 16;
    return rgb(cubeLevel(Math.floor(cube / 36)), cubeLevel(Math.floor(cube / 6) % 6), cubeLevel(cube % 6));
  }
  return index < 256 ? rgb(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10) : undefined;
}

function cubeLevel(step: number): number {
  return step === 0 ? 0 : 55 + step * 40;
}

function rgb(...levels: readonly number[]): Color | undefined {
  if (levels.some((level) => level > 255)) return undefined;
  return `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
}

/** An SGR number; empty means 0, nonsense a number without meaning. */
function toCode(text: string | undefined): number {
  if (text === undefined || text === "") return 0;
  return /^\d{1,4}$/.test(text) ? Number(text) : 9999;
}

function groupsOf(style: Omit<AnsiStyle, "groups">): readonly string[] {
  const groups: string[] = [];
  let made = "PiAnsi";
  if (typeof style.fg === "number") groups.push(`PiAnsi${colorName(style.fg)}`);
  else if (style.fg !== undefined) made += `_fg_${style.fg.slice(1)}`;
  if (typeof style.bg === "number") groups.push(`PiAnsiBg${colorName(style.bg)}`);
  else if (style.bg !== undefined) made += `_bg_${style.bg.slice(1)}`;
  const letters = [style.bold && "b", style.italic && "i", style.underline && "u", style.reverse && "r"];
  const attributes = letters.filter((letter) => letter !== false).join("");
  if (attributes !== "") made += `_${attributes}`;
  if (made !== "PiAnsi") groups.push(made);
  return groups;
}

function colorName(index: number): string {
  return `${index < 8 ? "" : "Bright"}${NAMES[index % 8]}`;
}

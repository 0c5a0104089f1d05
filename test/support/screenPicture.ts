/** A screen as SVG: what Neovim drew, cell by cell. */
import type { Highlight, Screen } from "./screen";

const CELL = { width: 8.4, height: 18, baseline: 13.5 } as const;
const FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const MARGIN = 10;

interface Look {
  readonly fg: string;
  readonly bg: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

interface Run {
  readonly col: number;
  readonly look: Look;
  text: string;
  width: number;
}

/** @param title for those who cannot see it. */
export function screenPicture(screen: Screen, title: string): string {
  const width = screen.width * CELL.width + 2 * MARGIN;
  const height = screen.height * CELL.height + 2 * MARGIN;
  const rows = Array.from({ length: screen.height }, (_, row) => drawRow(screen, row));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img" font-family="${FONT}" font-size="14">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${screen.colors.background}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...rows.filter((row) => row !== ""),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function drawRow(screen: Screen, row: number): string {
  const runs = runsOf(screen, row);
  const y = row * CELL.height;
  const boxes = runs
    .filter(({ look }) => look.bg !== screen.colors.background)
    .map(({ col, width, look }) => {
      const size = `width="${round(width * CELL.width)}" height="${CELL.height}"`;
      return `<rect x="${round(col * CELL.width)}" y="${y}" ${size} fill="${look.bg}"/>`;
    });
  const texts = runs.filter(({ text }) => text.trim() !== "").map((run) => drawText(run, y + CELL.baseline));
  return [...boxes, ...texts].join("");
}

function drawText({ col, text, width, look }: Run, y: number): string {
  const styles = [
    look.bold ? ' font-weight="bold"' : "",
    look.italic ? ' font-style="italic"' : "",
    look.underline ? ' text-decoration="underline"' : "",
  ].join("");
  const x = round(col * CELL.width);
  const length = round(width * CELL.width);
  const place = `x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"`;
  return `<text ${place} fill="${look.fg}"${styles}>${escapeXml(text)}</text>`;
}

/** Neighbouring cells that look the same; blanks at the ends of a run are left out. */
function runsOf(screen: Screen, row: number): Run[] {
  const runs: Run[] = [];
  for (let col = 0; col < screen.width; col++) {
    const { text, highlight } = screen.cellAt(row, col);
    const look = lookOf(screen, highlight);
    const last = runs.at(-1);
    if (last !== undefined && isSame(last.look, look)) {
      last.text += text;
      last.width++;
    } else runs.push({ col, look, text, width: 1 });
  }
  return runs;
}

function lookOf(screen: Screen, { attributes }: Highlight): Look {
  const { foreground, background } = screen.colors;
  const fg = colorOf(attributes.foreground) ?? foreground;
  const bg = colorOf(attributes.background) ?? background;
  const isReversed = attributes.reverse === true;
  return {
    fg: isReversed ? bg : fg,
    bg: isReversed ? fg : bg,
    bold: attributes.bold === true,
    italic: attributes.italic === true,
    underline: attributes.underline === true,
  };
}

function colorOf(value: unknown): string | undefined {
  return typeof value === "number" && value >= 0 ? `#${value.toString(16).padStart(6, "0")}` : undefined;
}

function isSame(a: Look, b: Look): boolean {
  return a.fg === b.fg && a.bg === b.bg && a.bold === b.bold && a.italic === b.italic && a.underline === b.underline;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

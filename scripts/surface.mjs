// @ts-check
/** Prints the reference of pi's RPC for the help, from the table that the tests are typed with. */
import { loadTypeScript } from "./bundle.mjs";

const HEADINGS = { commands: "Commands of pi", events: "Events of pi", dialogs: "What extensions can show" };
const NAME_CELLS = 34;

/** @type {{ surface: Record<keyof typeof HEADINGS, Record<string, { way: string }>> }} */
const { surface } = await loadTypeScript("test/unit/surface.ts");

const lines = Object.entries(surface).flatMap(([kind, table]) => [
  `${HEADINGS[/** @type {keyof typeof HEADINGS} */ (kind)]} ~`,
  ...Object.entries(table).flatMap(([name, { way }]) => row(name, way)),
  "",
]);
process.stdout.write(lines.slice(0, -1).join("\n"));

/**
 * @param {string} name
 * @param {string} way
 * @returns {string[]}
 */
function row(name, way) {
  const oneLine = name.padEnd(NAME_CELLS) + way;
  return oneLine.length <= 78 ? [oneLine] : [name, " ".repeat(NAME_CELLS) + way];
}

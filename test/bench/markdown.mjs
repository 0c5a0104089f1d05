/**
 * What a long reply costs the host: 1.5 MB of markdown in 100,000 deltas, rendered 30 times a second of a stream of
 * 1,500 deltas a second. `node test/bench/markdown.mjs [--check]`; with --check it fails over the budget.
 */
import { build } from "esbuild";

const DELTAS = 100_000;
const DELTAS_PER_FRAME = 50;
/** Milliseconds of CPU for scanning, marks never asked for. */
const BUDGET = 60;

const { outputFiles } = await build({
  stdin: {
    contents:
      'export { StreamText } from "./src/agent/streamText"; export { MarkdownLines } from "./src/view/markdown/markdownLines";',
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const source = Buffer.from(outputFiles[0].contents).toString("base64");
const { StreamText, MarkdownLines } = await import(`data:text/javascript;base64,${source}`);

const PIECE = `## A heading of part

The loop reads \`n\` before it is **set**, so the condition compares with what was there. Look at
[the pump](src/pump.ts) and at the *second* branch, which nobody takes: it was written for the old format
and grüße aus 日本語 with accents.

- first item with some text in it
- second item with \`code\`
  1. nested item that goes on a little

| name | value |
| ---- | ----- |
| one  | 1     |

\`\`\`ts
while (n > 0) {
  n = step(n, { limit: 10, retry: true });
}
\`\`\`

`;

function deltasOf(piece) {
  const text = piece.repeat(Math.ceil(1_500_000 / piece.length)).slice(0, 1_500_000);
  return Array.from({ length: DELTAS }, (_, i) => text.slice(i * 15, i * 15 + 15));
}

function run(deltas, readMarks) {
  const text = new StreamText();
  const view = new MarkdownLines();
  let spent = 0;
  let longest = 0;
  let read = 0;
  const render = (isStreaming) => {
    const started = process.hrtime.bigint();
    const lines = view.update(text.lines, isStreaming);
    for (const line of readMarks === 0 ? [] : lines.slice(-readMarks)) read += line.marks.length;
    const took = Number(process.hrtime.bigint() - started) / 1e6;
    spent += took;
    longest = Math.max(longest, took);
  };
  for (const [i, delta] of deltas.entries()) {
    text.append(delta);
    if (i % DELTAS_PER_FRAME === 0) render(true);
  }
  render(false);
  return { spent, longest, read, lines: text.lines.length };
}

function report(name, { spent, longest, read, lines }) {
  const marks = read > 0 ? `, ${read} marks read` : "";
  console.log(`${name}: ${spent.toFixed(1)} ms, longest call ${longest.toFixed(2)} ms, ${lines} lines${marks}`);
}

const mixed = deltasOf(PIECE);
const prose = deltasOf(`${"Words that follow each other on and on. ".repeat(4)}\n`);
/** The best of several runs: the machine does other things too. */
function best(deltas, readMarks) {
  const runs = Array.from({ length: 9 }, () => run(deltas, readMarks));
  return runs.sort((a, b) => a.spent - b.spent)[0];
}

const scan = best(mixed, 0);
report("scan only", scan);
report("scan only, one paragraph without end", best(prose, 0));
report("with the marks of the last 50 lines", best(mixed, 50));

const view = new MarkdownLines();
const whole = new StreamText(mixed.join(""));
const started = performance.now();
const lines = view.update(whole.lines, false);
const scanned = performance.now();
let marks = 0;
for (const line of lines) marks += line.marks.length;
console.log(
  `from nothing: ${(scanned - started).toFixed(1)} ms, all ${marks} marks ${(performance.now() - scanned).toFixed(1)} ms`,
);

if (process.argv.includes("--check") && scan.spent > BUDGET) {
  console.error(`scanning took ${scan.spent.toFixed(1)} ms, more than ${BUDGET} ms`);
  process.exitCode = 1;
}

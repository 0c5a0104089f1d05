/** How soon the best 50 of 100,000 files are found, and how long others have to wait for that. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FileIndex } from "../../src/files/fileIndex";

const FOLDERS = 2_000;
const FILES_EACH = 50;
const QUERIES = ["", "p", "pu", "pump", "src", "srcpump7", "module12/pump", "xyzq", "index", "a"];

export interface FilesResult {
  /** Milliseconds until the first question of all is answered, while the folder is still being listed. */
  readonly first: number;
  /** Milliseconds of a question afterwards: the median, and the slowest. */
  readonly median: number;
  readonly slowest: number;
  /** Milliseconds that a timer of the host was late at most meanwhile. */
  readonly late: number;
}

/** On a real folder that `git` or nobody keeps: made, measured, removed. */
export async function measureFiles(): Promise<FilesResult> {
  const root = mkdtempSync(path.join(tmpdir(), "pi-bench-files-"));
  try {
    writeTree(root);
    const index = new FileIndex(root);
    const first = await time(() => index.search("pump", 50));
    while ((await index.search("pump_1999_49", 1))[0] === undefined) await new Promise((done) => setTimeout(done, 50));
    const watch = watchLateness();
    const times: number[] = [];
    for (const query of [...QUERIES, ...QUERIES, ...QUERIES]) times.push(await time(() => index.search(query, 50)));
    const late = watch();
    times.sort((a, b) => a - b);
    return { first, median: times[times.length >> 1] as number, slowest: times.at(-1) as number, late };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeTree(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const at = path.join(root, "src", `package${folder % 40}`, `module${folder}`);
    mkdirSync(at, { recursive: true });
    for (let file = 0; file < FILES_EACH; file++) writeFileSync(path.join(at, `pump_${folder}_${file}.ts`), "");
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function watchLateness(): () => number {
  let late = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - last - 1);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return late;
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import type { CodeHighlighter } from "../view/markdown/codeHighlighter";
import { showCall } from "./showCall";

const CODE = 'export function first(value: number): string {\n  return value + "text"; // why\n}\n';
/** Some 1000 lines: so many it takes until the code that colours them is compiled. */
const ROUNDS = 12;

/**
 * Makes questions for nobody, a little in each turn. The grammars are loaded with any language, and code that has run is
 * fast: better now, while the model thinks, than with the first question, which would take 20 ms longer.
 */
export async function rehearse(highlighter: CodeHighlighter | undefined): Promise<void> {
  const proposal = { path: "file.ts", before: "", after: CODE.repeat(30), isNew: true };
  for (let round = 0; round < ROUNDS; round++) {
    await nextTurn();
    showCall({ toolCallId: "", toolName: "write", input: {} }, proposal, highlighter);
  }
}

import type { Question, Questions } from "../editorContract";
import { PiError } from "../errors";
import type { EditorTool } from "../extension/editorTools";
import type { ToolParameters } from "../extension/toolParameters";
import { pathForPi } from "../files/pathForPi";
import { changingTools } from "./changingTools";
import type { AskOptions } from "./editorQuestions";
import { lookingTools } from "./lookingTools";
import { lspTools } from "./lspTools";
import { resolveForPi } from "./piPath";

/** What a tool works with: one agent's folder and way to the editor. */
export interface ToolContext {
  ask<Q extends Question>(
    question: Q,
    params: Questions[Q]["params"],
    options?: AskOptions,
  ): Promise<Questions[Q]["answer"]>;
  /** The file that a path of the model's means. */
  file(path: string): Promise<string>;
  /** A file as the model is to name it. */
  nameOf(path: string): string;
}

type Run<T extends EditorTool> = (input: ToolParameters<T>, context: ToolContext) => Promise<string>;
export type ToolTable = { readonly [T in EditorTool]: Run<T> };

const TOOLS: ToolTable = { ...lookingTools, ...lspTools, ...changingTools };

/** Works off a tool; rejects with a sentence for the model. */
export async function runTool(
  tool: EditorTool,
  input: object,
  cwd: string,
  ask: ToolContext["ask"],
): Promise<{ text: string }> {
  if (!Object.hasOwn(TOOLS, tool)) throw new PiError("invalid", `The host knows no tool "${tool}".`);
  const run = TOOLS[tool] as (input: object, context: ToolContext) => Promise<string>;
  const context = {
    ask,
    file: (path: string) => resolveForPi(path, cwd),
    nameOf: (path: string) => pathForPi(path, cwd),
  };
  return { text: await run(input, context) };
}

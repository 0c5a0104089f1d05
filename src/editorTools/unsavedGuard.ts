import type { AgentSpec } from "../agentContract";
import { namedPath } from "../changes/toolCall";
import { messageOf } from "../errors";
import { chosenTools } from "../extension/editorTools";
import type { ToolCall, ToolVerdict } from "../extension/wire";
import type { AskOptions, EditorQuestions } from "./editorQuestions";
import { type LinesAsked, livingLines } from "./living";
import { resolveForPi } from "./piPath";

/** Neovim may be held by a question or a shell command of the user's: an edit waits for it, a read does not. */
const EDIT_LIMIT_MS = 5_000;
const READ_LIMIT_MS = 2_000;

/** Keeps pi from working on the text of a file on disk where the user has changed it in a buffer. */
export class UnsavedGuard {
  readonly tools = ["edit", "write"];
  /** Without an editor there is nothing unsaved. */
  readonly onFailure = "allow";
  readonly #questions: EditorQuestions;
  readonly #spec: () => AgentSpec;

  /** @param spec of the agent as it is now. */
  constructor(questions: EditorQuestions, spec: () => AgentSpec) {
    this.#questions = questions;
    this.#spec = spec;
  }

  /** A gate for tool calls: what would write over unsaved changes does not run. */
  async check({ toolName, input }: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    const name = namedPath(input);
    if (name === undefined) return {};
    const { agent, cwd } = this.#spec();
    const options: AskOptions = { signal, limitMs: EDIT_LIMIT_MS };
    try {
      const params = { path: await resolveForPi(name, cwd) };
      const { modified } = await this.#questions.ask(agent, "file.state", params, options);
      return modified ? { block: this.#reason(name, toolName) } : {};
    } catch (error) {
      return { block: `Whether ${name} has unsaved changes in the user's editor is not known: ${messageOf(error)}` };
    }
  }

  /** What `read` is to say of a file with unsaved changes. */
  async living(name: string, lines: LinesAsked, signal: AbortSignal): Promise<{ text?: string }> {
    const { agent, cwd } = this.#spec();
    const options: AskOptions = { signal, limitMs: READ_LIMIT_MS };
    const params = { path: await resolveForPi(name, cwd) };
    const { item } = await this.#questions.ask(agent, "file.living", params, options);
    return item?.kind === "lines" ? { text: livingLines(item, lines) } : {};
  }

  #reason(name: string, toolName: string): string {
    const tools = chosenTools(this.#spec().editorTools);
    const ways = [
      ...(tools.includes("nvim_edit") ? ["change that text with nvim_edit"] : []),
      ...(tools.includes("nvim_save") ? ["save it with nvim_save"] : []),
      "ask the user to save it",
    ];
    return (
      `${name} has unsaved changes in the user's editor, which this ${toolName} would not know of: nothing was changed. ` +
      `Read it again (read gives the text in the editor), and then ${ways.join(", or ")}.`
    );
  }
}

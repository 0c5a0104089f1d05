import type { AgentSpec } from "../agentContract";
import type { HostRequests } from "../extension/wire";
import type { EditorQuestions } from "./editorQuestions";
import { runTool } from "./editorTools";
import { UnsavedGuard } from "./unsavedGuard";

type Params<M extends keyof HostRequests> = HostRequests[M]["params"];
type Answer<M extends keyof HostRequests> = Promise<HostRequests[M]["answer"]>;

/** What one agent may ask of the editor: its tools, and the text of files with unsaved changes. */
export class EditorAccess {
  readonly guard: UnsavedGuard;
  readonly #questions: EditorQuestions;
  readonly #spec: () => AgentSpec;

  constructor(questions: EditorQuestions, spec: () => AgentSpec) {
    this.#questions = questions;
    this.#spec = spec;
    this.guard = new UnsavedGuard(questions, spec);
  }

  async run({ tool, input }: Params<"tool.run">, signal: AbortSignal): Answer<"tool.run"> {
    const { agent, cwd } = this.#spec();
    return runTool(tool, input, cwd, (question, params, options) =>
      this.#questions.ask(agent, question, params, { ...options, signal }),
    );
  }

  async living({ path, ...lines }: Params<"file.living">, signal: AbortSignal): Answer<"file.living"> {
    return this.guard.living(path, lines, signal);
  }
}

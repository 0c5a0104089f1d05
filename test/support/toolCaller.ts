/** A model that calls one tool after the other, as the test says, all in one run. */

import type { NeovimOptions } from "./driver";
import type { Configuration } from "./e2e";
import { type Answer, type Brain, says, textOf } from "./modelScript";
import { launchWithModel, type RealPi } from "./realPi";
import { waitFor } from "./waitFor";

/** Requests to the model that one run may take. */
const MOST_CALLS = 100;

export class ToolCaller {
  #answer: ((answer: Answer) => void) | undefined;

  private constructor(private all: RealPi | undefined) {}

  /** Starts Neovim and pi, and a run that waits for the first call. */
  static async start(configuration: Configuration, options: NeovimOptions = {}): Promise<ToolCaller> {
    const caller = new ToolCaller(undefined);
    const brain: Brain = () => new Promise((resolve) => (caller.#answer = resolve));
    caller.all = await launchWithModel(configuration, Array(MOST_CALLS).fill(brain), options);
    return caller;
  }

  get pi(): RealPi {
    if (this.all === undefined) throw new Error("not started");
    return this.all;
  }

  /** Sends a prompt, with which a run begins. */
  async prompt(text = "go"): Promise<void> {
    await this.pi.nvim.lua("require('pi').prompt({ text = ... })", text);
    await this.#asked();
  }

  /** Has the model call a tool. @returns what it is told then. */
  async call(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    (await this.#take())({ parts: [{ tool, args }] });
    await this.#asked();
    return textOf(this.pi.model.lastRequest?.messages.findLast(({ role }) => role === "tool"));
  }

  /** Ends the run. */
  async finish(text = "Done."): Promise<void> {
    (await this.#take())(says(text));
  }

  async #asked(): Promise<(answer: Answer) => void> {
    return waitFor(() => this.#answer, {
      what: "a request to the model",
      deadline: 40_000,
      context: () => this.pi.nvim.describe(),
    });
  }

  async #take(): Promise<(answer: Answer) => void> {
    const answer = await this.#asked();
    this.#answer = undefined;
    return answer;
  }
}

import { expect } from "vitest";
import { type RealPi, userTexts } from "./realPi";

/** What the model was sent with the newest prompt. */
function lastMessage({ model }: RealPi): string {
  return userTexts(model.lastRequest).at(-1) ?? "";
}

/** Types a prompt into the chat, as a user would, and waits for its reply. */
export class PromptWriter {
  #sent = 0;
  constructor(readonly all: RealPi) {}

  async send(text: string): Promise<string> {
    const { nvim } = this.all;
    await nvim.command("PiOpen");
    await nvim.waitFor(async () => (await nvim.lua("return vim.bo.filetype")) === "pi-prompt");
    await nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(..., '\\n'))", text);
    await nvim.keys("<CR>");
    await nvim.waitUntilSettled(++this.#sent);
    return lastMessage(this.all);
  }

  async sendWhileInserting(text: string): Promise<string> {
    const { nvim } = this.all;
    await nvim.keys("i");
    await nvim.waitFor(async () => (await nvim.mode()).mode === "i");
    await nvim.type(text);
    await nvim.keys("<C-s>");
    await nvim.waitUntilSettled(++this.#sent);
    expect((await nvim.mode()).mode).toBe("i");
    await nvim.keys("<Esc>");
    return lastMessage(this.all);
  }

  /** Goes back to the user's window. */
  async leave(): Promise<void> {
    await this.all.nvim.command("wincmd p | if &ft =~ '^pi' | 1wincmd w | endif");
  }
}

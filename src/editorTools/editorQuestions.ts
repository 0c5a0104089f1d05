import type { AgentId } from "../agentContract";
import type { AskedQuestion, Question, Questions } from "../editorContract";
import { PiError } from "../errors";

/** Milliseconds that an answer may take: a server may have to read a project first. */
const ANSWER_LIMIT_MS = 15_000;

interface Pending extends AskedQuestion {
  isSent: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number;
}

/**
 * Questions of all agents to the editor, each answered once or given up. Nothing happens in the editor that nobody
 * waits for: one that is given up is not sent any more, and carries a deadline where Neovim gets it too late.
 */
export class EditorQuestions {
  readonly #pending = new Map<number, Pending>();
  readonly #wake: () => void;
  #lastAsk = 0;

  /** @param wake `collect` has something. */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Rejects with a sentence that the model may read. */
  async ask<Q extends Question>(
    agent: AgentId,
    question: Q,
    params: Questions[Q]["params"],
    { signal, limitMs = ANSWER_LIMIT_MS }: AskOptions = {},
  ): Promise<Questions[Q]["answer"]> {
    signal?.throwIfAborted();
    const ask = ++this.#lastAsk;
    const asked: AskedQuestion = { ask, agent, question, params, deadline: Date.now() + limitMs };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(ask, { ...asked, isSent: false, resolve, reject });
    });
    const fail = (error: Error) => this.#pending.get(ask)?.reject(error);
    const timer = setTimeout(() => fail(tooLate(limitMs)), limitMs);
    const abort = () => fail(signal?.reason as Error);
    signal?.addEventListener("abort", abort);
    this.#wake();
    try {
      return (await answer) as Questions[Q]["answer"];
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#pending.delete(ask);
    }
  }

  answer(ask: number, value: unknown, error: string | undefined): void {
    const pending = this.#pending.get(ask);
    if (error === undefined) pending?.resolve(value);
    else pending?.reject(new PiError("refused", error));
  }

  get hasNews(): boolean {
    return this.#unsent().length > 0;
  }

  /** What Neovim has not got yet. */
  collect(): readonly AskedQuestion[] {
    return this.#unsent().map((pending) => {
      pending.isSent = true;
      const { ask, agent, question, params, deadline } = pending;
      return { ask, agent, question, params, deadline };
    });
  }

  #unsent(): Pending[] {
    return [...this.#pending.values()].filter(({ isSent }) => !isSent);
  }
}

function tooLate(limitMs: number): PiError {
  const seconds = Math.round(limitMs / 1000);
  return new PiError(
    "timeout",
    `Neovim did not answer within ${seconds} s: it may be waiting for a key of the user, or for a language server.`,
  );
}

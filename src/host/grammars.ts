import { messageOf } from "../errors";
import type { Logger } from "../log";
import type { CodeHighlighter, CodeState, HighlightedLine } from "../view/markdown/codeHighlighter";

interface HighlightModule {
  createHighlighter(): CodeHighlighter;
}

const PLAIN: HighlightedLine = { spans: [], after: undefined };

/**
 * The grammars, loaded when the first code is shown (10 ms, once). Without them, or when one of them fails, code is
 * plain text and the log says so once.
 */
export class Grammars implements CodeHighlighter {
  readonly #path: string;
  readonly #logger: Logger;
  #loaded: CodeHighlighter | null | undefined;
  #hasFailed = false;

  /** @param path of the built file that holds them (src/highlight/main.ts). */
  constructor(path: string, logger: Logger) {
    this.#path = path;
    this.#logger = logger;
  }

  start(language: string): CodeState | undefined {
    this.#loaded ??= this.#load();
    try {
      return this.#loaded?.start(language);
    } catch (error) {
      this.#failed(`the grammar of ${language} does not start`, error);
      return undefined;
    }
  }

  line(state: CodeState, text: string): HighlightedLine {
    try {
      return this.#loaded?.line(state, text) ?? PLAIN;
    } catch (error) {
      this.#failed("a grammar failed", error);
      return { spans: [], after: state };
    }
  }

  #load(): CodeHighlighter | null {
    try {
      return (require(this.#path) as HighlightModule).createHighlighter();
    } catch (error) {
      this.#failed(`code is not highlighted: ${this.#path} cannot be loaded (:PiBuild makes it)`, error);
      return null;
    }
  }

  #failed(what: string, error: unknown): void {
    if (!this.#hasFailed) this.#logger.warn(`${what}: ${messageOf(error)}`);
    this.#hasFailed = true;
  }
}

import { messageOf } from "../errors";
import type { Logger } from "../log";
import { loadInlineParser } from "../view/markdown/inline";

/** Milliseconds from the host's start until then: Neovim has its first answer, and pi is still starting. */
const DELAY_MS = 100;

/** Loads what the first markup needs before it comes. Without it, markup is plain text, and the log says so. */
export function loadMarkupSoon(logger: Logger): void {
  const load = (): void => {
    try {
      loadInlineParser();
    } catch (error) {
      logger.warn(`markup is not highlighted: its library cannot be loaded (:PiBuild makes it): ${messageOf(error)}`);
    }
  };
  setTimeout(load, DELAY_MS).unref();
}

import { PiError } from "../errors";
import { SessionLock } from "../sessions/lock";
import { Ticker } from "./ticker";

/** How soon an agent notices that another Neovim has taken its session over, milliseconds. */
const LOOK_MS = 1000;

/** One agent's claim on the session that its pi has open, against other Neovims. */
export class SessionHold {
  readonly #folder: string | undefined;
  readonly #ticker: Ticker;
  #session: string | undefined;
  #lock: SessionLock | undefined;

  /**
   * @param folder where the locks are; undefined: nobody else is looked for.
   * @param lost called once when somebody else has taken the session.
   */
  constructor(folder: string | undefined, lost: () => void) {
    this.#folder = folder;
    this.#ticker = new Ticker(LOOK_MS, () => {
      if (this.#lock?.other === undefined) return;
      this.leave();
      lost();
    });
  }

  /** @throws PiError when another Neovim has the session open. */
  check(session: string): void {
    const other = this.#lockOf(session)?.other;
    if (other === undefined) return;
    const text = `This session is open in another Neovim (process ${other.pid}): :PiResume lets you choose.`;
    throw new PiError("refused", text);
  }

  /** pi has this session open now. */
  keep(session: string | undefined): void {
    if (session === this.#session) return;
    this.leave();
    if (session === undefined) return;
    this.#session = session;
    this.#lock = this.#lockOf(session);
    if (this.#lock?.hold()) this.#ticker.start();
  }

  /** Takes a session away from the Neovim that has it. */
  take(session: string): void {
    this.#lockOf(session)?.take();
  }

  /** pi has it no longer. */
  leave(): void {
    this.#ticker.stop();
    this.#lock?.release();
    this.#lock = undefined;
    this.#session = undefined;
  }

  #lockOf(session: string): SessionLock | undefined {
    return this.#folder === undefined ? undefined : new SessionLock(this.#folder, session);
  }
}

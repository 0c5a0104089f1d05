/** What this pi is too old for: each gap is told once, with pi's version where it can be had. */
export class Gaps {
  readonly #told = new Set<string>();
  readonly #notice: (text: string) => void;
  readonly #version: () => Promise<string>;
  #asking: Promise<string> | undefined;

  /**
   * @param notice tells the user.
   * @param version asks pi; only done when there is a gap to tell.
   */
  constructor(notice: (text: string) => void, version: () => Promise<string>) {
    this.#notice = notice;
    this.#version = version;
  }

  /**
   * @param gap what it cannot do, e.g. `cannot clear its queue`.
   * @param consequence what that means now.
   */
  async tell(gap: string, consequence: string): Promise<void> {
    if (this.#told.has(gap)) return;
    this.#told.add(gap);
    this.#asking ??= this.#version();
    const version = await this.#asking.catch(() => "");
    this.#notice(`This pi${version && ` (${version})`} ${gap}: ${consequence}`);
  }
}

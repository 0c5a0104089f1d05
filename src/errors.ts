/** Failures that a person can do something about. `message` is one sentence that may be shown as it is. */
export type PiErrorCode =
  /** pi could not be started: not found, not executable, no such folder. */
  | "spawn_failed"
  /** pi ended while something waited for it. */
  | "exited"
  /** pi answered `success: false`. */
  | "refused"
  /** pi did not accept a command in time. */
  | "timeout"
  /** This pi is too old for what was asked. */
  | "unsupported"
  /** The caller's own mistake: an unknown agent, method or argument. */
  | "invalid";

export class PiError extends Error {
  override readonly name = "PiError";
  readonly code: PiErrorCode;

  constructor(code: PiErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Whether something failed because pi ended, which is told once for all that waited. */
export function isExit(error: unknown): boolean {
  return error instanceof PiError && error.code === "exited";
}

/** The sentence to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

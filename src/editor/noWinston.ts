/**
 * Stands in for `winston`, which the `neovim` package imports for its default logger. It is two thirds of that
 * package's size, and never used: a logger of our own is always given (see nvimEditor.ts).
 */
const noop = (): void => {};
export const createLogger = () => ({ info: noop, warn: noop, error: noop, debug: noop, level: "error" });
export const format = Object.assign(() => ({}), { combine: noop, timestamp: noop, printf: noop, splat: noop });
export const transports = { Console: class {}, File: class {} };
export default { createLogger, format, transports };

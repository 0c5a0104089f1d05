/** Calls of pi's own tools, as the scripted model makes them. */
import type { Part, Reply } from "./modelScript";

export const bash = (command: string): Part => ({ tool: "bash", args: { command } });

export const write = (path: string, content: string): Part => ({ tool: "write", args: { path, content } });

/** One reply for each. */
export const calls = (...parts: Part[]): Reply[] => parts.map((part) => ({ parts: [part] }));

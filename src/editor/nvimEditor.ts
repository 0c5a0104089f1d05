import { attach, type NeovimClient } from "neovim";
import type { BatchResult } from "../contract";
import type { Logger } from "../log";
import type { Editor, OutEvent } from "./editor";

/** The only file that imports `neovim`. */
export type Nvim = NeovimClient;

/** What lua/pi/host sends: id (0 = no answer wanted), method, parameters. */
export type Call = (id: number, method: string, params: unknown) => void;

const RECEIVE = "return require('pi.bridge').receive(...)";

export class NvimEditor implements Editor {
  readonly #nvim: Nvim;

  constructor(nvim: Nvim) {
    this.#nvim = nvim;
  }

  async apply(batch: readonly OutEvent[]): Promise<BatchResult> {
    const result = (await this.#nvim.executeLua(RECEIVE, [batch as never])) as Partial<BatchResult> | null;
    return { errors: asList(result?.errors), detached: asList(result?.detached), hidden: asList(result?.hidden) };
  }
}

/** Attaches to the Neovim that started this program, whose channel is our stdin and stdout. */
export function attachStdio(logger: Logger, onCall: Call, onDisconnect: () => void): Nvim {
  const nvim = attach({
    reader: process.stdin,
    writer: process.stdout,
    // A level other than `debug`, or the client formats every message that passes.
    options: { logger: { ...logger, info() {}, debug() {}, level: "error" } as never },
  });
  nvim.on("notification", (name: string, args: unknown[]) => {
    if (name === "pi_call") onCall(args[0] as number, args[1] as string, args[2]);
  });
  nvim.on("disconnect", onDisconnect);
  return nvim;
}

/** An empty Lua table arrives as a list or as a map. */
function asList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

import { Transport } from "neovim/lib/utils/transport";
import type { BatchResult } from "../contract";
import type { Editor, OutEvent } from "./editor";

/** What is needed of a client of Neovim. This file alone imports `neovim`. */
export interface Nvim {
  executeLua(code: string, args: never[]): Promise<unknown>;
}

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
    return { errors: asList(result?.errors) };
  }
}

/**
 * Attaches to the Neovim that started this program, whose channel is our stdin and stdout. Not by the package's
 * `attach`, which asks for Neovim's whole API before it lets anything pass: 100 KB to decode, 30 ms.
 */
export function attachStdio(onCall: Call, onDisconnect: () => void): Nvim {
  const transport = new Transport();
  transport.on("notification", (name: string, args: unknown[]) => {
    if (name === "pi_call") onCall(args[0] as number, args[1] as string, args[2]);
  });
  transport.on("detach", onDisconnect);
  const nvim: Nvim = {
    executeLua: (code, args) =>
      new Promise((resolve, reject) => {
        transport.request("nvim_exec_lua", [code, args], (error: [number, string] | null, result: unknown) => {
          if (error) reject(new Error(error[1]));
          else resolve(result);
        });
      }),
  };
  transport.attach(process.stdout, process.stdin, nvim);
  return nvim;
}

/** An empty Lua table arrives as a list or as a map. */
function asList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

import type { BatchResult, EventName, Events } from "../contract";

/** One event for Neovim. */
export type OutEvent = { readonly [N in EventName]: readonly [name: N, params: Events[N]] }[EventName];

/** The editor as the host knows it: one door. */
export interface Editor {
  /** Hands events to lua/pi/bridge.lua. Resolves when they are dealt with: not while the editor waits for a key. */
  apply(batch: readonly OutEvent[]): Promise<BatchResult>;
}

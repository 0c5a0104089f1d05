import type { AgentStatus } from "../agentContract";
import type { ExtensionStatus } from "../extensionUiContract";
import type { PiClient } from "../pi/client";
import type { PiEvent, RpcSessionState, SessionStats } from "../pi/protocol";
import { presentModel } from "./noModel";
import type { Phase, Reducer } from "./reducer";

/** What pi last said of itself. */
export interface Facts {
  state?: RpcSessionState;
  stats?: SessionStats;
}

/** Asks pi for both; statistics are left out where it cannot give them. */
export async function askFacts(client: PiClient): Promise<Facts & { state: RpcSessionState }> {
  const [state, stats] = await Promise.all([
    client.request({ type: "get_state" }),
    client.request({ type: "get_session_stats" }).catch(() => undefined),
  ]);
  return { state, ...(stats && { stats }) };
}

export interface Life {
  readonly cwd: string;
  readonly session: string | undefined;
  readonly isReading: boolean;
  readonly pid: number | undefined;
  /** The project has files for pi that were not loaded. */
  readonly isUntrusted: boolean;
  /** Our extension inside pi is connected. */
  readonly isLinked: boolean;
  /** Tool calls are to wait for the user's word, and cannot. */
  readonly isUnguarded: boolean;
  /** Prompts that pi has not answered yet. */
  readonly isSending: boolean;
  readonly dialogs: number;
  readonly statuses: readonly ExtensionStatus[];
}

/** The status that Lua shows, from what is known now. */
export function buildStatus(life: Life, facts: Facts, reducer: Reducer, now: number): AgentStatus {
  const { state, stats } = facts;
  const model = presentModel(state);
  const isBusy = isBusyNow(life, reducer);
  const { tokens } = stats?.contextUsage ?? {};
  const contextWindow = stats?.contextUsage?.contextWindow ?? model?.contextWindow;
  return withoutUndefined({
    running: life.pid !== undefined,
    reading: life.isReading ? true : undefined,
    busy: isBusy,
    activity: isBusy ? activityOf(reducer.phase, now) : "",
    since: isBusy && hasClock(reducer.phase) ? reducer.since : undefined,
    model: model?.id,
    modelName: model?.name,
    provider: model?.provider,
    thinking: model?.reasoning ? state?.thinkingLevel : undefined,
    contextPercent: typeof tokens === "number" && contextWindow ? (tokens / contextWindow) * 100 : undefined,
    contextWindow,
    cost: stats?.cost ?? 0,
    queue: reducer.queue,
    sessionFile: state?.sessionFile ?? life.session,
    sessionName: state?.sessionName,
    cwd: life.cwd,
    untrusted: life.isUntrusted,
    linked: life.isLinked,
    unguarded: life.isUnguarded && life.pid !== undefined && state !== undefined ? true : undefined,
    dialogs: life.dialogs,
    statuses: life.statuses,
    pid: life.pid,
  });
}

/** Takes over what an event says of pi's state. */
export function learnFrom(event: PiEvent, state: RpcSessionState): void {
  if (event.type === "thinking_level_changed") state.thinkingLevel = event.level;
  if (event.type !== "session_info_changed") return;
  if (event.name === undefined) delete state.sessionName;
  else state.sessionName = event.name;
}

export function isBusyNow(life: Pick<Life, "isSending">, reducer: Reducer): boolean {
  return life.isSending || reducer.run !== undefined || reducer.phase.kind !== "idle";
}

/** A retry counts down: no second clock beside that. */
function hasClock({ kind }: Phase): boolean {
  return kind !== "idle" && kind !== "retrying";
}

function activityOf(phase: Phase, now: number): string {
  switch (phase.kind) {
    case "tool":
      return phase.name;
    case "retrying":
      return `retry in ${Math.max(0, Math.ceil((phase.until - now) / 1000))} s`;
    case "idle":
      return "sending";
    default:
      return phase.kind;
  }
}

/** Neovim tells absent from nil, so absent fields stay absent. */
function withoutUndefined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/**
 * What this pi can do, learnt from what it answers and sends, never from version strings.
 *
 * | feature              | since  | how it shows                                                                     |
 * |----------------------|--------|----------------------------------------------------------------------------------|
 * | `excludeFromContext` | 0.76   | implied by any of the later ones; an unknown command is answered with its id (0.79.7) |
 * | `entries`            | 0.80.3 | `get_entries` is not "Unknown command"                                           |
 * | `settled`            | 0.80.4 | `agent_settled`; a `message_update` without `message` (0.84.0)                   |
 * | `thinkingLevels`     | 0.81   | `get_available_thinking_levels` is not "Unknown command"                         |
 * | `bashUpdates`        | 0.82   | `bash_execution_update`; a `message_update` without `message` (0.84.0)           |
 * | `clearQueue`         | 0.84.4 | `clear_queue` is not "Unknown command"                                           |
 * | `disposition`        | 0.99   | `data.disposition` in the answer to a prompt                                     |
 *
 * `agent_end` without `willRetry` (before 0.75.4) shows that none of them is there. A pi that has a later feature has
 * the earlier ones; what it has shown itself counts more than what follows from that.
 */
import { PiError } from "../errors";
import type { CommandType, Message, PiEvent, SessionEntry, ThinkingLevel } from "./protocol";
import type { Answer } from "./requests";

/** Oldest first. */
const FEATURES = [
  "excludeFromContext",
  "entries",
  "settled",
  "thinkingLevels",
  "bashUpdates",
  "clearQueue",
  "disposition",
] as const;

type Feature = (typeof FEATURES)[number];

/** `undefined` = not known yet. */
export type Capabilities = { readonly [F in Feature]: boolean | undefined };

export interface QueueCleared {
  /** False: this pi cannot clear its queue; the texts below are what it last said is queued, and they still are. */
  readonly supported: boolean;
  readonly steering: readonly string[];
  readonly followUp: readonly string[];
}

/** The conversation so far: as entries with ids where pi has them, else as messages alone. */
export type History =
  | { readonly kind: "entries"; readonly entries: readonly SessionEntry[]; readonly leafId: string | null }
  | { readonly kind: "messages"; readonly messages: readonly Message[] };

const LEVELS: Readonly<Record<ThinkingLevel, true>> = {
  off: true,
  minimal: true,
  low: true,
  medium: true,
  high: true,
  xhigh: true,
  max: true,
};

/** For a pi that cannot say which levels the model has. */
export const KNOWN_THINKING_LEVELS = Object.keys(LEVELS) as readonly ThinkingLevel[];

const FEATURE_OF: { readonly [C in CommandType]?: Feature } = {
  clear_queue: "clearQueue",
  get_entries: "entries",
  get_tree: "entries",
  get_available_thinking_levels: "thinkingLevels",
};

function isUnknownCommand(answer: Answer): boolean {
  return answer.success !== true && typeof answer.error === "string" && answer.error.startsWith("Unknown command:");
}

/** pi refused a prompt because a run is under way: send it again with a `streamingBehavior`. */
export function isBusyRefusal(error: unknown): boolean {
  return (
    error instanceof PiError &&
    error.code === "refused" &&
    /already (?:processing|streaming)|streamingBehavior/i.test(error.message)
  );
}

export class Learner {
  /** What is known, whether seen or concluded. */
  readonly capabilities: Capabilities;
  readonly #known: Record<Feature, boolean | undefined>;
  readonly #seen = new Set<Feature>();

  constructor() {
    this.#known = Object.fromEntries(FEATURES.map((feature) => [feature, undefined])) as Record<Feature, undefined>;
    this.capabilities = this.#known;
  }

  fromAnswer(command: CommandType, answer: Answer): void {
    const isUnknown = isUnknownCommand(answer);
    const feature = FEATURE_OF[command];
    if (feature) this.#see(feature, !isUnknown);
    if (isUnknown && typeof answer.id === "string") this.#conclude("excludeFromContext", true);
    if (command === "prompt" && answer.success === true) {
      const { disposition } = (answer.data ?? {}) as { disposition?: unknown };
      this.#see("disposition", typeof disposition === "string");
    }
  }

  /** Cheap enough for every delta. */
  fromEvent(event: PiEvent): void {
    switch (event.type) {
      case "message_update":
        if (this.#known.settled === undefined && !("message" in event)) this.#conclude("bashUpdates", true);
        return;
      case "agent_settled":
        if (!this.#seen.has("settled")) this.#see("settled", true);
        return;
      case "agent_end":
        if (!("willRetry" in event)) this.#conclude("excludeFromContext", false);
        return;
      case "bash_execution_update":
        if (!this.#seen.has("bashUpdates")) this.#see("bashUpdates", true);
        return;
      default:
    }
  }

  #see(feature: Feature, has: boolean): void {
    this.#seen.add(feature);
    this.#known[feature] = has;
    this.#conclude(feature, has);
  }

  #conclude(feature: Feature, has: boolean): void {
    const at = FEATURES.indexOf(feature);
    for (const other of has ? FEATURES.slice(0, at + 1) : FEATURES.slice(at)) {
      if (!this.#seen.has(other)) this.#known[other] = has;
    }
  }
}

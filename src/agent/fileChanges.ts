import type { AgentSpec } from "../agentContract";
import { describeChanges } from "../changes/changedFiles";
import { ChangeTracker } from "../changes/changeTracker";
import type { ChangeRecord } from "../changes/record";
import { messageOf } from "../errors";
import type { Logger } from "../log";
import type { PiEvent } from "../pi/protocol";
import type { AgentPort } from "./agentPort";
import { argumentsOf, textOf } from "./content";
import type { ToolGate } from "./toolGates";

/** Files in one event: the editor deals with them within a frame. */
const FILES_AT_ONCE = 50;

/** What this agent's tools change in files, as far as its pi tells of it. */
export class FileChanges {
  /** Undefined where nothing is to be kept. */
  readonly tracker: ChangeTracker | undefined;
  readonly #spec: AgentSpec;
  readonly #port: AgentPort;
  readonly #logger: Logger;
  /** Describing changes takes its time: what comes later waits for it. */
  #telling: Promise<void> = Promise.resolve();

  constructor(spec: AgentSpec, port: AgentPort, logger: Logger) {
    this.#spec = spec;
    this.#port = port;
    this.#logger = logger;
    const { changes: folder, cwd, remote } = spec;
    if (folder === undefined) return;
    const listener = {
      changed: (records: readonly ChangeRecord[]) => this.#inOrder(() => this.#tell(records)),
      looked: () => this.#inOrder(async () => port.post("files.looked", { agent: spec.agent })),
    };
    this.tracker = new ChangeTracker({ cwd, remote, folder }, listener, logger);
  }

  /** Holds a call until the texts from before it are kept. */
  readonly gate: ToolGate = {
    tools: ["*"],
    onFailure: "allow",
    check: async ({ toolCallId, toolName, input }) => {
      await this.tracker?.before({ callId: toolCallId, name: toolName, args: input });
      return {};
    },
  };

  heard(event: PiEvent, now: number): void {
    const { tracker } = this;
    switch (event.type) {
      case "agent_start":
        tracker?.runStarted(now);
        return;
      case "message_end":
        if (event.message.role === "user")
          tracker?.promptStarted(event.message.timestamp, textOf(event.message.content));
        return;
      case "tool_execution_start":
        tracker?.started({ callId: event.toolCallId, name: event.toolName, args: argumentsOf(event.args) });
        return;
      case "tool_execution_end":
        tracker?.ended(event.toolCallId);
        return;
      case "agent_settled":
        tracker?.settled();
        return;
      default:
    }
  }

  #inOrder(work: () => Promise<void>): void {
    this.#telling = this.#telling.then(work).catch((error: unknown) => this.#logger.warn(messageOf(error)));
  }

  async #tell(records: readonly ChangeRecord[]): Promise<void> {
    const { tracker } = this;
    if (tracker === undefined) return;
    const files = await describeChanges(records, tracker.log.blobs);
    for (let from = 0; from < files.length; from += FILES_AT_ONCE)
      this.#port.post("files.changed", { agent: this.#spec.agent, files: files.slice(from, from + FILES_AT_ONCE) });
  }
}

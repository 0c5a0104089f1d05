import type { AgentSpec } from "../agentContract";
import type { Logger } from "../log";
import type { PiClient } from "../pi/client";
import type { PiEvent } from "../pi/protocol";
import type { AgentPort } from "./agentPort";
import { type ApprovalHooks, Approvals } from "./approvals";
import { ExtensionLink } from "./extensionLink";
import type { ExtensionUi } from "./extensionUi";
import { FileChanges } from "./fileChanges";

/**
 * Who looks at the tool calls of one pi, in this order: the guard of unsaved texts, the user who approves, and the record
 * of what changes in files. All of them stand behind the link to our extension, which holds the calls.
 */
export class ToolWatch {
  readonly approvals: Approvals;
  readonly fileChanges: FileChanges;
  readonly #extension: ExtensionLink;
  readonly #spec: ApprovalHooks["spec"];

  constructor(port: AgentPort, logger: Logger, ui: ExtensionUi, hooks: ApprovalHooks) {
    const { spec, changed } = hooks;
    this.#spec = spec;
    this.#extension = new ExtensionLink(port.questions, spec, logger, changed);
    this.approvals = new Approvals(this.#extension, ui, hooks, port.view?.highlighter);
    this.fileChanges = new FileChanges(spec(), port, logger);
    // The last gate: a person who looks at a call may change files meanwhile.
    if (spec().changes !== undefined) this.#extension.gates.add(this.fileChanges.gate);
  }

  /** Whether our extension inside pi has come. */
  get isLinked(): boolean {
    return this.#extension.isOpen;
  }

  /** Starts a pi whose calls are held. */
  launch(start: (spec: AgentSpec) => Promise<PiClient>): Promise<PiClient> {
    this.approvals.begin();
    return this.#extension.launch(this.#spec(), start);
  }

  heard(event: PiEvent, now: number): void {
    this.fileChanges.heard(event, now);
  }

  /** pi runs. */
  started(): void {
    this.fileChanges.tracker?.prepare();
  }

  sessionIs(file: string | undefined): void {
    this.fileChanges.tracker?.setSession(file);
  }

  /** pi has ended; another one may be started. */
  ended(): void {
    this.#extension.close();
    this.fileChanges.tracker?.settled();
  }

  /** Synchronous, for good. */
  close(): void {
    this.#extension.close();
    this.fileChanges.tracker?.close();
  }
}

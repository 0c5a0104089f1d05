import type { AgentSpec } from "../agentContract";
import { EditorAccess } from "../editorTools/editorAccess";
import type { EditorQuestions } from "../editorTools/editorQuestions";
import { PiError } from "../errors";
import { chosenTools } from "../extension/editorTools";
import {
  type HostRequestName,
  type HostRequests,
  INVITATION_VARIABLE,
  type Invitation,
  WIRE_PROTOCOL,
} from "../extension/wire";
import { Door } from "../link/door";
import { Visitor } from "../link/visitor";
import type { Logger } from "../log";
import { type ToolGate, ToolGates } from "./toolGates";

type Handlers = {
  readonly [M in HostRequestName]: (
    params: HostRequests[M]["params"],
    signal: AbortSignal,
  ) => Promise<HostRequests[M]["answer"]>;
};

/** The private connection to our extension inside an agent's pi: one for each pi that is started. */
export class ExtensionLink {
  readonly gates: ToolGates;
  /** Stops changes of files that have unsaved changes in the editor. */
  readonly guard: ToolGate;
  readonly #logger: Logger;
  readonly #changed: () => void;
  readonly #handlers: Handlers;
  #door: Door | undefined;
  #visitor: Visitor | undefined;

  /**
   * @param spec of the agent as it is now.
   * @param changed the connection was made or has ended.
   */
  constructor(questions: EditorQuestions, spec: () => AgentSpec, logger: Logger, changed: () => void) {
    const editor = new EditorAccess(questions, spec);
    this.#logger = logger;
    this.#changed = changed;
    this.gates = new ToolGates(logger, () => this.#visitor?.send({ type: "rules", rules: this.gates.rules }));
    this.guard = editor.guard;
    // The first one: nobody is to be asked about a call that does not run.
    this.gates.add(this.guard);
    this.#handlers = {
      "tool.check": (call, signal) => this.gates.check(call, signal),
      "tool.run": (call, signal) => editor.run(call, signal),
      "file.living": (file, signal) => editor.living(file, signal),
    };
  }

  /** Whether the extension has come: from a pi elsewhere it cannot. */
  get isOpen(): boolean {
    return this.#visitor !== undefined;
  }

  /** Starts a pi that is told where to connect, unless it is to load no extension of ours. */
  async launch<T>(spec: AgentSpec, start: (spec: AgentSpec) => Promise<T>): Promise<T> {
    this.close();
    if (spec.extension === undefined) return start(spec);
    const door = new Door(this.#logger, (socket) => this.#welcome(door, socket));
    this.#door = door;
    const socket = await door.open();
    const { rules } = this.gates;
    const tools = chosenTools(spec.editorTools);
    const known = { protocol: WIRE_PROTOCOL, token: door.token, rules, tools };
    const invitation: Invitation = { ...known, ...(socket && { socket }) };
    const env = { ...spec.env, [INVITATION_VARIABLE]: JSON.stringify(invitation) };
    return start({ ...spec, env }).catch((error: unknown) => {
      door.close();
      throw error;
    });
  }

  /** pi has ended or is about to be killed. Synchronous. */
  close(): void {
    this.#door?.close();
    this.#visitor?.close();
    this.#door = undefined;
    this.#visitor = undefined;
  }

  #welcome(door: Door, socket: ConstructorParameters<typeof Visitor>[0]): void {
    if (door !== this.#door) {
      socket.destroy();
      return;
    }
    const visitor = new Visitor(
      socket,
      {
        onRequest: (method, params, signal) => this.#handle(method, params, signal),
        onEnd: () => {
          if (this.#visitor !== visitor) return;
          this.#visitor = undefined;
          this.#changed();
        },
      },
      this.#logger,
    );
    this.#visitor = visitor;
    visitor.send({ type: "welcome", rules: this.gates.rules });
    this.#changed();
  }

  async #handle(method: HostRequestName, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, method)) throw new PiError("invalid", `the host knows no request "${method}"`);
    const handler = this.#handlers[method] as (params: unknown, signal: AbortSignal) => Promise<unknown>;
    return handler(params, signal);
  }
}

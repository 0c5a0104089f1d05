/** Our client with the scripted peer in place of pi: a real process, real pipes, no editor. */
import { onTestFinished } from "vitest";
import { PiClient, type PiExit, type PiStartOptions } from "../../src/pi/client";
import type { PiEvent, UiRequest } from "../../src/pi/protocol";
import type { Answers } from "./peerAnswers";
import { MARKER, markedProcesses } from "./processes";
import type { WireRecord } from "./records";
import { ScriptedPi } from "./scriptedPi";
import { waitFor } from "./waitFor";
import { Workspace } from "./workspace";

/** What a client has handed on so far. */
export class Witness {
  readonly events: PiEvent[] = [];
  readonly uiRequests: UiRequest[] = [];
  readonly exits: PiExit[] = [];

  readonly handlers = {
    onEvent: (event: PiEvent) => void this.events.push(event),
    onUiRequest: (request: UiRequest) => void this.uiRequests.push(request),
    onUnknownUiRequest: () => undefined,
    onExit: (exit: PiExit) => void this.exits.push(exit),
  };

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  count(type: PiEvent["type"]): number {
    return this.types().filter((other) => other === type).length;
  }

  /** Waits for the `count`th event of this type. */
  async event(type: PiEvent["type"], count = 1): Promise<void> {
    const context = () => this.types().slice(-20).join(", ");
    await waitFor(() => this.count(type) >= count, { what: `event ${type} no. ${count}`, context, deadline: 20_000 });
  }

  async exit(): Promise<PiExit> {
    return waitFor(() => this.exits[0], { what: "the exit of pi" });
  }
}

export interface ScriptedClient {
  readonly client: PiClient;
  readonly peer: ScriptedPi;
  readonly workspace: Workspace;
  readonly witness: Witness;
  /** Tells the peer something and waits until it has done it. */
  order(word: WireRecord): Promise<void>;
  /** Processes of this test that still run: the peer, its tools, the watchdog. */
  running(): string[];
}

export interface ScriptedClientOptions extends Partial<PiStartOptions> {
  readonly answers?: Answers;
  /** The peer runs behind a shell script. */
  readonly wrapped?: boolean;
  /** False when `cmd` is something else than the peer. */
  readonly waits?: boolean;
}

/** Starts the client; all of it is ended with the test. */
export async function startScriptedClient(own: ScriptedClientOptions = {}): Promise<ScriptedClient> {
  const { answers, wrapped = false, waits = true, ...options } = own;
  const workspace = new Workspace();
  const peer = await ScriptedPi.start(workspace);
  Object.assign(peer.answers, answers);
  const witness = new Witness();
  const client = await PiClient.start({
    cmd: wrapped ? [peer.installAs(workspace, "wrapper")] : peer.cmd,
    cwd: workspace.project,
    handlers: witness.handlers,
    ...options,
    env: { ...peer.env, ...options.env, [MARKER]: workspace.root },
  });
  onTestFinished(async () => {
    client.killNow();
    await peer.close();
    workspace.remove();
  });
  if (waits) await peer.started();
  const order = async (word: WireRecord) => {
    peer.order(word);
    // The relay does what it is told in order: when this event has come, the above is done.
    const count = witness.count("turn_start") + 1;
    peer.send({ type: "turn_start" });
    await witness.event("turn_start", count);
  };
  const running = () => markedProcesses(workspace.root).map(({ command }) => command);
  return { client, peer, workspace, witness, order, running };
}

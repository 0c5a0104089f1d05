/** Neovim with the real pi, whose model is a script on loopback. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Driver, NeovimOptions } from "./driver";
import { type Configuration, launch } from "./e2e";
import { type Answer, type Brain, type ChatRequest, script, textOf } from "./modelScript";
import { ModelServer, SCRIPTED_MODEL } from "./modelServer";
import { Workspace } from "./workspace";

export interface RealPi {
  readonly nvim: Driver;
  readonly model: ModelServer;
}

/** Starts Neovim, set up to run this configuration's pi with a model that gives `answers` one after the other. */
export async function launchWithModel(
  configuration: Configuration,
  answers: readonly (Answer | Brain)[],
  options: NeovimOptions = {},
): Promise<RealPi> {
  const model = await ModelServer.start(script(...answers));
  const workspace = options.workspace ?? new Workspace();
  model.writeAgentDir(join(workspace.home, ".pi/agent"));
  onTestFinished(() => model.close());
  const cmd = configuration.pi.command;
  const setup = { cmd, args: ["--offline", "--model", SCRIPTED_MODEL], ...options.setup };
  const nvim = await launch(configuration, { ...options, workspace, setup });
  return { nvim, model };
}

/** Texts of the user's messages in a request. */
export function userTexts(request: ChatRequest | undefined): string[] {
  return (request?.messages ?? []).filter(({ role }) => role === "user").map(textOf);
}

/** Something that stays shut until it is opened: for a `hold` in the middle of a reply. */
export class Gate {
  readonly opened: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
    onTestFinished(() => this.open());
  }
}

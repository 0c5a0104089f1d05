/** Neovim with a scripted peer in place of pi. */
import { onTestFinished } from "vitest";
import type { Driver, NeovimOptions } from "./driver";
import { type Editor, launch } from "./e2e";
import type { Answers } from "./peerAnswers";
import { ScriptedPi } from "./scriptedPi";
import { Workspace } from "./workspace";

export interface WithPeer {
  readonly nvim: Driver;
  readonly peer: ScriptedPi;
}

export async function launchWithPeer(
  editor: Editor,
  answers: Answers = {},
  options: NeovimOptions = {},
): Promise<WithPeer> {
  const workspace = options.workspace ?? new Workspace();
  const peer = await ScriptedPi.start(workspace);
  Object.assign(peer.answers, answers);
  onTestFinished(() => peer.close());
  const setup = { cmd: peer.cmd, ...options.setup };
  const nvim = await launch(editor, { ...options, workspace, env: { ...peer.env, ...options.env }, setup });
  return { nvim, peer };
}

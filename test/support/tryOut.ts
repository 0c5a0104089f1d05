/** The parts of `make try` that are shared with the tests. */

import { DISCLOSURE, demoBrain } from "./demoModel";
import { type Driver, startNeovim } from "./driver";
import { ModelServer } from "./modelServer";

export { SCRIPTED_MODEL } from "./modelServer";

/** Milliseconds for pi to start and the demo model to say all of its answer. */
const REPLY_DEADLINE = 60_000;

/** Starts the demo model and makes `agentDir` pi's configuration for it. */
export async function startDemo(agentDir: string): Promise<ModelServer> {
  const server = await ModelServer.start(demoBrain);
  // Retries at pi's own pace: this is for people.
  server.writeAgentDir(agentDir, {});
  return server;
}

export interface TryOut {
  readonly nvim: string;
  /** The sample project, to work in. */
  readonly folder: string;
  readonly file: string;
  /** Options for `setup()`. */
  readonly setup: Readonly<Record<string, unknown>>;
}

/** What a person would see who asks about a selection: the screen as text, and what went wrong if it did. */
export async function driveOnce({ nvim, folder, file, setup }: TryOut): Promise<{ screen: string; problem?: string }> {
  const driver = await startNeovim({ nvim, cwd: folder, args: [file], setup, width: 110, height: 45 });
  let problem: string | undefined;
  try {
    await askAboutTheLoop(driver);
  } catch (error) {
    problem = (error as Error).message;
  }
  const screen = driver.lastScreen;
  await driver.dispose().catch((error: Error) => {
    problem ??= error.message;
  });
  return { screen, ...(problem !== undefined && { problem }) };
}

async function askAboutTheLoop(driver: Driver): Promise<void> {
  await driver.command("5");
  await driver.keys("V4j");
  await driver.type(":PiPrompt why does this loop take one step too many?\n");
  await driver.waitForChat(plain(DISCLOSURE), { deadline: REPLY_DEADLINE });
  const isIdle = async () => (await driver.status()).busy === false;
  await driver.waitFor(isIdle, { what: "the end of the reply", deadline: REPLY_DEADLINE });
}

/** Emphasis may be shown in place of its marks. */
function plain(markdown: string): RegExp {
  return new RegExp(markdown.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("**", "(\\*\\*)?"));
}

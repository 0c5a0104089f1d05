/** `make screenshot`: the plugin at work, as it really looks, for the README. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Driver, startNeovim } from "./driver";
import { neovim, pi, repository } from "./paths";
import { screenPicture } from "./screenPicture";
import { SCRIPTED_MODEL, startDemo } from "./tryOut";

const SIZE = { width: 132, height: 36 } as const;
const REPLY_DEADLINE = 60_000;
const TITLE =
  "Neovim with a file on the left and pi's transcript on the right: a question, an edit as a diff, its test run";

/** Draws docs/screenshot-dark.svg and docs/screenshot-light.svg. */
export async function main(): Promise<void> {
  for (const background of ["dark", "light"] as const) {
    const file = join(repository, "docs", `screenshot-${background}.svg`);
    mkdirSync(join(repository, "docs"), { recursive: true });
    writeFileSync(file, await shoot(background));
    process.stdout.write(`${file}\n`);
  }
}

async function shoot(background: "dark" | "light"): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-screenshot-")));
  const project = join(folder, "sample");
  cpSync(join(repository, "test/sample"), project, { recursive: true });
  const agentDir = join(folder, "agent");
  const server = await startDemo(agentDir);
  const setup = {
    cmd: [...pi.newest.command, "--offline", "--model", SCRIPTED_MODEL],
    env: { PI_CODING_AGENT_DIR: agentDir },
    layout: { width: 0.58 },
  };
  const init = `vim.o.background = "${background}" vim.o.laststatus = 0 vim.o.ruler = false vim.o.showcmd = false`;
  const driver = await startNeovim({ nvim: neovim["0.12"], cwd: project, args: ["src/pump.js"], setup, init, ...SIZE });
  try {
    await converse(driver);
    return screenPicture(driver.screen, TITLE);
  } finally {
    await driver.dispose();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function converse(driver: Driver): Promise<void> {
  await driver.command("5");
  await driver.keys("V4j");
  await driver.type(":PiPrompt this loop runs once too often: fix it and run the tests\n");
  await driver.waitUntilSettled(1, { deadline: REPLY_DEADLINE });
  const transcript = await driver.windowOf("pi");
  await driver.lua(
    "vim.api.nvim_win_call(..., function() vim.fn.search('^edit') vim.cmd.normal('zo') end)",
    transcript,
  );
  await driver.waitForChat("while (left > 0)");
  await driver.lua("vim.api.nvim_win_call(..., function() vim.cmd.normal({ 'G', bang = true }) end)", transcript);
  await driver.command("noh | echo");
  const isQuiet = () => !driver.screen.text().includes("running");
  await driver.waitFor(isQuiet, { what: "a screen without a clock" });
}

import { describe, expect, it, onTestFinished } from "vitest";
import { askVersion } from "../../src/pi/version";
import { pi } from "../support/paths";
import { Workspace } from "../support/workspace";

function inWorkspace(script?: string) {
  const workspace = new Workspace();
  onTestFinished(() => workspace.remove());
  if (script !== undefined) workspace.write("pi", `#!/bin/sh\n${script}\n`, 0o755);
  return { cmd: ["./pi"], cwd: workspace.project };
}

describe("askVersion", () => {
  it.each(Object.values(pi))("of the real pi $version", async ({ command, version }) => {
    const answer = await askVersion({ ...inWorkspace(), cmd: command });
    expect(answer).toEqual({ path: command[0], version });
  });

  it.each([
    ["echo hello", 10_000, "`./pi --version` failed: printed no version."],
    ["echo broken >&2; exit 3", 10_000, "`./pi --version` failed: pi exited with code 3: broken."],
    ["sleep 600", 200, "`./pi --version` failed: did not answer within 0.2 s."],
  ])("says in one sentence why there is none: %s", async (script, timeoutMs, message) => {
    await expect(askVersion({ ...inWorkspace(script), timeoutMs })).rejects.toMatchObject({ message });
  });

  it("says that there is no pi", async () => {
    await expect(askVersion(inWorkspace())).rejects.toMatchObject({
      message: expect.stringContaining("does not exist"),
    });
  });
});

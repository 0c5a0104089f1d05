import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sessionFolders } from "../../../src/sessions/folders";

function place(): { cwd: string; home: string; agentDir: string } {
  const root = mkdtempSync(path.join(tmpdir(), "pi-folders-"));
  const [cwd, home] = [path.join(root, "my:project"), path.join(root, "home")];
  const agentDir = path.join(home, ".pi", "agent");
  for (const folder of [path.join(cwd, ".pi"), agentDir]) mkdirSync(folder, { recursive: true });
  return { cwd, home, agentDir };
}

describe("where sessions are", () => {
  it("is a folder in the agent's folder, named after the project", () => {
    const { cwd, home, agentDir } = place();
    const root = path.join(agentDir, "sessions");
    const name = `--${cwd.slice(1).replace(/[/:]/g, "-")}--`;
    expect(sessionFolders({ cwd, args: [], env: { HOME: home } })).toEqual({
      project: path.join(root, name),
      isShared: false,
      root,
    });
  });

  it("follows PI_CODING_AGENT_DIR, also with ~", () => {
    const { cwd, home } = place();
    const env = { HOME: home, PI_CODING_AGENT_DIR: "~/other" };
    expect(sessionFolders({ cwd, args: [], env })?.root).toBe(path.join(home, "other", "sessions"));
  });

  it("is overridden by the user's setting, the project's, the environment, the argument: each more than the one before", () => {
    const { cwd, home, agentDir } = place();
    const env = { HOME: home };
    writeFileSync(path.join(agentDir, "settings.json"), '{"sessionDir":"~/user"}');
    const project = (args: string[], more = {}) => sessionFolders({ cwd, args, env: { ...env, ...more } })?.project;
    expect(project([])).toBe(path.join(home, "user"));
    writeFileSync(path.join(cwd, ".pi", "settings.json"), '{"sessionDir":"mine"}');
    expect(project([])).toBe(path.join(cwd, "mine"));
    expect(project([], { PI_CODING_AGENT_SESSION_DIR: "/env" })).toBe("/env");
    expect(project(["pi", "--session-dir", "/arg"], { PI_CODING_AGENT_SESSION_DIR: "/env" })).toBe("/arg");
  });

  it("is shared by all projects when it was moved", () => {
    const { cwd, home } = place();
    const found = sessionFolders({ cwd, args: ["--session-dir", "/all"], env: { HOME: home } });
    expect(found).toEqual({ project: "/all", isShared: true, root: undefined });
  });

  it("is nowhere with --no-session, and unharmed by settings that cannot be read", () => {
    const { cwd, home, agentDir } = place();
    expect(sessionFolders({ cwd, args: ["--no-session"], env: { HOME: home } })).toBeUndefined();
    writeFileSync(path.join(agentDir, "settings.json"), "{torn");
    expect(sessionFolders({ cwd, args: [], env: { HOME: home } })?.isShared).toBe(false);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trustState } from "../../../src/pi/trust/trustState";
import { saveDecision } from "../../../src/pi/trust/trustStore";

let root: string;
const write = (path: string, text = "") => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const env = () => ({ HOME: join(root, "home") });
const state = (more: { folder?: string; args?: string[]; forNow?: boolean; isElsewhere?: boolean } = {}) =>
  trustState({
    folder: join(root, "home/work/project"),
    args: [],
    forNow: undefined,
    isElsewhere: false,
    env: env(),
    ...more,
  });
const trustJson = () => JSON.parse(readFileSync(join(root, "home/.pi/agent/trust.json"), "utf8"));

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pi-trust-")));
  mkdirSync(join(root, "home/work/project"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

describe("Trust of a project", () => {
  it("is no question where pi has no files, which an empty .pi is, and the user's own skills are", () => {
    mkdirSync(join(root, "home/work/project/.pi"));
    write("home/.agents/skills/own/SKILL.md");
    expect(state()).toMatchObject({ found: [], loaded: true, isOpen: false, flags: [] });
    expect(state({ folder: join(root, "home") })).toMatchObject({ found: [], isOpen: false });
  });

  it("is open where there are some, and pi is told to leave them out", () => {
    write("home/work/project/.pi/extensions/x.ts");
    write("home/work/project/.pi/SYSTEM.md");
    write("home/work/.agents/skills/s/SKILL.md");
    const found = [".pi/extensions", ".pi/SYSTEM.md", "../.agents/skills"];
    expect(state()).toMatchObject({ found, loaded: false, isOpen: true, flags: ["--no-approve"] });
    expect(state({ forNow: true })).toMatchObject({ loaded: true, isOpen: false, flags: ["--approve"] });
    expect(state({ forNow: false })).toMatchObject({ loaded: false, isOpen: false, flags: ["--no-approve"] });
  });

  it("is what pi has saved for the nearest folder, also through a link", async () => {
    write("home/work/project/.pi/settings.json", "{}");
    await saveDecision(join(root, "home/work"), true, env());
    expect(state()).toMatchObject({
      loaded: true,
      isOpen: false,
      flags: [],
      saved: { folder: join(root, "home/work") },
    });
    expect(state({ isElsewhere: true }).flags).toEqual(["--approve"]); // it may not see what was saved
    await saveDecision(join(root, "home/work/project"), false, env());
    symlinkSync(join(root, "home/work/project"), join(root, "link"));
    expect(state({ folder: join(root, "link") })).toMatchObject({ loaded: false, flags: ["--no-approve"] });
    expect(trustJson()).toEqual({ [join(root, "home/work")]: true, [join(root, "home/work/project")]: false });
  });

  it("is the user's own argument before all else, and his default after all else", () => {
    write("home/work/project/.pi/mcp.json", "{}");
    expect(state({ args: ["--model", "x", "-a"], forNow: false })).toMatchObject({ loaded: true, flags: [] });
    expect(state({ args: ["--no-approve"] })).toMatchObject({ loaded: false, isOpen: false, flags: [] });
    write("home/.pi/agent/settings.json", '{"defaultProjectTrust": "always"}');
    expect(state()).toMatchObject({ loaded: true, isOpen: false, flags: [] });
    expect(state({ isElsewhere: true }).flags).toEqual(["--approve"]);
    write("home/.pi/agent/settings.json", '{"defaultProjectTrust": "never"}');
    expect(state()).toMatchObject({ loaded: false, isOpen: false, flags: ["--no-approve"] });
  });

  it("is not granted by a file in the project, nor by a damaged trust.json, which is not overwritten", async () => {
    write("home/work/project/.pi/settings.json", '{"defaultProjectTrust": "always"}');
    write("home/work/project/.pi/trust.json", JSON.stringify({ [join(root, "home/work/project")]: true }));
    expect(state()).toMatchObject({ loaded: false, isOpen: true });
    write("home/.pi/agent/trust.json", `{"${root}": true, `);
    expect(state()).toMatchObject({ loaded: false, isOpen: true });
    await expect(saveDecision(root, true, env())).rejects.toThrow(/trust.json is damaged/);
    expect(readFileSync(join(root, "home/.pi/agent/trust.json"), "utf8")).toContain("true, ");
  });

  it("waits for another process that writes, and takes the lock of a dead one", async () => {
    const lock = join(root, "home/.pi/agent/trust.json.lock");
    mkdirSync(lock, { recursive: true });
    const saving = saveDecision(root, true, env());
    setTimeout(() => rmSync(lock, { recursive: true }), 60);
    await saving;
    expect(trustJson()).toEqual({ [root]: true });
  });
});

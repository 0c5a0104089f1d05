import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PiError } from "../../../src/errors";
import type { PathKind } from "../../../src/pi/fileSystem";
import { resolveCommand } from "../../../src/pi/resolve";

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(PiError);
    expect((error as PiError).code).toBe("spawn_failed");
    return (error as PiError).message;
  }
  throw new Error("did not fail");
}

describe("resolveCommand on this file system", () => {
  let root: string;
  let home: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "pi resolve & ")));
    home = join(root, "home");
    for (const folder of ["bin", "other", "home/.local/bin", "cwd"]) mkdirSync(join(root, folder), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const at = (...parts: string[]) => join(root, ...parts);
  const program = (...parts: string[]) => {
    writeFileSync(at(...parts), "#!/bin/sh\n");
    chmodSync(at(...parts), 0o755);
    return at(...parts);
  };
  const resolve = (cmd: readonly string[], path = `${at("bin")}:${at("other")}`, cwd = at("cwd")) =>
    resolveCommand({ cmd, cwd, env: { PATH: path, HOME: home }, platform: "linux", nodePath: at("node/bin/node") });

  it("takes the first on the given PATH, with a space and & in it, and keeps the arguments", () => {
    const file = program("bin/pi");
    program("other/pi");
    expect(resolve(["pi", "--model", "x"])).toEqual({ file, args: ["--model", "x"], extraPath: [] });
  });

  it("goes on behind a folder, a file without execute bit and a dangling link of that name", () => {
    const file = program("other/pi");
    mkdirSync(at("bin/pi"));
    expect(resolve(["pi"]).file).toBe(file);
    rmSync(at("bin/pi"), { recursive: true });
    writeFileSync(at("bin/pi"), "");
    expect(resolve(["pi"]).file).toBe(file);
    rmSync(at("bin/pi"));
    symlinkSync(at("nowhere"), at("bin/pi"));
    expect(resolve(["pi"]).file).toBe(file);
  });

  it("tells a folder, a file without execute bit and a dangling link apart when nothing else is there", () => {
    mkdirSync(at("bin/pi"));
    expect(failure(() => resolve(["pi"]))).toContain(`\`pi\` cannot be started: ${at("bin/pi")} is a folder;`);
    rmSync(at("bin/pi"), { recursive: true });
    writeFileSync(at("bin/pi"), "", { mode: 0o644 });
    expect(failure(() => resolve(["pi"]))).toContain(`${at("bin/pi")} is not executable;`);
    rmSync(at("bin/pi"));
    symlinkSync(at("nowhere"), at("bin/pi"));
    expect(failure(() => resolve(["pi"]))).toContain(`${at("bin/pi")} is a link to nothing;`);
  });

  it("says what was looked for, where, and what to do", () => {
    const name = "pi-that-nobody-has";
    const message = failure(() => resolve([name]));
    expect(message).toContain(`\`${name}\` was found neither on PATH (${at("bin")}, ${at("other")})`);
    expect(message).toContain(at("home/.local/bin"));
    expect(message).toContain("npm install -g @earendil-works/pi-coding-agent");
    expect(message.match(/\. /g)).toBeNull();
    expect(failure(() => resolve([name], ""))).toContain("PATH (which is empty)");
  });

  it("falls back to npm's folders, and adds the one to PATH since its node may be there only", () => {
    const file = program("home/.local/bin/pi");
    expect(resolve(["pi"])).toEqual({ file, args: [], extraPath: [at("home/.local/bin")] });
    mkdirSync(at("node/bin"), { recursive: true });
    const besideNode = program("node/bin/pi");
    expect(resolve(["pi"])).toEqual({ file: besideNode, args: [], extraPath: [at("node/bin")] });
  });

  it("never runs a program from the current folder by its bare name", () => {
    program("cwd/pi-here");
    expect(failure(() => resolve(["pi-here"], `:.:${at("bin")}`))).toContain("was found neither");
  });

  it("takes a path: absolute, relative to pi's folder, below home", () => {
    const file = program("bin/my pi");
    expect(resolve([file]).file).toBe(file);
    expect(resolve(["../bin/my pi"]).file).toBe(file);
    const own = program("home/pi");
    expect(resolve(["~/pi"]).file).toBe(own);
  });

  it("says what is wrong with a path", () => {
    expect(failure(() => resolve([at("bin/none")]))).toBe(
      `pi cannot be started: ${at("bin/none")} does not exist; check \`cmd\`.`,
    );
    expect(failure(() => resolve([at("bin")]))).toContain("is a folder; check `cmd`");
  });

  it("names a working folder that is missing or a file, before it looks for the program", () => {
    program("bin/pi");
    expect(failure(() => resolve(["pi"], undefined, at("gone")))).toBe(
      `pi cannot start in ${at("gone")}: there is no such folder. Change to a folder that exists and try again.`,
    );
    expect(failure(() => resolve(["pi"], undefined, at("bin/pi")))).toContain("it is no folder");
  });

  it("asks for a program when cmd is empty", () => {
    for (const cmd of [[], [""], [" "]]) expect(failure(() => resolve(cmd))).toContain("`cmd` is empty");
  });
});

describe("resolveCommand on Windows", () => {
  const shim = [
    "@ECHO off",
    "GOTO start",
    ":find_dp0",
    "SET dp0=%~dp0",
    "EXIT /b",
    ":start",
    'IF EXIST "%dp0%\\node.exe" ( SET "_prog=%dp0%\\node.exe" ) ELSE ( SET "_prog=node" )',
    'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@earendil-works\\pi-coding-agent\\dist\\cli.js" %*',
  ].join("\r\n");
  const npm = "C:\\Users\\Eve & Co\\AppData\\Roaming\\npm";
  const script = `${npm}\\node_modules\\@earendil-works\\pi-coding-agent\\dist\\cli.js`;

  function resolve(cmd: readonly string[], files: Record<string, string>, env: Record<string, string> = {}) {
    const known = new Map(Object.entries(files).map(([path, text]) => [path.toLowerCase(), text]));
    return resolveCommand({
      cmd,
      cwd: "C:\\work",
      env: { Path: `C:\\Windows;${npm}`, PATHEXT: ".COM;.EXE;.BAT;.CMD", ...env },
      platform: "win32",
      nodePath: "C:\\node\\node.exe",
      fileSystem: {
        kindOf(path): PathKind {
          return path === "C:\\work" ? "folder" : known.has(path.toLowerCase()) ? "executable" : "missing";
        },
        readText: (path) => known.get(path.toLowerCase()) ?? "",
      },
    });
  }

  it("runs the script behind npm's shim with node, without a shell", () => {
    const files = { [`${npm}\\pi`]: "#!/bin/sh", [`${npm}\\pi.cmd`]: shim };
    expect(resolve(["pi", "-e", "x"], files)).toEqual({
      file: "C:\\node\\node.exe",
      args: [script, "-e", "x"],
      extraPath: [],
    });
    expect(resolve([`${npm}\\pi.cmd`], files).args).toEqual([script]);
  });

  it("prefers the node beside the shim, as the shim does", () => {
    const files = { [`${npm}\\pi.cmd`]: shim, [`${npm}\\node.exe`]: "" };
    expect(resolve(["pi"], files).file).toBe(`${npm}\\node.exe`);
  });

  it("takes a program as it is, and a batch file that is no shim", () => {
    expect(resolve(["pi"], { "C:\\Windows\\pi.exe": "" }).file).toBe("C:\\Windows\\pi.exe");
    expect(resolve(["pi"], { "C:\\Windows\\pi.bat": "@my-pi %*" })).toEqual({
      file: "C:\\Windows\\pi.bat",
      args: [],
      extraPath: [],
    });
  });

  it("falls back to npm's folder below AppData", () => {
    const env = { Path: "C:\\Windows", APPDATA: "C:\\Users\\Eve & Co\\AppData\\Roaming" };
    expect(resolve(["pi"], { [`${npm}\\pi.cmd`]: shim }, env)).toEqual({
      file: "C:\\node\\node.exe",
      args: [script],
      extraPath: [npm],
    });
  });
});

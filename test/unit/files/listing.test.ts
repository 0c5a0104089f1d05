import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileIndex } from "../../../src/files/fileIndex";
import { listFiles } from "../../../src/files/listFiles";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "pi-files-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text = ""): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

function git(...args: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root });
}

async function listed(folder = root): Promise<string[]> {
  const names: string[] = [];
  await listFiles(folder, (more) => {
    names.push(...more);
    return true;
  });
  return names.sort();
}

describe("listFiles without git", () => {
  it("honours ignore files of every folder, the deepest first, and follows no links", async () => {
    write(".gitignore", "*.log\n/build/\nnode_modules\n");
    write("src/.gitignore", "!keep.log\nlocal.*\n");
    write(".ignore", "secret.txt\n");
    for (const name of ["a.log", "build/out.js", "node_modules/x/index.js", "secret.txt"]) write(name);
    for (const name of ["src/keep.log", "src/other.log", "src/local.ts", "src/build/yes.js", "grüße 日本.txt"])
      write(name);
    symlinkSync(root, path.join(root, "src/loop"));
    write(".git/config", "not a repository");
    expect(await listed()).toEqual([
      ".gitignore",
      ".ignore",
      "grüße 日本.txt",
      "src/.gitignore",
      "src/build/yes.js",
      "src/keep.log",
      "src/loop",
    ]);
  });
});

describe("listFiles with git", () => {
  it("lists what git knows and what is new, and neither what is ignored nor what is deleted", async () => {
    git("init", "-q");
    write(".gitignore", "*.log\n");
    for (const name of ["a.ts", "gone.ts", "ü b/c.ts", "x.log"]) write(name);
    git("add", "-A");
    rmSync(path.join(root, "gone.ts"));
    write("new.ts");
    expect(await listed()).toEqual([".gitignore", "a.ts", "new.ts", "ü b/c.ts"]);
    expect(await listed(path.join(root, "ü b"))).toEqual(["c.ts"]);
  });

  it("looks into a folder that the repository ignores", async () => {
    git("init", "-q");
    write(".gitignore", "out\n");
    write("out/report.txt");
    expect(await listed(path.join(root, "out"))).toEqual(["report.txt"]);
  });

  it("runs no program that the folder's own configuration names", async () => {
    git("init", "-q");
    const trap = path.join(root, "trap");
    git("config", "core.fsmonitor", `touch ${trap}; false`);
    write("a.ts");
    expect(await listed()).toEqual(["a.ts"]);
  });
});

describe("FileIndex", () => {
  it("answers from what is there while a folder is listed, and from all of it later", async () => {
    let finish = (): void => {};
    const index = new FileIndex(root, async (_cwd, take) => {
      take(["one.ts", "two.ts"]);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      take(["three.ts"]);
    });
    expect(await index.search("t", 2)).toHaveLength(2);
    const all = index.search("three", 50);
    finish();
    expect(await all).toEqual(["three.ts"]);
  });

  it("answers from the old list while it makes a new one", async () => {
    let lists = 0;
    const index = new FileIndex(root, async (_cwd, take) => {
      lists++;
      take(["one.ts"]);
    });
    expect(await index.search("one", 5)).toEqual(["one.ts"]);
    expect(await index.search("one", 5)).toEqual(["one.ts"]);
    expect(lists).toBe(1);
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one test: a home, and a project to work in. */
export class Workspace {
  readonly root: string;
  #users = 0;

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "pi-nvim-test-")));
    for (const folder of ["home", "project", "tmp"]) mkdirSync(join(this.root, folder));
  }

  get home(): string {
    return join(this.root, "home");
  }

  /** Where Neovim starts. */
  get project(): string {
    return join(this.root, "project");
  }

  /** Absolute path of something in the project. */
  path(relative: string): string {
    return join(this.project, relative);
  }

  /** Writes a file of the project (an absolute path is taken as it is). @returns its absolute path. */
  write(relative: string, text: string, mode = 0o644): string {
    const path = relative.startsWith("/") ? relative : this.path(relative);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    return path;
  }

  /** The environment of a machine on which nothing is configured. */
  environment(): Record<string, string> {
    const { home } = this;
    return {
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local/share"),
      XDG_STATE_HOME: join(home, ".local/state"),
      XDG_CACHE_HOME: join(home, ".cache"),
      XDG_RUNTIME_DIR: join(this.root, "tmp"),
      TMPDIR: join(this.root, "tmp"),
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
    };
  }

  /** Somebody works in it until `leave`. */
  enter(): void {
    this.#users++;
  }

  /** The last one removes it: what others start in it may still write. */
  leave(): void {
    this.#users--;
    if (this.#users === 0) this.remove();
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

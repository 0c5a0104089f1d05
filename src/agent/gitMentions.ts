import { readGit } from "../files/git";
import { MOST_BYTES } from "../files/readText";
import type { ContextItem } from "../promptContract";

/** No programs of the repository's own, and names as pi's folder has them. */
const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--relative"];
const MOST_UNTRACKED = 20;

const LOG = ["log", "-20", "--no-color", "--no-show-signature", "--date=short", "--format=%h %ad %an: %s"];

interface GitMention {
  readonly args: readonly string[];
  /** What to ask where that fails, as it does before the first commit, when there is no HEAD. */
  readonly otherwise?: readonly string[];
  readonly title: string;
  readonly filetype: string;
}

const diff = (title: string, ...what: readonly string[]): GitMention => ({
  args: ["diff", ...PLAIN, ...what, "--"],
  otherwise: ["diff", ...PLAIN, "--"],
  title,
  filetype: "diff",
});

const MENTIONS: Readonly<Record<string, GitMention>> = {
  commits: { args: LOG, title: "last commits", filetype: "" },
  diff: diff("git diff HEAD", "HEAD"),
  "diff:staged": diff("git diff --cached", "--cached"),
};

/**
 * Whether a mention is for git: `@diff` is what is not committed, `@diff:staged` what the next commit would have,
 * `@commits` the last commits.
 */
export function isGitMention(name: string): boolean {
  return Object.hasOwn(MENTIONS, name);
}

/** Whether a folder is in a repository, so that there is something to mention. */
export async function isRepository(cwd: string): Promise<boolean> {
  return (await readGit(cwd, ["rev-parse", "--is-inside-work-tree"], 100)) !== undefined;
}

/** Undefined outside of a repository. */
export async function gitItem(name: string, cwd: string): Promise<ContextItem | undefined> {
  const { args, otherwise, title, filetype } = MENTIONS[name] as GitMention;
  const read = (await readGit(cwd, args, MOST_BYTES)) ?? (otherwise && (await readGit(cwd, otherwise, MOST_BYTES)));
  if (read === undefined) return undefined;
  const notes: string[] = [];
  if (read.text === "") notes.push("There are no changes.");
  if (read.isCut) notes.push(`Cut: these are the first ${MOST_BYTES / 1024} KB of the diff.`);
  if (name === "diff") notes.push(...(await untrackedNote(cwd)));
  const text = read.isCut ? read.text.slice(0, read.text.lastIndexOf("\n")) : read.text.replace(/\n$/, "");
  return { kind: "text", name: title, filetype, text, notes };
}

async function untrackedNote(cwd: string): Promise<string[]> {
  const listing = await readGit(cwd, ["ls-files", "-z", "--others", "--exclude-standard"], MOST_BYTES);
  const names = (listing?.text ?? "").split("\0").filter((name) => name !== "" && !/[\n\r]/.test(name));
  if (names.length === 0) return [];
  const more = names.length > MOST_UNTRACKED ? ` and ${names.length - MOST_UNTRACKED} more` : "";
  return [`Files that git does not know yet: ${names.slice(0, MOST_UNTRACKED).join(", ")}${more}.`];
}

/** Whether pi may load a project's own files, and what that means for its command line. */
import type { Environment } from "../environment";
import { canonicalFolder, projectFiles } from "./projectFiles";
import { defaultTrust, type SavedDecision, savedDecision } from "./trustStore";

export interface TrustState {
  readonly folder: string;
  /** pi's files of the project, relative to it; empty: there is nothing to decide. */
  readonly found: readonly string[];
  /** The user's own arguments decide. */
  readonly argument?: boolean;
  /** Decided until Neovim ends. */
  readonly forNow?: boolean;
  /** pi's own saved decision. */
  readonly saved?: SavedDecision;
  /** Whether they are loaded. */
  readonly loaded: boolean;
  /** Nobody has decided yet. */
  readonly isOpen: boolean;
  /** What to add to pi's command line. */
  readonly flags: readonly string[];
}

export interface TrustInput {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly forNow: boolean | undefined;
  /** pi runs where it may not see what was saved here. */
  readonly isElsewhere: boolean;
}

const APPROVE = "--approve";
const DENY = "--no-approve";
const ARGUMENTS: Readonly<Record<string, boolean>> = { [APPROVE]: true, "-a": true, [DENY]: false, "-na": false };

/**
 * For a pi that knows no trust (before 0.79) and loads everything: what keeps a project's code from running, and with it
 * the user's own. `--offline` keeps it from installing the packages that the project asks for.
 */
export const DENY_ALL_FLAGS: readonly string[] = [
  "--no-extensions",
  "--no-skills",
  "--no-prompt-templates",
  "--no-themes",
  "--offline",
];

export function trustState({ folder, args, env, forNow, isElsewhere }: TrustInput): TrustState {
  const approve = isElsewhere ? [APPROVE] : [];
  const found = projectFiles(folder, env);
  const base = { folder: canonicalFolder(folder), found, isOpen: false, flags: [] };
  const word = args.findLast((arg) => Object.hasOwn(ARGUMENTS, arg));
  if (word !== undefined) return { ...base, argument: ARGUMENTS[word] === true, loaded: ARGUMENTS[word] === true };
  const saved = savedDecision(folder, env);
  const known = { ...base, ...(saved && { saved }), ...(forNow !== undefined && { forNow }) };
  if (found.length === 0) return { ...known, loaded: true };
  if (forNow !== undefined) return { ...known, loaded: forNow, flags: [forNow ? APPROVE : DENY] };
  if (saved !== undefined) return { ...known, loaded: saved.trusted, flags: saved.trusted ? approve : [DENY] };
  const byDefault = defaultTrust(env);
  if (byDefault === "always") return { ...known, loaded: true, flags: approve };
  return { ...known, loaded: false, isOpen: byDefault === "ask", flags: [DENY] };
}

/** pi ended because it does not know the flags: it is older than they are. */
export function isFlagRefusal(stderr: string): boolean {
  return /Unknown option: --(?:no-)?approve\b/.test(stderr);
}

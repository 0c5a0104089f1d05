/** Commands that our extension adds to pi for the host to call; users neither see nor need them. */
export const OWN_COMMANDS = { navigate: "nvim-tree", label: "nvim-label", fork: "nvim-fork" } as const;

const names: ReadonlySet<string> = new Set(Object.values(OWN_COMMANDS));

/** Whether a command is one of these, and so is not to be offered. */
export function isOwnCommand(name: string): boolean {
  return names.has(name);
}

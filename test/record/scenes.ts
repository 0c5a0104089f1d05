/** What is recorded: each scene is a conversation of its own. */
import type { Answer } from "../support/modelScript";
import type { RawPi } from "../support/rawPi";

export interface Scene {
  readonly name: string;
  readonly answers: readonly Answer[];
  /** With extension.ts loaded. */
  readonly hasExtension?: boolean;
  /** In place of the tools that pi has on by default. */
  readonly tools?: string;
  /** Programs on PATH that pi needs for it, as pi looks for them. */
  readonly needs?: readonly string[][];
  readonly play: (pi: RawPi) => Promise<unknown>;
}

const PROSE = `## Why it never ends

The loop reads \`n\` before it is **set**:

\`\`\`ts
while (n > 0) {
  n = step(n); // one less
}
\`\`\`

| name | value |
| --- | --- |
| n | 3 |

1. look at [the pump](src/pump.js)
2. fix it
`;

/** Smallest PNG there is: one pixel. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const call = (id: string, tool: string, args: Record<string, unknown>) => ({ id, tool, args });
const say = (text: string): Answer => ({ parts: [{ text }] });
const prompt = (message: string) => (pi: RawPi) => pi.promptAndWait(message);
const overloaded: Answer = { status: 529, message: "overloaded" };

export const SCENES: readonly Scene[] = [
  {
    name: "text",
    answers: [{ parts: [{ thinking: "The user asks about a loop.\nI look at it." }, { text: PROSE }] }],
    play: prompt("why does this loop never end?"),
  },
  {
    name: "tools",
    answers: [
      {
        parts: [
          { text: "I look at both." },
          call("call_read", "read", { path: "src/pump.js", offset: 1, limit: 6 }),
          call("call_bash", "bash", {
            command: "printf '\\033[32mok\\033[0m\\n 10%%\\r 100%%\\n'; exit 3",
            timeout: 20,
          }),
        ],
      },
      {
        parts: [
          call("call_edit", "edit", { path: "src/pump.js", edits: [{ oldText: "left >= 0", newText: "left > 0" }] }),
          call("call_write", "write", { path: "notes.ts", content: "export const done = true;\n" }),
          call("call_missing", "read", { path: "missing.txt" }),
        ],
      },
      { parts: [call("call_image", "read", { path: "pixel.png" }), call("call_unknown", "nonsense", { a: 1 })] },
      say("Done."),
    ],
    play: prompt("fix src/pump.js"),
  },
  {
    name: "search",
    tools: "read,grep,find,ls",
    needs: [["rg"], ["fd", "fdfind"]],
    answers: [
      {
        parts: [
          { text: "I search." },
          call("call_grep", "grep", { pattern: "left", path: "src", glob: "*.js" }),
          call("call_find", "find", { pattern: "**/*.js" }),
          call("call_ls", "ls", { path: "." }),
        ],
      },
      {
        parts: [
          call("call_context", "grep", { pattern: "SHIFT", ignoreCase: true, literal: true, context: 1 }),
          call("call_limited", "grep", { pattern: "e", limit: 2 }),
          call("call_nothing", "grep", { pattern: "nowhere to be found" }),
          call("call_no_file", "find", { pattern: "*.rs" }),
          call("call_no_folder", "ls", { path: "missing" }),
        ],
      },
      say("Found."),
    ],
    play: prompt("where is left used?"),
  },
  {
    name: "long-output",
    answers: [{ parts: [call("call_seq", "bash", { command: "seq 1 2100" })] }, say("Counted.")],
    play: prompt("count"),
  },
  { name: "retry", answers: [overloaded, overloaded, say("At last.")], play: prompt("go") },
  { name: "retry-in-vain", answers: Array.from({ length: 8 }, () => overloaded), play: prompt("go") },
  { name: "refused", answers: [{ status: 401, message: "invalid key" }], play: prompt("go") },
  { name: "length", answers: [{ parts: [{ text: "and so on and" }], finish: "length" }], play: prompt("talk") },
  {
    name: "abort",
    answers: [{ parts: [{ text: "This takes " }, { wait: 20_000 }, { text: "long." }] }],
    play: async (pi) => {
      pi.send({ type: "prompt", message: "go slowly" });
      await pi.waitForRecord((record) => record.type === "message_update");
      await pi.ask({ type: "abort" });
    },
  },
  {
    name: "queue",
    answers: [{ parts: [{ text: "First." }, { wait: 400 }] }, say("Steered."), say("Followed.")],
    play: async (pi) => {
      const run = pi.promptAndWait("one");
      await pi.waitForRecord((record) => record.type === "message_update");
      await pi.ask({ type: "steer", message: "two" });
      await pi.ask({ type: "follow_up", message: "three" });
      await run;
    },
  },
  {
    name: "extension",
    hasExtension: true,
    answers: [
      { parts: [call("call_notes", "mcp__notes__search", { query: "pump", limit: 3 })] },
      say("One note."),
      say("Noted."),
    ],
    play: async (pi) => {
      await pi.promptAndWait("search my notes");
      await pi.ask({ type: "prompt", message: "/note" });
    },
  },
  {
    name: "compaction",
    answers: [
      say("One. ".repeat(40)),
      say("Two. ".repeat(40)),
      say("## Summary\n\nTwo answers."),
      say("- one\n- two"),
      say("Three."),
    ],
    play: async (pi) => {
      await pi.promptAndWait(`first ${"word ".repeat(40)}`);
      await pi.promptAndWait(`second ${"word ".repeat(40)}`);
      await pi.ask({ type: "compact" });
      await pi.promptAndWait("third");
    },
  },
  {
    name: "shell-and-settings",
    answers: [say("Hello.")],
    play: async (pi) => {
      await pi.promptAndWait("hello");
      await pi.ask({ type: "bash", command: "echo from the shell; exit 2" });
      await pi.ask({ type: "set_session_name", name: "A name" });
      await pi.ask({ type: "set_thinking_level", level: "high" });
    },
  },
];

/** What is measured, and what it must reach (issues 2 and 4). */

export interface Workload {
  readonly name: string;
  /** For the peer, see peer.ts. */
  readonly env: Readonly<Record<string, string>>;
  readonly goal: string;
  /** How many chats do it at once; default 1. */
  readonly agents?: number;
  /** Lua that starts the work; default: a prompt. */
  readonly start?: string;
  /** Lua after setup that opens the blocks of the transcript, so that all of it is shown. */
  readonly opens?: boolean;
}

const resume = (messages: string) => ({ SCENE: "resume", MESSAGES: messages, KB: "8" });

export const WORKLOADS: readonly Workload[] = [
  { name: "100,000 deltas at full speed", env: { DELTAS: "100000" }, goal: "1.25 x floor, gap 5, cpu 0.12, 32 MB" },
  { name: "500 deltas a second for 10 s", env: { DELTAS: "5000", RATE: "500" }, goal: "gap 5, cpu 0.3" },
  {
    name: "500 deltas of code a second",
    env: { DELTAS: "5000", RATE: "500", TEXT: "code" },
    goal: "gap 5, cpu 0.3",
  },
  {
    name: "300 partial results to 200 KB",
    env: { SCENE: "tool", UPDATES: "300", KB: "200" },
    goal: "gap 5, blocked 15, 32 MB",
  },
  { name: "first :PiOpen, 2 messages", env: resume("2"), goal: "gap 5" },
  { name: "resume 2,000 messages (8 MB)", env: resume("2000"), goal: "screen 100 ms, gap 5, 32 MB" },
  { name: "resume 10,000 messages (80 MB)", env: { ...resume("10000"), KB: "16" }, goal: "nvim 40 MB, host 150 MB" },
  { name: "a tool result of one 13 MB line", env: { SCENE: "line", KB: "13000" }, opens: true, goal: "gap 5" },
  { name: "a tool result of 200,000 lines", env: { SCENE: "lines", LINES: "200000" }, opens: true, goal: "gap 5" },
  {
    name: "ten agents, 100 deltas a second",
    env: { DELTAS: "1000", RATE: "100", TEXT: "code" },
    agents: 10,
    goal: "gap 5",
  },
  { name: "1,000,000 deltas", env: { DELTAS: "1000000", TEXT: "code" }, goal: "nvim as with 100,000, last as first" },
];

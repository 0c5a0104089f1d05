import type { BashBlock, ThinkingBlock, ToolBlock, UserBlock } from "../../../../src/agent/blocks";
import { StreamText } from "../../../../src/agent/streamText";

const BASE = { id: 1, version: 0 };

export function userBlock(parts: Partial<UserBlock> = {}): UserBlock {
  return { ...BASE, kind: "user", text: "", images: [], at: undefined, state: "accepted", ...parts };
}

export function thinkingBlock(parts: Partial<ThinkingBlock> = {}): ThinkingBlock {
  return {
    ...BASE,
    kind: "thinking",
    text: new StreamText(),
    streaming: false,
    redacted: false,
    startedAt: undefined,
    durationMs: undefined,
    ...parts,
  };
}

export function toolBlock(parts: Partial<ToolBlock> = {}): ToolBlock {
  return {
    ...BASE,
    kind: "tool",
    callId: "call-1",
    name: "bash",
    state: "done",
    argsText: "",
    args: {},
    output: new StreamText(),
    images: [],
    details: undefined,
    startedAt: undefined,
    durationMs: undefined,
    parentCallId: undefined,
    ...parts,
  };
}

export function bashBlock(parts: Partial<BashBlock> = {}): BashBlock {
  return {
    ...BASE,
    kind: "bash",
    command: "",
    output: new StreamText(),
    running: false,
    excluded: false,
    exitCode: 0,
    cancelled: false,
    truncated: false,
    fullOutputPath: undefined,
    ...parts,
  };
}

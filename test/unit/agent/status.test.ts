import { describe, expect, it } from "vitest";
import { learnFrom } from "../../../src/agent/status";
import type { PiEvent, RpcSessionState } from "../../../src/pi/protocol";

const state = () => ({ thinkingLevel: "low", sessionName: "old" }) as RpcSessionState;

function learnt(...events: unknown[]): RpcSessionState {
  const known = state();
  for (const event of events) learnFrom(event as PiEvent, known);
  return known;
}

describe("What an event says of pi's state", () => {
  it("is the session's name, which may also be taken away", () => {
    expect(learnt({ type: "session_info_changed", name: "new" }).sessionName).toBe("new");
    expect(learnt({ type: "session_info_changed", name: undefined })).not.toHaveProperty("sessionName");
  });

  it("is the thinking level", () => {
    expect(learnt({ type: "thinking_level_changed", level: "high" }).thinkingLevel).toBe("high");
  });

  it("is nothing for all others", () => {
    expect(learnt({ type: "agent_start" }, { type: "turn_start" })).toEqual(state());
  });
});

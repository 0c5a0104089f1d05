import { describe, expect, it } from "vitest";
import type { Reducer } from "../../../src/agent/reducer";
import { learnFrom } from "../../../src/agent/status";
import { StatusNews } from "../../../src/agent/statusNews";
import type { PiClient } from "../../../src/pi/client";
import type { PiEvent, RpcSessionState } from "../../../src/pi/protocol";
import { Gate } from "../../support/realPi";

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

describe("What pi is asked of its state", () => {
  it("is older than what events say until all is answered", async () => {
    const never = () => undefined as never;
    const status = new StatusNews(never, {} as Reducer, () => undefined);
    const stats = new Gate();
    const request = ({ type }: { type: string }) => (type === "get_state" ? Promise.resolve(state()) : stats.opened);
    const asking = status.ask({ request } as unknown as PiClient);
    await Promise.resolve();
    status.learn({ type: "session_info_changed", name: "new" } as PiEvent);
    stats.open();
    expect((await asking).sessionName).toBe("new");
    expect(status.facts.state?.sessionName).toBe("new");
  });
});

import { describe, expect, it } from "vitest";
import { waitFor, withDeadline } from "../../support/waitFor";

describe("waitFor", () => {
  it("gives what the condition gave, also 0 and the empty text", async () => {
    let calls = 0;
    expect(await waitFor(() => (++calls < 3 ? undefined : 0))).toBe(0);
    expect(calls).toBe(3);
    expect(await waitFor(() => "")).toBe("");
  });

  it("takes a condition that throws for one that is not met", async () => {
    let calls = 0;
    const value = await waitFor(() => {
      if (++calls < 2) throw new Error("not yet");
      return "now";
    });
    expect(value).toBe("now");
  });

  it("says what it waited for, the last error and the context when time is up", async () => {
    const never = () => {
      throw new Error("still closed");
    };
    const waiting = waitFor(never, { deadline: 30, what: "the door", context: () => "seen: a wall" });
    await expect(waiting).rejects.toThrow(/waited 30 ms for the door\nlast error: Error: still closed\nseen: a wall/);
  });

  it("asks at least once, however short the deadline", async () => {
    expect(await waitFor(() => true, { deadline: 0 })).toBe(true);
  });
});

describe("withDeadline", () => {
  it("passes on what came in time and names what did not", async () => {
    expect(await withDeadline(Promise.resolve(1), 1_000, () => "late")).toBe(1);
    await expect(withDeadline(new Promise(() => undefined), 5, () => "the train is late")).rejects.toThrow(
      "the train is late",
    );
  });
});

import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/agent/blocks";
import { Conversation } from "../../../src/agent/conversation";
import { showHistory } from "../../../src/agent/history";
import { Reducer } from "../../../src/agent/reducer";
import { isDeltaType, isEventType } from "../../../src/pi/protocol";
import { picture } from "../../support/picture";
import { recordings } from "../../support/recordings";

process.env.TZ = "UTC";

const hooks = { runStarted() {}, runSettled() {}, countdownStarted() {}, toolStarted() {}, toolEnded() {} };

function setUp() {
  const conversation = new Conversation({ touched() {}, reset() {} });
  return { conversation, reducer: new Reducer(conversation, hooks) };
}

/** What was said and done, without times and without what only one who was there is told. */
function said(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "tool") {
      // Of a call that another tool made, pi keeps what went wrong only.
      const output = block.parentCallId !== undefined && block.state === "done" ? "" : block.output;
      return [`${block.name} ${block.state} ${JSON.stringify(block.args)} ${output}`];
    }
    if (block.kind === "user") return [`user ${block.text}`];
    if (block.kind === "notice" || block.kind === "runEnd" || block.kind === "bash") return [];
    return [`${block.kind} ${block.text}`];
  });
}

describe.each(recordings().map((recording) => [recording.name, recording] as const))("%s", (name, recording) => {
  const live = setUp();
  for (const event of recording.events) live.reducer.apply(event, 0);

  it("holds no record that we do not know", () => {
    const { records } = recording;
    const unknown = records.filter(({ type }) => !isEventType(type) && type !== "response");
    expect(unknown).toEqual([]);
    const deltas = records.flatMap(({ assistantMessageEvent }) =>
      assistantMessageEvent ? [assistantMessageEvent] : [],
    );
    expect((deltas as { type: string }[]).filter(({ type }) => !isDeltaType(type))).toEqual([]);
  });

  it("looks as it did when it was last looked at", async () => {
    const folded = `${picture(live.conversation.blocks, undefined)}\n======== all open\n\n`;
    const open = picture(live.conversation.blocks, true);
    await expect(folded + open).toMatchFileSnapshot(`../../fixtures/${name}.txt`);
  });

  it("looks the same when the session is opened again", () => {
    const old = setUp();
    showHistory(recording.history, old.conversation, old.reducer);
    const [again, before] = [said(old.conversation.blocks), said(live.conversation.blocks)];
    // A pi without entries gives what the model sees: not what was before a summary, which it puts first.
    const isShort = recording.history.kind === "messages" && before.some((text) => text.startsWith("summary"));
    expect(again).toEqual(isShort ? expect.arrayContaining(again.slice(-2)) : before);
    for (const text of again) expect(before).toContain(text);
  });

  it("leaves nothing under way", () => {
    const states = live.conversation.blocks.flatMap((block) => (block.kind === "tool" ? [block.state] : []));
    for (const state of states) expect(["done", "failed", "aborted"]).toContain(state);
    expect(live.reducer.phase.kind).toBe("idle");
  });
});

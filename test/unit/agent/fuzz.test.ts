import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/agent/conversation";
import { Reducer } from "../../../src/agent/reducer";
import { Transcript } from "../../../src/agent/transcript";
import { createHighlighter } from "../../../src/highlight/main";
import { FakeBuffer } from "../../support/fakeBuffer";
import { randomEvent, streamingEvents } from "../../support/randomEvents";

const highlighter = createHighlighter();
const hooks = { runStarted() {}, runSettled() {}, countdownStarted() {}, toolStarted() {}, toolEnded() {} };

const step = fc.oneof(
  { weight: 12, arbitrary: randomEvent.map((event) => ({ do: "event" as const, event })) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("patch" as const), isDetached: fc.boolean() }) },
  fc.record({ do: fc.constant("open" as const), at: fc.nat(), open: fc.boolean() }),
  fc.constantFrom({ do: "compare" as const }, { do: "reset" as const }, { do: "second" as const }),
);

/** A conversation, its transcript, and a buffer that gets the patches. */
class Chat {
  now = 0;
  readonly conversation = new Conversation({
    touched: () => this.transcript.touch(),
    reset: () => this.transcript.reset(),
  });
  readonly transcript = new Transcript(this.conversation.blocks, () => {}, { highlighter });
  readonly reducer = new Reducer(this.conversation, hooks);
  readonly buffer = new FakeBuffer();
  readonly #opened: (readonly [id: number, open: boolean])[] = [];

  constructor() {
    this.transcript.attach();
  }

  open(at: number, open: boolean): void {
    const block = this.conversation.blocks[at % Math.max(1, this.conversation.blocks.length)];
    if (block === undefined) return;
    this.transcript.openBlocks([block.id], open);
    this.#opened.push([block.id, open]);
  }

  patch(isDetached: boolean): void {
    this.transcript.watch({ isDetached, isHidden: false });
    const patch = this.transcript.collect(this.now);
    if (patch !== undefined) this.buffer.apply(patch);
  }

  /** A second goes by: what shows a clock shows it. */
  second(): void {
    this.now += 1000;
    this.conversation.touchRunning();
  }

  /** What was patched, and what a buffer has that gets the same conversation as it is now. */
  compare(): { patched: unknown; fresh: unknown } {
    this.conversation.touchRunning();
    drain(this.transcript, this.buffer, this.now);
    const fresh = new Transcript(this.conversation.blocks, () => {}, { highlighter });
    fresh.attach();
    for (const [id, open] of this.#opened) fresh.openBlocks([id], open);
    const buffer = new FakeBuffer();
    drain(fresh, buffer, this.now);
    return { patched: this.buffer.lines, fresh: buffer.lines };
  }
}

function drain(transcript: Transcript, buffer: FakeBuffer, now: number): void {
  transcript.watch({ isDetached: false, isHidden: false });
  for (let i = 0; i < 1000 && transcript.hasNews; i++) {
    const patch = transcript.collect(now);
    if (patch !== undefined) buffer.apply(patch);
  }
  if (transcript.hasNews) throw new Error("patches without end");
}

describe("any stream of events, patched step by step", () => {
  it("leaves in the buffer what the same conversation gives from nothing: text, marks, decoration, anchors", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const chat = new Chat();
        for (const each of steps) {
          chat.now += 10;
          if (each.do === "event") chat.reducer.apply(each.event, chat.now);
          else if (each.do === "patch") chat.patch(each.isDetached);
          else if (each.do === "open") chat.open(each.at, each.open);
          else if (each.do === "second") chat.second();
          else if (each.do === "reset") chat.transcript.reset();
          else {
            const { patched, fresh } = chat.compare();
            expect(patched).toEqual(fresh);
          }
        }
        const { patched, fresh } = chat.compare();
        expect(patched).toEqual(fresh);
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  it("does so with code that streams, whatever its pieces are and whenever they are shown", () => {
    const moments = fc.array(fc.constantFrom("patch", "skip", "open", "second"), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(streamingEvents, moments, (events, when) => {
        const chat = new Chat();
        events.forEach((event, index) => {
          if (index === events.length - 1) chat.patch(false);
          chat.reducer.apply(event, chat.now);
          if (when[index] === "patch") chat.patch(false);
          if (when[index] === "open") chat.open(1, index % 2 === 0);
          if (when[index] === "second") chat.second();
        });
        const { patched, fresh } = chat.compare();
        expect(patched).toEqual(fresh);
      }),
      { numRuns: 400 },
    );
  }, 60_000);
});

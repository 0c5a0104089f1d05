import { afterEach, describe, expect, it, vi } from "vitest";
import type { BatchResult } from "../../../src/contract";
import type { OutEvent } from "../../../src/editor/editor";
import { type NewsSource, Outbox } from "../../../src/host/outbox";
import { nullLogger } from "../../../src/log";

const DONE: BatchResult = { errors: [] };
const notice = (text: string) => ({ level: "info" as const, text });

function setUp() {
  const batches: (readonly OutEvent[])[] = [];
  let answer: ((result: BatchResult) => void) | undefined;
  let refuse: ((error: Error) => void) | undefined;
  const sources = new Set<NewsSource>();
  const outbox = new Outbox(
    {
      apply: (batch) => {
        batches.push(batch);
        return new Promise((resolve, reject) => {
          answer = resolve;
          refuse = reject;
        });
      },
    },
    () => sources,
    nullLogger,
  );
  const sent = (count: number) => vi.waitFor(() => expect(batches).toHaveLength(count), { timeout: 5000 });
  return {
    outbox,
    batches,
    sources,
    sent,
    answer: (result = DONE) => answer?.(result),
    refuse: (error: Error) => refuse?.(error),
  };
}

describe("Outbox", () => {
  afterEach(() => vi.useRealTimers());

  it("keeps the order of what is posted, one batch at a time", async () => {
    const { outbox, batches, answer, sent } = setUp();
    outbox.post("notice.posted", notice("1"));
    outbox.post("notice.posted", notice("2"));
    await sent(1);
    outbox.post("notice.posted", notice("3"));
    outbox.post("notice.posted", notice("4"));
    answer();
    await sent(2);
    const texts = batches.map((batch) => batch.map(([, params]) => (params as { text: string }).text));
    expect(texts).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("collects news only when Neovim is ready, so that a held editor gets the newest state alone", async () => {
    const { outbox, batches, sources, answer, sent } = setUp();
    let version = 1;
    let delivered = 0;
    sources.add({
      get hasNews() {
        return delivered < version;
      },
      collect: () => {
        delivered = version;
        return [["notice.posted", notice(`version ${version}`)]];
      },
      failed() {},
    });
    outbox.wake();
    await sent(1);
    expect(batches[0]).toEqual([["notice.posted", notice("version 1")]]);
    for (let i = 0; i < 100; i++) {
      version++;
      outbox.wake();
    }
    answer();
    await sent(2);
    expect(batches[1]).toEqual([["notice.posted", notice("version 101")]]);
  });

  it("lets news wait for the next frame, and an answer not", async () => {
    vi.useFakeTimers();
    const { outbox, batches, sources, answer } = setUp();
    let hasNews = false;
    sources.add({
      get hasNews() {
        return hasNews;
      },
      collect: () => {
        hasNews = false;
        return [["notice.posted", notice("news")]];
      },
      failed() {},
    });
    const wakeWithNews = async () => {
      hasNews = true;
      outbox.wake();
      await vi.advanceTimersByTimeAsync(5);
    };
    outbox.post("notice.posted", notice("greeting"));
    await vi.advanceTimersByTimeAsync(5);
    answer();
    await wakeWithNews();
    expect(batches).toHaveLength(1);
    outbox.post("notice.posted", notice("answer"));
    await vi.advanceTimersByTimeAsync(5);
    expect(batches[1]?.map(([, params]) => params)).toEqual([notice("answer"), notice("news")]);
    answer();
    await wakeWithNews();
    expect(batches).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(50);
    expect(batches).toHaveLength(3);
  });

  it.each([
    [true, 30, 3],
    [false, 30, 1],
    [false, 100, 3],
  ])("sends the rest of bulk (%s) closely: within %i ms %i batches", async (isBulk, ms, count) => {
    vi.useFakeTimers();
    const { outbox, batches, sources, answer } = setUp();
    let rows = 3;
    sources.add({
      isBulk,
      get hasNews() {
        return rows > 0;
      },
      collect: () => [["notice.posted", notice(`row ${rows--}`)]],
      failed() {},
    });
    outbox.wake();
    for (let passed = 0; passed < ms; passed++) {
      await vi.advanceTimersByTimeAsync(1);
      answer();
    }
    expect(batches).toHaveLength(count);
  });

  it.each([
    [true, [1, 2, 3]],
    [false, [1, 1, 2]],
  ])("lets what is awaited (%s) not wait for the next frame", async (isAwaited, counts) => {
    vi.useFakeTimers();
    const { outbox, batches, sources, answer } = setUp();
    let news = 0;
    sources.add({
      isAwaited,
      get hasNews() {
        return news > 0;
      },
      collect: () => [["notice.posted", notice(`question ${news--}`)]],
      failed() {},
    });
    const seen: number[] = [];
    const ask = async (ms: number) => {
      news = 1;
      outbox.wake(isAwaited);
      await vi.advanceTimersByTimeAsync(ms);
      seen.push(batches.length);
    };
    await ask(2);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    await ask(2);
    news = 1; // while Neovim has not answered
    answer();
    await vi.advanceTimersByTimeAsync(isAwaited ? 2 : 45);
    seen.push(batches.length);
    expect(seen).toEqual(counts);
  });

  it("sends a question without the news that take time, which follow, also when questions do not end", async () => {
    vi.useFakeTimers();
    const { outbox, batches, sources, answer } = setUp();
    const source = (isAwaited: boolean, text: string) => {
      const state = { has: false };
      sources.add({
        isAwaited,
        get hasNews() {
          return state.has;
        },
        collect: () => {
          state.has = false;
          return [["notice.posted", notice(text)]];
        },
        failed() {},
      });
      return state;
    };
    const [news, question] = [source(false, "news"), source(true, "question")];
    const nameOf = ([name, params]: OutEvent) => ("text" in params ? params.text : name);
    const told = () => batches.map((batch) => batch.map(nameOf));
    news.has = question.has = true;
    outbox.wake();
    outbox.wake(true);
    await vi.advanceTimersByTimeAsync(0);
    outbox.post("dialog.closed", { dialog: 1, agent: 1, title: "", reason: "answered" });
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(told()).toEqual([["question"], ["dialog.closed"]]);
    for (let round = 0; round < 10 && news.has; round++) {
      question.has = true;
      answer();
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(news.has).toBe(false);
    expect(told().at(-1)).toEqual(["news", "question"]);
  });

  it("lets what nobody waits for come with the next frame, in its order", async () => {
    vi.useFakeTimers();
    const { outbox, batches, answer } = setUp();
    outbox.post("notice.posted", notice("first"));
    await vi.advanceTimersByTimeAsync(0);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    outbox.post("tool.started", { agent: 1, callId: "1", name: "bash" });
    await vi.advanceTimersByTimeAsync(20);
    expect(batches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30);
    expect(batches[1]?.map(([name]) => name)).toEqual(["tool.started"]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    outbox.post("tool.ended", { agent: 1, callId: "1", name: "bash", failed: false });
    outbox.post("notice.posted", notice("answer"));
    await vi.advanceTimersByTimeAsync(0);
    expect(batches[2]?.map(([name]) => name)).toEqual(["tool.ended", "notice.posted"]);
  });

  it("tells a source that its event was not applied", async () => {
    const { outbox, sources, answer, sent } = setUp();
    let news = 2;
    const failed = vi.fn();
    sources.add({
      get hasNews() {
        return news > 0;
      },
      collect: () => {
        news--;
        return [["notice.posted", notice("x")]];
      },
      failed,
    });
    outbox.post("notice.posted", notice("first"));
    await sent(1);
    expect(failed).not.toHaveBeenCalled();
    answer({ errors: [[2, "E565"]] });
    await sent(2);
    expect(failed).toHaveBeenCalledOnce();
  });

  it("goes on after Neovim has refused a whole batch", async () => {
    const { outbox, batches, refuse, sent } = setUp();
    outbox.post("notice.posted", notice("lost"));
    await sent(1);
    refuse(new Error("E5108"));
    outbox.post("notice.posted", notice("next"));
    await sent(2);
    expect(batches[1]).toEqual([["notice.posted", notice("next")]]);
  });
});

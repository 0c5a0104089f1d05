import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Part, Reply, Usage } from "./modelScript";

const DEFAULT_CHUNK = 8;

/** Streams a reply as server-sent events of the chat completions API, until it is through or the client has gone. */
export async function streamReply(response: ServerResponse, reply: Reply, model: string): Promise<void> {
  const stream = new EventStream(response, model, reply.pace ?? 0);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  await stream.choice({ role: "assistant" });
  let tools = 0;
  for (const part of reply.parts) {
    if (response.closed || response.destroyed) return;
    if ("cutOff" in part) return void response.socket?.destroySoon();
    await sendPart(stream, part, tools, reply.chunk ?? DEFAULT_CHUNK);
    if ("tool" in part) tools++;
  }
  await stream.choice({}, reply.finish ?? (tools > 0 ? "tool_calls" : "stop"));
  await stream.send({ choices: [], usage: usageRecord(reply.usage ?? estimatedUsage(reply)) });
  await stream.end();
}

async function sendPart(stream: EventStream, part: Part, toolIndex: number, size: number): Promise<void> {
  if ("hold" in part) await stream.untilClosed(part.hold);
  else if ("wait" in part) await stream.untilClosed(pause(part.wait));
  else if ("text" in part) await stream.each(pieces(part.text, size), (content) => ({ content }));
  else if ("thinking" in part) {
    await stream.each(pieces(part.thinking, size), (reasoning) => ({ reasoning_content: reasoning }));
  } else if ("tool" in part) {
    const call = { index: toolIndex, id: part.id ?? `call_${toolIndex}_${Date.now().toString(36)}`, type: "function" };
    await stream.choice({ tool_calls: [{ ...call, function: { name: part.tool, arguments: "" } }] });
    const json = typeof part.args === "string" ? part.args : JSON.stringify(part.args);
    await stream.each(pieces(json, size), (piece) => ({
      tool_calls: [{ index: toolIndex, function: { arguments: piece } }],
    }));
  }
}

/** One response, written event by event at a pace, and only as fast as the client reads. */
class EventStream {
  readonly #closed: Promise<void>;
  readonly #id = `chatcmpl-${Date.now().toString(36)}`;

  constructor(
    readonly response: ServerResponse,
    readonly model: string,
    readonly pace: number,
  ) {
    this.#closed = new Promise((resolve) => response.once("close", resolve));
  }

  async each(texts: Iterable<string>, deltaOf: (text: string) => object): Promise<void> {
    for (const text of texts) {
      if (this.response.closed) return;
      await this.choice(deltaOf(text));
      if (this.pace > 0) await this.untilClosed(pause(this.pace));
    }
  }

  async choice(delta: object, finish: string | null = null): Promise<void> {
    await this.send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  }

  async send(fields: object): Promise<void> {
    if (this.response.closed) return;
    const created = Math.floor(Date.now() / 1000);
    const head = { id: this.#id, object: "chat.completion.chunk", created, model: this.model };
    const hasRoom = this.response.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`);
    if (!hasRoom) await this.untilClosed(new Promise((resolve) => this.response.once("drain", resolve)));
  }

  async end(): Promise<void> {
    if (!this.response.closed) this.response.end("data: [DONE]\n\n");
  }

  /** Waits for `event`, but no longer than the client stays. */
  async untilClosed(event: Promise<unknown>): Promise<void> {
    await Promise.race([event, this.#closed]);
  }
}

/** Cuts by UTF-16 units, but never a character in two: JSON would carry half of it as a lone surrogate. */
export function* pieces(text: string, size: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + Math.max(1, size), text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function usageRecord({ prompt, completion, cached = 0 }: Usage): object {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

/** Four characters make a token, which is near enough for figures on a screen. */
function estimatedUsage(reply: Reply): Usage {
  return { prompt: 1200, completion: Math.ceil(JSON.stringify(reply.parts).length / 4) };
}

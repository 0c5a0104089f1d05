import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Brain, ChatRequest } from "./modelScript";
import { streamReply } from "./modelStream";
import { waitFor } from "./waitFor";

/** `--model` for pi. */
export const SCRIPTED_MODEL = "scripted/demo";

/** pi's own retries, soon, and none inside its provider library, which would hide them. */
const QUICK_RETRIES = { retry: { baseDelayMs: 10, provider: { maxRetries: 0 } } };

/** A request as it arrived, and how it went. */
export interface RecordedRequest {
  readonly body: ChatRequest;
  /** `open` until answered; `aborted` when the client went away first. */
  state: "open" | "answered" | "aborted";
}

/** An OpenAI-compatible server on loopback whose model is a script. */
export class ModelServer {
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #brain: Brain;

  private constructor(brain: Brain) {
    this.#brain = brain;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(brain: Brain): Promise<ModelServer> {
    const server = new ModelServer(brain);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The last request's body; undefined before the first. */
  get lastRequest(): ChatRequest | undefined {
    return this.requests.at(-1)?.body;
  }

  /** Waits until so many requests have arrived. */
  async waitForRequests(count: number): Promise<void> {
    await waitFor(() => this.requests.length >= count, { what: `${count} requests to the model` });
  }

  /** Waits until the request of this index, from 0, has got that far. */
  async waitForState(index: number, state: RecordedRequest["state"]): Promise<void> {
    await waitFor(() => this.requests[index]?.state === state, {
      what: `request ${index} to the model to be ${state}`,
    });
  }

  /**
   * Makes `folder` an agent directory (PI_CODING_AGENT_DIR) in which this server is the only provider.
   * Unless `settings` say otherwise, retries come after 10 ms: what pi does is the same, a test need not wait for it.
   */
  writeAgentDir(folder: string, settings: Readonly<Record<string, unknown>> = QUICK_RETRIES): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { scripted: this.#provider() } }));
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  }

  /** Breaks what is open and stops listening. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #provider(): object {
    const model = {
      id: "demo",
      name: "Scripted demo",
      reasoning: true,
      input: ["text", "image"],
      contextWindow: 100_000,
      maxTokens: 8_000,
      cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    };
    return { baseUrl: this.baseUrl, api: "openai-completions", apiKey: "none", models: [model] };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const text = await bodyOf(request);
      if (request.method !== "POST" || request.url !== "/v1/chat/completions")
        return sendError(response, 404, "no such route");
      const record: RecordedRequest = { body: JSON.parse(text) as ChatRequest, state: "open" };
      response.once("close", () => {
        record.state = response.writableFinished ? "answered" : "aborted";
      });
      await this.#answer(record.body, this.requests.push(record) - 1, response);
    } catch (error) {
      if (!response.headersSent) sendError(response, 400, String(error));
      else response.destroy();
    }
  }

  async #answer(body: ChatRequest, index: number, response: ServerResponse): Promise<void> {
    const answer = await this.#brain(body, index);
    if ("parts" in answer) return streamReply(response, answer, body.model);
    if (answer.wait) await pause(answer.wait);
    sendError(response, answer.status, answer.message, answer.headers);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function sendError(response: ServerResponse, status: number, message: string, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error: { message, type: "scripted_error", code: status } }));
}

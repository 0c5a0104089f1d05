/** What a scripted model answers, as data. */

/** Something that the model does next, in order. */
export type Part =
  | { readonly text: string }
  | { readonly thinking: string }
  | ToolCallPart
  /** Nothing comes until the promise resolves: the way for a test to act in the middle of a reply. */
  | { readonly hold: Promise<unknown> }
  /** Nothing comes for so many milliseconds. */
  | { readonly wait: number }
  /** The connection breaks here. */
  | { readonly cutOff: true };

export interface ToolCallPart {
  readonly tool: string;
  /** An object, or the JSON text itself when it is to be malformed. */
  readonly args: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
}

export interface Reply {
  readonly parts: readonly Part[];
  /** Default: `tool_calls` when there is a tool call, else `stop`. */
  readonly finish?: "stop" | "length" | "tool_calls";
  readonly usage?: Usage;
  /** UTF-16 units in one chunk of text, thinking or arguments; default 8. */
  readonly chunk?: number;
  /** Milliseconds between chunks; default 0, which sends them as fast as they are taken. */
  readonly pace?: number;
}

/** Tokens, as the API reports them. */
export interface Usage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
}

/** An HTTP error in place of a reply. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Milliseconds before the answer. */
  readonly wait?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Answer = Reply | Failure;

/** A message as the provider's API has it. `content` and the rest stand as pi sent them. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
  readonly tool_call_id?: string;
}

/** The body of `POST /v1/chat/completions`. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [field: string]: unknown;
}

/** Decides what each request is answered; `index` counts requests from 0. */
export type Brain = (request: ChatRequest, index: number) => Answer | Promise<Answer>;

/** A brain that gives one answer after the other. Going on after the last is an error that no pi retries. */
export function script(...steps: readonly (Answer | Brain)[]): Brain {
  return (request, index) => {
    const step = steps[index];
    if (step === undefined) return { status: 400, message: `the script has ${steps.length} answers, no more` };
    return typeof step === "function" ? step(request, index) : step;
  };
}

/** The reply that says `text` and nothing else. */
export function says(text: string, more: Omit<Reply, "parts"> = {}): Reply {
  return { parts: [{ text }], ...more };
}

/** The text of a message, whichever of its two forms it has. */
export function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

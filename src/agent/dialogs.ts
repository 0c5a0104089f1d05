/**
 * The questions of all extensions, in the order they came: one is shown at a time. Pure: the time is given. Every
 * question gets at most one answer, and none after its end.
 */

import type { AgentId } from "../agentContract";
import type { ApprovalReply, ApprovalShown, ChangeTexts } from "../approvalContract";
import { PiError } from "../errors";
import type { DialogRequest, UiResponse } from "../pi/protocol";
import type { ShownText } from "../view/shownText";

/** Number of a dialog, unique in this host; those that come later are higher. */
export type DialogId = number;

/** `settled`: its run is over. `stopped`: pi is about to be ended. `exited`: pi is gone. */
export type DialogEnd = "answered" | "expired" | "settled" | "aborted" | "session" | "stopped" | "exited";

/**
 * What the user said: `index` for a select, `confirmed` for a confirm, `text` for an input or an editor, a verdict for
 * a tool call.
 */
export type DialogAnswer =
  | { readonly cancelled: true }
  | { readonly index: number }
  | { readonly confirmed: boolean }
  | { readonly text: string }
  | ApprovalAnswer;

export type ApprovalAnswer = ApprovalReply & { readonly verdict: "yes" | "session" | "no" };

/** A tool call that waits for the user's word: our own question beside those of extensions. */
export interface ApprovalRequest extends ApprovalShown {
  readonly method: "approve";
  readonly id: string;
  readonly title: string;
  readonly message: ShownText;
  readonly texts: ChangeTexts | undefined;
  /** Called once; undefined: the question was cancelled or is over. */
  answered(answer: ApprovalAnswer | undefined): void;
}

/** One pi process, as far as its questions go. */
export interface DialogOwner {
  readonly agent: AgentId;
  respond(response: UiResponse): void;
  /** One more or one less of its questions waits. */
  counted(): void;
}

export interface Dialog {
  readonly id: DialogId;
  readonly owner: DialogOwner;
  readonly request: DialogRequest | ApprovalRequest;
  /** Unix milliseconds: from then on pi takes no answer. */
  readonly deadline: number | undefined;
  /** It came during a run, and goes when that settles. */
  readonly ofRun: boolean;
}

export interface DialogListener {
  /** It is its turn. `waiting`: how many come after it. */
  opened(dialog: Dialog, waiting: number): void;
  /** As many now come after the one that is shown. */
  counted(dialog: Dialog, waiting: number): void;
  /** It is over, whether it was shown or not. */
  closed(dialog: Dialog, end: DialogEnd): void;
  /** The next deadline may be another one. */
  rescheduled(): void;
}

type NewDialog = Pick<Dialog, "owner" | "request" | "ofRun">;

export class DialogQueue {
  readonly #listener: DialogListener;
  readonly #clock: () => number;
  #waiting: Dialog[] = [];
  #shown: Dialog | undefined;
  #shownWaiting = 0;
  #lastId: DialogId = 0;

  /** @param clock Unix milliseconds. */
  constructor(listener: DialogListener, clock: () => number) {
    this.#listener = listener;
    this.#clock = clock;
  }

  /** An id that waits already is the same question. */
  add({ owner, request, ofRun }: NewDialog): void {
    const isKnown = this.#waiting.some((other) => other.owner === owner && other.request.id === request.id);
    if (isKnown) return;
    const timeout = "timeout" in request ? request.timeout : undefined;
    const deadline = timeout ? this.#clock() + Math.max(0, timeout) : undefined;
    this.#waiting.push({ id: ++this.#lastId, owner, request, deadline, ofRun });
    owner.counted();
    this.#advance();
  }

  /** @returns false when the question is over already. @throws PiError when it is no answer to this question. */
  answer(id: DialogId, answer: DialogAnswer): boolean {
    this.expire();
    const dialog = this.#waiting.find((other) => other.id === id);
    if (dialog === undefined) return false;
    const { request } = dialog;
    const tell = request.method === "approve" ? verdictOn(request, answer) : answerTo(dialog.owner, request, answer);
    if (tell === undefined) throw new PiError("invalid", `That is no answer to this question (${request.method}).`);
    this.#remove([dialog], "answered", tell);
    return true;
  }

  /** Ends those whose time is over: pi has gone on without an answer. */
  expire(): void {
    const now = this.#clock();
    this.#remove(
      this.#waiting.filter(({ deadline }) => deadline !== undefined && deadline <= now),
      "expired",
    );
  }

  /** Ends what waits of a pi, and cancels it unless that pi is gone. */
  end(owner: DialogOwner, end: DialogEnd, isMeant: (dialog: Dialog) => boolean = () => true): void {
    this.expire();
    const over = this.#waiting.filter((dialog) => dialog.owner === owner && isMeant(dialog));
    this.#remove(over, end, ({ request }) => {
      if (request.method === "approve") request.answered(undefined);
      else if (end !== "exited") owner.respond({ type: "extension_ui_response", id: request.id, cancelled: true });
    });
  }

  /** The question, while it waits. */
  request(id: DialogId): Dialog["request"] | undefined {
    return this.#waiting.find((dialog) => dialog.id === id)?.request;
  }

  /** The newest question so far. */
  get lastId(): DialogId {
    return this.#lastId;
  }

  /** When `expire` is due next, Unix milliseconds; Infinity when nothing runs out. */
  get nextDeadline(): number {
    return Math.min(...this.#waiting.map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY));
  }

  count(agent: AgentId): number {
    return this.#waiting.filter(({ owner }) => owner.agent === agent).length;
  }

  #remove(over: readonly Dialog[], end: DialogEnd, tellPi: (dialog: Dialog) => void = () => {}): void {
    if (over.length === 0) return;
    this.#waiting = this.#waiting.filter((dialog) => !over.includes(dialog));
    for (const dialog of over) {
      tellPi(dialog);
      dialog.owner.counted();
      this.#listener.closed(dialog, end);
    }
    this.#advance();
  }

  #advance(): void {
    const [first] = this.#waiting;
    const waiting = this.#waiting.length - 1;
    const isNext = first !== this.#shown;
    const isRecounted = waiting !== this.#shownWaiting;
    this.#shown = first;
    this.#shownWaiting = waiting;
    if (first !== undefined && isNext) this.#listener.opened(first, waiting);
    else if (first !== undefined && isRecounted) this.#listener.counted(first, waiting);
    this.#listener.rescheduled();
  }
}

/** How to pass on what the user said of a tool call. */
function verdictOn(request: ApprovalRequest, answer: DialogAnswer): (() => void) | undefined {
  if ("cancelled" in answer && answer.cancelled) return () => request.answered(undefined);
  const isVerdict = "verdict" in answer && ["yes", "session", "no"].includes(answer.verdict);
  return isVerdict ? () => request.answered(answer) : undefined;
}

/** How to pass on an answer to an extension. */
function answerTo(owner: DialogOwner, request: DialogRequest, answer: DialogAnswer): (() => void) | undefined {
  const response = responseTo(request, answer);
  return response && (() => owner.respond(response));
}

/** pi's answer record; a choice is the original value, byte for byte. */
function responseTo(request: DialogRequest, answer: DialogAnswer): UiResponse | undefined {
  const { id, method } = request;
  const head = { type: "extension_ui_response", id } as const;
  if ("cancelled" in answer && answer.cancelled) return { ...head, cancelled: true };
  if (method === "select" && "index" in answer) {
    const value = request.options[answer.index];
    return value === undefined ? undefined : { ...head, value };
  }
  if (method === "confirm" && "confirmed" in answer) return { ...head, confirmed: answer.confirmed };
  const takesText = method === "input" || method === "editor";
  return takesText && "text" in answer ? { ...head, value: answer.text } : undefined;
}

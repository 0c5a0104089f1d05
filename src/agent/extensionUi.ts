/** What the extensions of one agent ask and show: dialogs go to the host's queue, the rest is kept here. */
import type { AgentId } from "../agentContract";
import type { Events } from "../contract";
import type { ExtensionStatus, Widget } from "../extensionUiContract";
import type { PiEvent, UiRequest, UiResponse } from "../pi/protocol";
import { isDialog } from "../pi/protocol";
import { plainLine, plainText, showLines } from "../view/shownText";
import type { ApprovalRequest, DialogEnd, DialogOwner, DialogQueue } from "./dialogs";

/** Where news of extensions go; a part of the agent's port. */
export interface ExtensionUiPort {
  post<N extends keyof Events>(name: N, params: Events[N]): void;
  /** `collect` has something. */
  wake(): void;
  readonly dialogs: DialogQueue;
}

export interface ExtensionUiHooks {
  /** Puts a notice into the transcript, where the user wants them there. */
  notice(level: "info" | "warn" | "error", text: string): unknown;
  /** The status is another one. */
  changed(): void;
}

/** What Neovim lacks of widgets and title. */
export interface ExtensionNews {
  readonly widgets?: readonly Widget[];
  /** Empty: there is none any more. */
  readonly title?: string;
}

/** Something that an extension shows under a key; `order` tells the older from the newer. */
interface Shown<T> {
  readonly value: T;
  readonly order: number;
}

/** Lines of one widget that Neovim gets. */
const MOST_WIDGET_LINES = 1000;

export class ExtensionUi {
  readonly #agent: AgentId;
  readonly #port: ExtensionUiPort;
  readonly #hooks: ExtensionUiHooks;
  readonly #statuses = new Map<string, Shown<string>>();
  readonly #widgets = new Map<string, Shown<Widget>>();
  #title: Shown<string> | undefined;
  #order = 0;
  #owner: DialogOwner | undefined;
  /** Between `agent_start` and `agent_end`. */
  #isInRun = false;
  #lacks = { widgets: false, title: false };

  constructor(agent: AgentId, port: ExtensionUiPort, hooks: ExtensionUiHooks) {
    this.#agent = agent;
    this.#port = port;
    this.#hooks = hooks;
  }

  /** A new pi process speaks from now on. */
  connect(respond: (response: UiResponse) => void): void {
    this.#owner = { agent: this.#agent, respond, counted: () => this.#hooks.changed() };
    this.#isInRun = false;
  }

  take(request: UiRequest): void {
    if (isDialog(request)) {
      if (this.#owner) this.#port.dialogs.add({ owner: this.#owner, request, ofRun: this.#isInRun });
    } else this.#show(request);
  }

  /** A question of our own, which goes the same ways as those of pi's extensions. */
  ask(request: ApprovalRequest): void {
    if (this.#owner) this.#port.dialogs.add({ owner: this.#owner, request, ofRun: this.#isInRun });
    else request.answered(undefined);
  }

  /** Nobody waits for the answer any more. */
  withdraw(request: ApprovalRequest, end: DialogEnd): void {
    this.#end(end, (dialog) => dialog.request === request);
  }

  /** pi waits for an answer to something that nobody here can ask. */
  takeUnknown({ id, method }: { readonly id: string; readonly method: string }): void {
    this.#owner?.respond({ type: "extension_ui_response", id, cancelled: true });
    const name = plainLine(method, 60);
    const text = `an extension asked something this plugin cannot show (${name}), and was told that you cancelled it`;
    this.#port.post("notice.posted", { agent: this.#agent, level: "warn", text });
  }

  /** A question that came during a run does not outlive it. */
  observe(event: PiEvent): void {
    if (event.type === "agent_start") this.#isInRun = true;
    else if (event.type === "agent_end") this.#isInRun = false;
    else if (event.type === "agent_settled") this.#end("settled", ({ ofRun }) => ofRun);
  }

  /** Answers every open dialog with cancel. @returns whether there was any. */
  cancelDialogs(end: "aborted" | "stopped"): boolean {
    const hadAny = this.dialogCount > 0;
    this.#end(end);
    return hadAny;
  }

  /** pi is gone, and what its extensions showed with it. */
  exited(): void {
    this.#end("exited");
    this.#owner = undefined;
    this.#forget(Number.POSITIVE_INFINITY);
  }

  /** Call before pi is asked for another session. @returns what to call once it has it: ends what was of the old one. */
  beforeSession(): () => void {
    const [last, order] = [this.#port.dialogs.lastId, this.#order];
    return () => {
      this.#end("session", ({ id }) => id <= last);
      this.#forget(order);
    };
  }

  get dialogCount(): number {
    return this.#port.dialogs.count(this.#agent);
  }

  /** In the order of their keys. */
  get statuses(): readonly ExtensionStatus[] {
    const entries = [...this.#statuses].map(([key, { value }]) => ({ key, text: value }));
    return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  get hasNews(): boolean {
    return this.#lacks.widgets || this.#lacks.title;
  }

  /** Neovim knows nothing of them (any more). */
  reset(): void {
    this.#lacks = { widgets: this.#widgets.size > 0, title: this.#title !== undefined };
  }

  collect(): ExtensionNews {
    const { widgets, title } = this.#lacks;
    this.#lacks = { widgets: false, title: false };
    return {
      ...(widgets && { widgets: [...this.#widgets.values()].map(({ value }) => value) }),
      ...(title && { title: this.#title?.value ?? "" }),
    };
  }

  #end(end: DialogEnd, isMeant?: Parameters<DialogQueue["end"]>[2]): void {
    if (this.#owner) this.#port.dialogs.end(this.#owner, end, isMeant);
  }

  #show(request: Exclude<UiRequest, { method: "select" | "confirm" | "input" | "editor" }>): void {
    switch (request.method) {
      case "notify":
        this.#notify(request.message, request.notifyType);
        return;
      case "setStatus":
        set(this.#statuses, request.statusKey, textOf(request.statusText, plainLine), ++this.#order);
        this.#hooks.changed();
        return;
      case "setWidget":
        set(this.#widgets, request.widgetKey, widgetOf(request), ++this.#order);
        this.#touch("widgets");
        return;
      case "setTitle":
        this.#title = { value: plainLine(String(request.title ?? "")), order: ++this.#order };
        this.#touch("title");
        return;
      case "set_editor_text":
        this.#port.post("prompt.replaced", { agent: this.#agent, text: String(request.text ?? "") });
    }
  }

  #notify(message: unknown, type: string | undefined): void {
    const level = type === "error" ? "error" : type === "warning" ? "warn" : "info";
    const text = plainText(String(message ?? ""));
    this.#port.post("notice.posted", { agent: this.#agent, level, text, source: "extension" });
    this.#hooks.notice(level, text);
  }

  #touch(what: "widgets" | "title"): void {
    this.#lacks[what] = true;
    this.#port.wake();
  }

  /** Takes away what is not newer than `order`. */
  #forget(order: number): void {
    for (const shown of [this.#statuses, this.#widgets]) {
      for (const [key, entry] of shown) if (entry.order <= order) shown.delete(key);
    }
    if (this.#title && this.#title.order <= order) this.#title = undefined;
    this.#touch("widgets");
    this.#touch("title");
    this.#hooks.changed();
  }
}

/** A key that was there keeps its place. */
function set<T>(shown: Map<string, Shown<T>>, key: unknown, value: T | undefined, order: number): void {
  if (value === undefined) shown.delete(String(key));
  else shown.set(String(key), { value, order });
}

function textOf(text: unknown, show: (text: string) => string): string | undefined {
  return text === undefined || text === null ? undefined : show(String(text));
}

function widgetOf(request: Extract<UiRequest, { method: "setWidget" }>): Widget | undefined {
  const { widgetKey, widgetLines, widgetPlacement } = request;
  if (!Array.isArray(widgetLines)) return undefined;
  const shown = showLines(widgetLines.map(String).join("\n"), MOST_WIDGET_LINES);
  return {
    key: plainLine(String(widgetKey)),
    placement: widgetPlacement === "belowEditor" ? "below" : "above",
    ...shown,
  };
}

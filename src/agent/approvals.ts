import type { AgentSpec } from "../agentContract";
import { askedTools } from "../approval/askedTools";
import { readDecision, saveDecision } from "../approval/decisions";
import { proposalOf } from "../approval/proposal";
import { rehearse } from "../approval/rehearsal";
import { scopeKey, scopeLabel, scopeName } from "../approval/scope";
import { showCall } from "../approval/showCall";
import { linesOf } from "../approval/textLines";
import { verdictOf } from "../approval/verdict";
import type { ApprovalReport } from "../approvalContract";
import { messageOf, PiError } from "../errors";
import { isNamed } from "../extension/gateRules";
import type { CodeHighlighter } from "../view/markdown/codeHighlighter";
import type { ApprovalAnswer, ApprovalRequest } from "./dialogs";
import type { ExtensionLink } from "./extensionLink";
import type { ExtensionUi } from "./extensionUi";
import type { ToolCall, ToolGate, ToolVerdict } from "./toolGates";

export interface ApprovalHooks {
  spec(): AgentSpec;
  /** Stops the run that nobody can be asked about. */
  abort(): void;
  notice(text: string): void;
  /** The status may be another one. */
  changed(): void;
}

const UNREACHABLE =
  "`approve` is set, but this pi runs without the plugin's extension, which would hold the tool calls: " +
  ":checkhealth pi says why, and :PiApprove none does without.";

/** Tool calls of one agent that wait for the user's word, as the option or a decision for the project wants it. */
export class Approvals {
  readonly #link: ExtensionLink;
  readonly #ui: ExtensionUi;
  readonly #hooks: ApprovalHooks;
  readonly #highlighter: CodeHighlighter | undefined;
  /** Undefined: the option holds. */
  #decided: readonly string[] | undefined;
  /** What the user has let run for this session, under its key. */
  readonly #allowed = new Map<string, string>();
  readonly #waiting = new Map<ApprovalRequest, ToolCall>();
  #lastId = 0;
  #isRehearsed = false;

  /** @param link by which calls are held. @param ui by which the user is asked. */
  constructor(link: ExtensionLink, ui: ExtensionUi, hooks: ApprovalHooks, highlighter: CodeHighlighter | undefined) {
    this.#link = link;
    this.#ui = ui;
    this.#hooks = hooks;
    this.#highlighter = highlighter;
    link.gates.add(this.#createGate());
  }

  /** A pi is about to be started. */
  begin(): void {
    this.forget();
    this.#read();
    this.#link.gates.renamed();
    this.#hooks.changed();
  }

  /** What was allowed for a session ends with it. */
  forget(): void {
    this.#allowed.clear();
  }

  /** Why pi must get no prompt: a tool call would run without a question. */
  get problem(): string | undefined {
    return this.#tools.length > 0 && !this.#link.isOpen ? UNREACHABLE : undefined;
  }

  /** @throws PiError when pi must get no prompt. */
  check(): void {
    if (this.problem !== undefined) throw new PiError("refused", this.problem);
  }

  /** A run began, perhaps one that no prompt of ours has started. */
  runStarted(): void {
    if (this.problem !== undefined) {
      this.#hooks.notice(this.problem);
      this.#hooks.abort();
    } else if (this.#tools.length > 0 && !this.#isRehearsed) {
      this.#isRehearsed = true;
      void rehearse(this.#highlighter);
    }
  }

  report(): ApprovalReport {
    const { problem } = this;
    return {
      folder: this.#hooks.spec().cwd,
      tools: this.#decided ?? this.#option,
      option: this.#option,
      isDecided: this.#decided !== undefined,
      allowed: [...this.#allowed.values()],
      ...(problem !== undefined && { problem }),
    };
  }

  /** Decides for the project; what was allowed for the session is asked again. */
  async choose(tools: readonly string[] | undefined): Promise<string> {
    const { approve, cwd } = this.#hooks.spec();
    if (approve === undefined) throw new PiError("invalid", "There is no folder for what is decided.");
    await saveDecision(approve.folder, cwd, tools);
    return cwd;
  }

  /** Something was decided for a project. */
  decided(project: string): void {
    if (project === this.#hooks.spec().cwd) this.begin();
  }

  get #option(): readonly string[] {
    return this.#hooks.spec().approve?.tools ?? [];
  }

  get #tools(): readonly string[] {
    return askedTools(this.#decided ?? this.#option);
  }

  #createGate(): ToolGate {
    const tools = () => this.#tools;
    return {
      get tools() {
        return tools();
      },
      onFailure: "refuse",
      check: (call, signal) => this.#check(call, signal),
    };
  }

  #read(): void {
    const { approve, cwd } = this.#hooks.spec();
    try {
      this.#decided = approve && readDecision(approve.folder, cwd);
    } catch (error) {
      this.#decided = ["*"];
      this.#hooks.notice(`${messageOf(error)} Until then you are asked about everything.`);
    }
  }

  async #check(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    if (this.#allowed.has(scopeKey(call))) return {};
    const proposal = await proposalOf(call, this.#hooks.spec().cwd);
    signal.throwIfAborted();
    const { title, message } = showCall(call, proposal, this.#highlighter);
    const texts = proposal && {
      path: proposal.path,
      before: linesOf(proposal.before),
      after: linesOf(proposal.after),
    };
    const answer = await this.#ask(call, { title, message, texts }, signal);
    if (answer?.verdict === "session") this.#allow(call);
    if (answer === undefined || answer.verdict === "no") return verdictOf(call, proposal, answer, undefined);
    const [now, unsaved] = await Promise.all([
      proposal && proposalOf(call, this.#hooks.spec().cwd),
      this.#checkUnsaved(call, signal),
    ]);
    return unsaved.block === undefined ? verdictOf(call, proposal, answer, now) : unsaved;
  }

  /** While the user thought about it, the file may have got unsaved changes. */
  async #checkUnsaved(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict> {
    const { guard } = this.#link;
    return isNamed(call.toolName, guard.tools) ? guard.check(call, signal) : {};
  }

  #ask(
    call: ToolCall,
    shown: Pick<ApprovalRequest, "title" | "message" | "texts">,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | undefined> {
    return new Promise((resolve) => {
      const request: ApprovalRequest = {
        method: "approve",
        id: `approve:${++this.#lastId}`,
        ...shown,
        scope: scopeName(call),
        isChange: shown.texts !== undefined,
        answered: (answer) => {
          this.#waiting.delete(request);
          resolve(answer);
        },
      };
      this.#waiting.set(request, call);
      signal.addEventListener("abort", () => this.#ui.withdraw(request, "aborted"), { once: true });
      this.#ui.ask(request);
    });
  }

  /** Those of the same kind that wait behind it need no answer any more. */
  #allow(call: ToolCall): void {
    const key = scopeKey(call);
    this.#allowed.set(key, scopeLabel(call));
    for (const [request, other] of this.#waiting) {
      if (scopeKey(other) !== key) continue;
      request.answered({ verdict: "yes" });
      this.#ui.withdraw(request, "answered");
    }
  }
}

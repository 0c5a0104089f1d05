import type { AgentSpec } from "../agentContract";
import { isExit, messageOf } from "../errors";
import type { Logger } from "../log";
import type { PiClient } from "../pi/client";
import type { PiExit, StopLadder } from "../pi/process";
import type { DataOf, PiEvent, RpcSessionState, SlashCommand } from "../pi/protocol";
import { askVersion } from "../pi/version";
import type { AgentNews, AgentPort } from "./agentPort";
import { Catalog } from "./catalog";
import { Composing } from "./composing";
import { Controls } from "./controls";
import { Conversation } from "./conversation";
import { ExtensionUi } from "./extensionUi";
import { Gaps } from "./gaps";
import { giveBack } from "./giveBack";
import { showHistory } from "./history";
import { launchPi } from "./launchPi";
import { explainRefusal } from "./noModel";
import { Outgoing } from "./outgoing";
import { PiLink } from "./piLink";
import { PiSession } from "./piSession";
import { ProjectTrust, type TrustDecisions } from "./projectTrust";
import { ReadAlong } from "./readAlong";
import { type Phase, Reducer } from "./reducer";
import { runHooks } from "./runHooks";
import { SessionChange, type SessionCommand } from "./sessionChange";
import type { Life } from "./status";
import { StatusNews } from "./statusNews";
import { Ticker } from "./ticker";
import { ToolWatch } from "./toolWatch";
import { Transcript } from "./transcript";
import { TreeActions } from "./treeActions";
import { TreeView } from "./treeView";
import { trustHooks } from "./trustHooks";

/** One pi with its conversation: starts it, sends to it, keeps what it said, and ends it. */
export class Agent {
  readonly transcript: Transcript;
  readonly composing: Composing;
  readonly controls: Controls;
  readonly trust: ProjectTrust;
  readonly tools: ToolWatch;
  readonly #port: AgentPort;
  readonly #logger: Logger;
  readonly #conversation = new Conversation({
    touched: () => this.transcript.touch(),
    reset: () => this.transcript.reset(),
  });
  readonly #warn = (text: string) => this.#conversation.notice("warn", text);
  readonly #reducer: Reducer;
  readonly #outgoing: Outgoing;
  readonly #sessionChange: SessionChange;
  readonly #session: PiSession;
  readonly #gaps = new Gaps(this.#warn, async () => (await askVersion(this.#spec)).version);
  readonly #extensionUi: ExtensionUi;
  #spec: AgentSpec;
  readonly #pi = new PiLink(
    () => this.trust.start((flags) => this.#launch(flags)),
    (client) => this.#opened(client),
  );
  readonly tree = new TreeView(this.#pi.connect, () => this.#port.wake());
  readonly treeActions = new TreeActions({
    connect: this.#pi.connect,
    isBusy: () => this.#status.isBusy,
    redraw: (client) => this.#sessionChange.redraw(client),
    catchUp: () => this.#catchUp(),
  });
  readonly #status: StatusNews;
  /** Running times are shown in seconds. */
  readonly #ticker = new Ticker(1000, () => {
    if (!this.#conversation.touchRunning() && this.#reducer.run === undefined) this.#ticker.stop();
    if (this.#reducer.phase.kind === "retrying") this.#status.touch();
  });

  constructor(spec: AgentSpec, port: AgentPort, logger: Logger, decisions: TrustDecisions) {
    this.#spec = spec;
    this.#port = port;
    this.#logger = logger;
    const touch = () => this.#status.touch();
    this.transcript = new Transcript(this.#conversation.blocks, () => port.wake(), port.view);
    this.transcript.openAs(spec.blocks ?? {});
    this.#reducer = new Reducer(this.#conversation, runHooks(spec.agent, port, this.#ticker), spec.systemMessages);
    this.#status = new StatusNews(() => this.#life(), this.#reducer, port.wake);
    this.#outgoing = new Outgoing(this.#conversation, {
      isBusy: () => this.#status.isBusy,
      isCompacting: () => this.#reducer.phase.kind === "compacting",
      imageProblem: (image) => this.composing.imageProblem(image),
      returned: (draft, reason) => giveBack(port, spec.agent, this.#conversation, draft, reason),
      handled: () => void this.#catchUp().catch(() => undefined),
      explain: (error) => explainRefusal(error, this.#status.facts.state),
      changed: touch,
    });
    this.composing = new Composing(this.#conversation, this.#outgoing, this.#pi, {
      model: () => this.#status.facts.state?.model,
      commands: () => this.commands(),
      cwd: () => this.cwd,
      idle: () => this.#sessionChange.idle,
      check: () => this.tools.approvals.check(),
      aborting: () => this.#extensionUi.cancelDialogs("aborted") || this.#status.isBusy, // one may hold the run up
    });
    this.#extensionUi = new ExtensionUi(spec.agent, port, {
      notice: (level, text) => this.#spec.keepNotices && this.#conversation.notice(level, text),
      changed: touch,
    });
    const own = { spec: () => this.#spec, notice: this.#warn, changed: touch };
    const abort = () => void this.composing.abort().catch(() => undefined);
    this.tools = new ToolWatch(port, logger, this.#extensionUi, { ...own, abort });
    this.#sessionChange = new SessionChange(this.#conversation, this.#reducer, this.#outgoing, {
      asked: () => this.#extensionUi.beforeSession(),
      begun: (client) => this.controls.keepChoice(client),
      refresh: (client) => this.#refresh(client),
      changed: (client) => {
        void this.controls.catalog.load(client);
        this.tools.approvals.forget();
        port.post("session.changed", { agent: spec.agent });
        void this.tree.sessionChanged();
      },
    });
    this.#session = new PiSession(spec.locks, {
      spec: () => this.#spec,
      state: () => this.#status.facts.state,
      readAlong: (file) => new ReadAlong(file, this.#conversation, this.#reducer),
      lost: (text) => void this.stop().then(() => this.#warn(text)),
    });
    const hooks = trustHooks(port, this.#status, this.#session, { ...own, restart: () => this.restart(this.#spec) });
    this.trust = new ProjectTrust(decisions, this.#gaps, hooks);
    this.controls = this.#createControls();
  }

  #createControls(): Controls {
    const { agent } = this.#spec;
    const catalog = new Catalog((found) => this.#port.post("catalog.changed", { agent, catalog: found }));
    return new Controls(this.#conversation, catalog, this.#gaps, {
      connect: this.#pi.connect,
      refresh: (client) => this.#refresh(client),
      state: () => this.#status.facts.state,
      changed: () => this.#status.touch(),
      isRetrying: () => this.#reducer.phase.kind === "retrying",
    });
  }

  /** Starts pi unless it runs, and shows its session. A failure is told in the transcript. */
  async start(): Promise<void> {
    await this.#pi.start().catch((error: unknown) => {
      if (!isExit(error)) this.#postEnd(false, messageOf(error)); // an exit is told by #ended
    });
  }

  /** What pi offers after a `/`, once it has started; nothing while it does not run. */
  async commands(): Promise<readonly SlashCommand[]> {
    const client = await this.#pi.running();
    return client === undefined ? [] : this.controls.catalog.loadCommands(client);
  }

  get cwd(): string {
    return this.#spec.cwd;
  }

  /** Puts another session in place of this one; see `SessionChange`. */
  changeSession<C extends SessionCommand>(command: C): Promise<DataOf<C["type"]>> {
    if (command.type === "switch_session") this.#session.check(command.sessionPath);
    return this.#sessionChange.run(this.#pi.connect, command);
  }

  /** The session that pi has open now; undefined when it does not run. */
  get openSession(): string | undefined {
    return this.#pi.client && this.#status.facts.state?.sessionFile;
  }

  /** Ends pi in order; the transcript stays. */
  stop(ladder?: Partial<StopLadder>): Promise<void> {
    this.#session.endReading();
    this.#extensionUi.cancelDialogs("stopped");
    if (this.#pi.client !== undefined) this.#outgoing.ending();
    this.#status.touch();
    return this.#pi.stop(ladder);
  }

  /**
   * Ends pi and starts it again on the same session, with what `spec` says now. pi opens a session in the session's own
   * folder: in another one it goes on with a copy.
   */
  async restart(spec: AgentSpec): Promise<void> {
    await this.#sessionChange.between(async () => {
      await this.stop();
      this.#spec = this.#session.begin(spec);
      this.#status.facts = {};
      this.transcript.openAs(spec.blocks ?? {});
      this.#conversation.replace(() => {});
      this.#status.touch();
    });
    await (this.#session.isReading ? this.#session.read() : this.start());
  }

  /** The end of the host: synchronous, at once. */
  killNow(): void {
    this.#session.leave();
    this.tools.close();
    this.#pi.killNow();
  }

  /** Neovim has a new, empty buffer for the transcript. */
  attach(): void {
    this.transcript.attach();
    this.#extensionUi.reset();
    this.#status.touch();
  }

  get hasNews(): boolean {
    return this.#status.isNew || this.transcript.hasNews || this.#extensionUi.hasNews;
  }

  /** Takes the news: they count as delivered. */
  collect(): AgentNews {
    const now = Date.now();
    const status = this.#status.take(now);
    const patch = this.transcript.collect(now);
    return { ...(status && { status }), ...(patch && { patch }), ...this.#extensionUi.collect() };
  }

  /** Asks for the state, and for the conversation where nothing is shown of it yet. */
  async #opened(client: PiClient): Promise<void> {
    this.#session.started();
    this.tools.started();
    this.#status.touch();
    const isEmpty = this.#conversation.blocks.length === this.#conversation.pending.length;
    const state = await this.#refresh(client);
    this.#sessionChange.shows(state);
    if (isEmpty && state.messageCount > 0) showHistory(await client.history(), this.#conversation, this.#reducer);
    void this.controls.catalog.load(client);
  }

  async #launch(flags: readonly string[]): Promise<PiClient> {
    const args = [...flags, ...this.#session.args()];
    const onExit = (exit: PiExit) => void (this.trust.isRefusal(exit) || this.#ended(exit));
    const handlers = { onEvent: (event: PiEvent) => this.#apply(event), onExit };
    return this.tools.launch((spec) => launchPi(spec, args, this.#logger, this.#extensionUi, handlers));
  }

  async #refresh(client: PiClient): Promise<RpcSessionState> {
    const state = await this.#status.ask(client);
    this.#session.keep(state);
    this.tools.sessionIs(state.sessionFile);
    this.#status.touch();
    return state;
  }

  /** After a run or a command of an extension, which may have changed anything. */
  async #catchUp(): Promise<void> {
    const { client } = this.#pi;
    if (client !== undefined) await this.#sessionChange.follow(client, await this.#refresh(client));
  }

  #apply(event: PiEvent): void {
    this.tree.heard(event);
    this.tools.heard(event, Date.now());
    if (this.treeActions.takes(event)) return;
    const phase: Phase = this.#reducer.phase;
    this.#reducer.apply(event, Date.now());
    this.composing.apply(event, this.#reducer);
    this.#extensionUi.observe(event);
    if (event.type === "agent_start") this.tools.approvals.runStarted();
    if (event.type === "message_update" && phase === this.#reducer.phase) return;
    this.#status.learn(event);
    if (event.type === "agent_settled") {
      this.#outgoing.settled();
      void this.#catchUp().catch(() => undefined);
      void this.trust.settled();
    }
    this.#status.touch();
  }

  #ended(exit: PiExit): void {
    const promptText = this.#reducer.run?.promptText;
    this.#pi.ended();
    this.#extensionUi.exited();
    this.tools.ended();
    this.#session.leave();
    this.#reducer.cut(Date.now());
    this.composing.shell.ended();
    this.#ticker.stop();
    this.#outgoing.ended(promptText, this.#sessionChange.isUnderWay);
    this.#postEnd(exit.expected, exit.expected ? undefined : exit.message);
  }

  #postEnd(expected: boolean, message: string | undefined): void {
    if (message !== undefined) this.#conversation.problem(message);
    this.#port.post("agent.ended", { agent: this.#spec.agent, expected, ...(message && { message }) });
    this.#status.touch();
  }

  #life(): Life {
    const { dialogCount: dialogs, statuses } = this.#extensionUi;
    const { cwd, session } = this.#spec;
    const [pid, isUntrusted] = [this.#pi.client?.pid, this.trust.isLeftOut];
    const [{ isSending }, { isReading }, { isLinked }] = [this.#outgoing, this.#session, this.tools];
    const isUnguarded = this.tools.approvals.problem !== undefined;
    return { cwd, session, isReading, pid, isSending, isUntrusted, isLinked, isUnguarded, dialogs, statuses };
  }
}

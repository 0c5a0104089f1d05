import { Registry } from "../agent/registry";
import type { Editor, OutEvent } from "../editor/editor";
import { EditorQuestions } from "../editorTools/editorQuestions";
import { messageOf } from "../errors";
import { sweepPlaces } from "../link/place";
import { SessionLists } from "../sessions/lists";
import { createDialogs, type Post } from "./dialogs";
import { FileLog } from "./fileLog";
import { Grammars } from "./grammars";
import { ImageFiles } from "./imageFiles";
import { loadMarkupSoon } from "./markup";
import { listSource, questionSource, treeSource } from "./newsSources";
import { type NewsSource, Outbox } from "./outbox";
import { Router } from "./router";

/** Neovim waits two seconds for its jobs when it quits, and then kills them. */
const LADDER = { termAfterMs: 400, killAfterMs: 1000 };

/** One host for one Neovim: takes its calls, sends it events, and ends everything when it goes. */
export class Host {
  readonly log = new FileLog();
  readonly #registry: Registry;
  readonly #lists: SessionLists;
  readonly #outbox: Outbox;
  readonly #router: Router;
  readonly #images = new ImageFiles();
  readonly #questions = new EditorQuestions(() => this.#outbox.wake(true));
  #ending: Promise<void> | undefined;

  /** @param grammars path of the built grammars. */
  constructor(editor: Editor, grammars: string) {
    this.#outbox = new Outbox(editor, () => this.#sources(), this.log);
    const post: Post = (name, params) => this.#outbox.post(name, params);
    const view = { highlighter: new Grammars(grammars, this.log) };
    const dialogs = createDialogs(post);
    const port = { post, wake: () => this.#outbox.wake(), view, dialogs, questions: this.#questions };
    this.#registry = new Registry(port, this.log);
    void sweepPlaces();
    loadMarkupSoon(this.log);
    this.#lists = new SessionLists(this.log, () => this.#outbox.wake());
    this.#router = new Router(this.#registry, this.#lists, dialogs, this.#questions, this.log, this.#images);
  }

  /** A call of Lua; id 0 wants no answer, and its failure is told as a notice. */
  readonly call = (id: number, method: string, params: unknown): void => {
    if (this.#ending !== undefined) return;
    this.#router.call(method, params).then(
      (value) => {
        if (id !== 0) this.#outbox.post("answer.given", { id, ok: true, value });
      },
      (error: unknown) => {
        this.log.warn(`${method} failed: ${messageOf(error)}`);
        if (id !== 0) this.#outbox.post("answer.given", { id, ok: false, error: messageOf(error) });
        else this.#outbox.post("notice.posted", { level: "error", text: messageOf(error) });
      },
    );
  };

  /** Neovim is gone or wants us gone: ends every pi in order. Resolves when all are gone. */
  end(): Promise<void> {
    this.#outbox.close();
    this.#ending ??= this.#registry.stopAll(LADDER);
    return this.#ending;
  }

  /** The last resort, synchronous. */
  killAll(): void {
    this.#images.removeAll();
    this.#registry.killAll();
  }

  *#sources(): Generator<NewsSource> {
    for (const [id, agent] of this.#registry.entries()) {
      yield {
        hasNews: agent.hasNews,
        failed: () => agent.transcript.reset(),
        collect: () => {
          const { status, patch, widgets, title } = agent.collect();
          const events: OutEvent[] = [];
          if (status !== undefined) events.push(["agent.changed", { agent: id, status }]);
          if (patch !== undefined) events.push(["transcript.patched", { agent: id, ...patch }]);
          if (widgets !== undefined) events.push(["widgets.changed", { agent: id, widgets }]);
          if (title !== undefined) events.push(["title.changed", { agent: id, title }]);
          return events;
        },
      };
      yield treeSource(id, agent.tree);
    }
    yield questionSource(this.#questions);
    for (const [list, listing] of this.#lists.entries()) yield listSource(list, listing);
  }
}

import type { DialogAnswer, DialogQueue } from "../agent/dialogs";
import type { Registry } from "../agent/registry";
import type { AgentSpec } from "../agentContract";
import { type MethodName, type Methods, PROTOCOL } from "../contract";
import type { EditorQuestions } from "../editorTools/editorQuestions";
import { PiError } from "../errors";
import type { SessionLists } from "../sessions/lists";
import { ownWords } from "../view/contextChips";
import { approvalHandlers } from "./approvalHandlers";
import { changeHandlers } from "./changeHandlers";
import { composeHandlers } from "./composeHandlers";
import { controlHandlers } from "./controlHandlers";
import { editorHandlers } from "./editorHandlers";
import type { FileLog } from "./fileLog";
import { forkBefore } from "./fork";
import type { ImageFiles } from "./imageFiles";
import { asSpec } from "./luaTables";
import { promptHandlers } from "./promptHandlers";
import { readingHandlers } from "./readingHandlers";
import { reviewHandlers } from "./reviewHandlers";
import { sessionFileHandlers } from "./sessionFileHandlers";
import { treeHandlers } from "./treeHandlers";

type Handler<M extends MethodName> = (params: Methods[M]["params"]) => Promise<Methods[M]["answer"]>;
type Handlers = { readonly [M in MethodName]: Handler<M> };

/** The one door into the host: every method that Lua may call. */
export class Router {
  readonly #handlers: Handlers;

  constructor(
    registry: Registry,
    lists: SessionLists,
    dialogs: DialogQueue,
    questions: EditorQuestions,
    log: FileLog,
    images: ImageFiles,
  ) {
    this.#handlers = {
      ...hostHandlers(log),
      ...agentHandlers(registry),
      ...approvalHandlers(registry, dialogs),
      ...chatHandlers(registry),
      ...changeHandlers(registry),
      ...composeHandlers(registry),
      ...controlHandlers(registry),
      ...editorHandlers(questions),
      ...promptHandlers(registry),
      ...readingHandlers(registry, images),
      ...reviewHandlers(registry),
      ...sessionHandlers(registry),
      ...sessionFileHandlers(registry, lists),
      ...treeHandlers(registry),
      ...dialogHandlers(dialogs),
    };
  }

  /** Rejects with an error whose message may be shown. */
  async call(method: string, params: unknown): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, method)) throw new PiError("invalid", `The host knows no method "${method}".`);
    const handler = this.#handlers[method as MethodName] as (params: unknown) => Promise<unknown>;
    return handler(params);
  }
}

function hostHandlers(log: FileLog) {
  return {
    "host.greet": async ({ logFile, logLevel }: Methods["host.greet"]["params"]) => {
      log.open(logFile, logLevel);
      return { protocol: PROTOCOL, node: process.version, pid: process.pid };
    },
  };
}

function agentHandlers(registry: Registry) {
  return {
    "agent.start": async (params: AgentSpec) => {
      const spec = asSpec(params);
      await registry.open(spec).start();
      return null;
    },
    "agent.stop": async ({ agent }: { agent: number }) => {
      await registry.get(agent).stop();
      return null;
    },
    "agent.restart": async (params: AgentSpec) => {
      const spec = asSpec(params);
      await registry.open(spec).restart(spec);
      return null;
    },
    "agent.forget": async ({ agent }: { agent: number }) => {
      await registry.forget(agent);
      return null;
    },
    "agent.abort": async ({ agent }: { agent: number }) => ({
      aborted: await registry.get(agent).composing.abort(),
    }),
  };
}

function chatHandlers(registry: Registry) {
  return {
    "transcript.attach": async ({ agent }: { agent: number }) => {
      registry.attach(agent);
      return null;
    },
    "transcript.watched": async ({ agent, ...watching }: Methods["transcript.watched"]["params"]) => {
      registry.watch(agent, watching);
      return null;
    },
    "transcript.extend": async ({ agent, to }: Methods["transcript.extend"]["params"]) => {
      registry.get(agent).transcript.extend(to, Date.now());
      return null;
    },
    "block.open": async ({ agent, blocks, open, line }: Methods["block.open"]["params"]) => {
      registry.get(agent).transcript.openBlocks(blocks, open, line);
      return null;
    },
    "text.get": async ({ agent, block, replyTo }: Methods["text.get"]["params"]) => {
      const { transcript } = registry.get(agent);
      return { text: (block === undefined ? transcript.reply(replyTo) : transcript.text(block)) ?? null };
    },
  };
}

function sessionHandlers(registry: Registry) {
  return {
    "session.switch": async ({ agent, path }: Methods["session.switch"]["params"]) =>
      registry.get(agent).changeSession({ type: "switch_session", sessionPath: path }),
    "session.fork": async ({ agent, entry }: Methods["session.fork"]["params"]) =>
      forkBefore(registry.get(agent), entry),
    "session.clone": async ({ agent }: { agent: number }) => registry.get(agent).changeSession({ type: "clone" }),
    "session.messages": async ({ agent }: { agent: number }) => {
      const messages = await registry.get(agent).controls.userMessages();
      return { messages: messages.map(({ entryId, text }) => ({ entry: entryId, text: ownWords(text) })) };
    },
  };
}

function dialogHandlers(dialogs: DialogQueue) {
  return {
    "dialog.answer": async ({ dialog, ...answer }: Methods["dialog.answer"]["params"]) => {
      dialogs.answer(dialog, answer as DialogAnswer);
      return null;
    },
  };
}

import { Completer } from "../agent/completer";
import { isFound } from "../agent/mentions";
import type { Registry } from "../agent/registry";
import {
  type AgentSpec,
  type Completion,
  type ContextItem,
  type Mention,
  type MethodName,
  type Methods,
  PROTOCOL,
} from "../contract";
import { PiError } from "../errors";
import type { FileLog } from "./fileLog";

type Handler<M extends MethodName> = (params: Methods[M]["params"]) => Promise<Methods[M]["answer"]>;
type Handlers = { readonly [M in MethodName]: Handler<M> };

/** The one door into the host: every method that Lua may call. */
export class Router {
  readonly #handlers: Handlers;

  constructor(registry: Registry, log: FileLog) {
    this.#handlers = {
      ...hostHandlers(log),
      ...agentHandlers(registry),
      ...chatHandlers(registry),
      ...promptHandlers(registry),
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
    "agent.abort": async ({ agent }: { agent: number }) => {
      await registry.get(agent).abort();
      return null;
    },
  };
}

function chatHandlers(registry: Registry) {
  return {
    "transcript.attach": async ({ agent }: { agent: number }) => {
      registry.attach(agent);
      return null;
    },
    "transcript.extend": async ({ agent, to }: Methods["transcript.extend"]["params"]) => {
      registry.get(agent).transcript.extend(to, Date.now());
      return null;
    },
    "block.open": async ({ agent, blocks, open }: Methods["block.open"]["params"]) => {
      registry.get(agent).transcript.openBlocks(blocks, open);
      return null;
    },
    "text.get": async ({ agent, block }: Methods["text.get"]["params"]) => {
      return { text: registry.get(agent).transcript.text(block) ?? null };
    },
  };
}

function promptHandlers(registry: Registry) {
  const completer = new Completer();
  return {
    "prompt.send": async (prompt: Methods["prompt.send"]["params"]) => {
      const mentions = asList<Mention>(prompt.mentions).map(asMention);
      const context = asList<ContextItem>(prompt.context);
      const disposition = await registry.get(prompt.agent).send({ ...prompt, context, mentions });
      return disposition === undefined ? {} : { disposition };
    },
    "prompt.complete": async ({ agent, kind, query, own, recent }: Methods["prompt.complete"]["params"]) => {
      const offers = { own: asList<Completion>(own), recent: asList<string>(recent) };
      const target = registry.get(agent);
      const items =
        kind === "command"
          ? completer.commands(query, offers.own, await target.commands())
          : await completer.mentions(query, offers, target.cwd);
      return { items };
    },
    "mention.check": async ({ agent, mentions }: Methods["mention.check"]["params"]) => {
      const { cwd } = registry.get(agent);
      const found = await Promise.all(asList<Mention>(mentions).map((mention) => isFound(mention, cwd)));
      return { found };
    },
  };
}

function asMention(mention: Mention): Mention {
  return mention.items === undefined ? mention : { ...mention, items: asList<ContextItem>(mention.items) };
}

/** An empty Lua table arrives as a list, whatever it was meant to be. */
function asSpec(spec: AgentSpec): AgentSpec {
  return { ...spec, args: asList(spec.args), env: Array.isArray(spec.env) ? {} : spec.env };
}

function asList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

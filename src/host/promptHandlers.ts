import { Completer } from "../agent/completer";
import { isFound } from "../agent/mentions";
import type { Registry } from "../agent/registry";
import type { Attachment } from "../composeContract";
import type { Methods } from "../contract";
import type { Completion, ContextItem, Mention } from "../promptContract";
import { asList } from "./asList";

/** Sending prompts, and what helps to write them. */
export function promptHandlers(registry: Registry) {
  const completer = new Completer();
  return {
    "prompt.send": async (prompt: Methods["prompt.send"]["params"]) => {
      const mentions = asMentions(prompt.mentions);
      const library = prompt.library && { ...prompt.library, mentions: asMentions(prompt.library.mentions) };
      const context = asList<ContextItem>(prompt.context);
      const attachments = asList<Attachment>(prompt.attachments);
      const sent = { ...prompt, context, mentions, attachments, ...(library && { library }) };
      return registry.get(prompt.agent).composing.send(sent);
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

function asMentions(mentions: readonly Mention[] | undefined): Mention[] {
  return asList<Mention>(mentions).map(asMention);
}

function asMention(mention: Mention): Mention {
  return mention.items === undefined ? mention : { ...mention, items: asList<ContextItem>(mention.items) };
}

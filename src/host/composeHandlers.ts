import type { Registry } from "../agent/registry";
import type { Attachment } from "../composeContract";
import type { MethodName, Methods } from "../contract";
import { pasteImage } from "../images/clipboard";
import { describeImage } from "../images/imageFile";
import { PromptHistory } from "../promptHistory/promptHistory";

type Params<M extends MethodName> = Methods[M]["params"];

/** What the prompt asks for beside sending: images, the queue, shell commands, older prompts. */
export function composeHandlers(registry: Registry) {
  return { ...imageHandlers(registry), ...queueHandlers(registry), ...shellHandlers(registry), ...historyHandlers() };
}

function imageHandlers(registry: Registry) {
  const described = (agent: number, image: Attachment) => {
    const warning = registry.get(agent).composing.imageProblem(image);
    return { image, ...(warning && { warning }) };
  };
  // Images stand in the order in which they were attached, whichever is read first.
  let before: Promise<unknown> = Promise.resolve();
  const next = (agent: number, read: () => Promise<Attachment>) => {
    const answer = before.then(async () => described(agent, await read()));
    before = answer.catch(() => undefined);
    return answer;
  };
  return {
    "image.describe": ({ agent, path }: Params<"image.describe">) => next(agent, () => describeImage(path)),
    "image.paste": ({ agent, folder }: Params<"image.paste">) => next(agent, () => pasteImage(folder)),
  };
}

function queueHandlers(registry: Registry) {
  return {
    "queue.take": async ({ agent }: Params<"queue.take">) => {
      await registry.get(agent).composing.queue.take();
      return null;
    },
    "queue.change": async ({ agent, message, action }: Params<"queue.change">) => {
      await registry.get(agent).composing.queue.change(message, action);
      return null;
    },
  };
}

function shellHandlers(registry: Registry) {
  return {
    "bash.run": async ({ agent, command, excluded }: Params<"bash.run">) => {
      await registry.get(agent).composing.shell.run(command, excluded);
      return null;
    },
    "bash.abort": async ({ agent }: Params<"bash.abort">) => ({
      aborted: await registry.get(agent).composing.shell.abort(),
    }),
  };
}

function historyHandlers() {
  const history = new PromptHistory();
  return {
    "history.add": async ({ folder, project, text }: Params<"history.add">) => {
      await history.add(folder, project, { text, at: Date.now() });
      return null;
    },
    "history.list": async ({ folder, project, sessionFile }: Params<"history.list">) => {
      const entries = await history.read(folder, project, sessionFile);
      return { texts: entries.map(({ text }) => text) };
    },
  };
}

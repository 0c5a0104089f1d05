import type { Registry } from "../agent/registry";
import type { Methods } from "../contract";
import type { ControlMethods } from "../controlContract";

type ControlHandlers = {
  readonly [M in keyof ControlMethods]: (params: Methods[M]["params"]) => Promise<Methods[M]["answer"]>;
};

/** Methods that set or ask something of one pi. */
export function controlHandlers(registry: Registry): ControlHandlers {
  const controls = (agent: number) => registry.get(agent).controls;
  return {
    "session.new": ({ agent }) => registry.get(agent).changeSession({ type: "new_session" }),
    "session.compact": ({ agent, instructions }) => controls(agent).compact(instructions),
    "session.stats": ({ agent }) => controls(agent).stats(),
    "session.export": ({ agent, path }) => controls(agent).exportHtml(path),
    "session.rename": ({ agent, name }) => controls(agent).rename(name),
    "model.list": ({ agent, favourites }) => controls(agent).models(favourites),
    "model.set": ({ agent, name, favourites }) => controls(agent).setModel(name, favourites),
    "thinking.list": ({ agent }) => controls(agent).thinkingLevels(),
    "thinking.set": ({ agent, level }) => controls(agent).setThinking(level),
    "queue.setMode": ({ agent, queue, mode }) => controls(agent).setQueueMode(queue, mode),
    "auto.set": ({ agent, what, on }) => controls(agent).setAuto(what, on ?? true),
    "retry.abort": ({ agent }) => controls(agent).abortRetry(),
    "trust.report": async ({ agent }) => registry.get(agent).trust.report(),
    "trust.choose": async ({ agent, choice }) => {
      await registry.decided(await registry.get(agent).trust.choose(choice));
      return null;
    },
    "command.list": async ({ agent }) => {
      const { commands } = await controls(agent).commands();
      return { commands: commands.map(({ name, description, source }) => ({ name, description, source })) };
    },
  };
}

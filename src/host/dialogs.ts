/** The queue of dialogs of all agents, tied to the clock and to Neovim. */
import { type Dialog, DialogQueue } from "../agent/dialogs";
import type { Events } from "../contract";
import type { DialogShown } from "../extensionUiContract";
import { plainLine, showLine, showLines } from "../view/shownText";
import { asList } from "./asList";

/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Post = <N extends keyof Events>(name: N, params: Events[N]) => void;

export function createDialogs(post: Post): DialogQueue {
  let timer: NodeJS.Timeout | undefined;
  const reschedule = (): void => {
    clearTimeout(timer);
    const wait = queue.nextDeadline - Date.now();
    if (wait === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () => {
        queue.expire();
        reschedule();
      },
      Math.min(Math.max(wait, 0), MAX_TIMER_MS),
    ).unref();
  };
  const queue = new DialogQueue(
    {
      opened: (dialog, waiting) => post("dialog.opened", { ...shown(dialog), waiting }),
      counted: ({ id }, waiting) => post("dialog.counted", { dialog: id, waiting }),
      closed: ({ id, owner, request }, reason) => {
        const title = plainLine(textOf(request.title).replace(/\s+/g, " "));
        post("dialog.closed", { dialog: id, agent: owner.agent, title, reason });
      },
      rescheduled: reschedule,
    },
    () => Date.now(),
  );
  return queue;
}

function shown({ id, owner, request, deadline }: Dialog): DialogShown {
  return {
    dialog: id,
    agent: owner.agent,
    method: request.method,
    title: showLines(textOf(request.title)),
    ...detailsOf(request),
    ...(deadline !== undefined && { deadline }),
  };
}

function detailsOf(request: Dialog["request"]): Partial<DialogShown> {
  switch (request.method) {
    case "approve": {
      const { message, scope, isChange } = request;
      return { message, approval: { scope, isChange } };
    }
    case "select":
      return { options: asList(request.options).map((option) => showLine(textOf(option))) };
    case "confirm":
      return { message: showLines(textOf(request.message)) };
    case "input":
      return { placeholder: showLine(textOf(request.placeholder)).lines[0] as string };
    case "editor":
      return { prefill: textOf(request.prefill).split("\n") };
  }
}

/** What an extension gave may be of any type. */
function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

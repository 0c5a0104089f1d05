import type { Registry } from "../agent/registry";
import { mergeBuffer, putBackInBuffer } from "../changes/mergeBuffer";
import { lastPutBack, putBack } from "../changes/putBack";
import { Review } from "../changes/review";
import type { Methods } from "../contract";
import { PiError } from "../errors";
import { asList } from "./asList";
import { trackerIn } from "./changeHandlers";

type Params<M extends keyof Methods> = Methods[M]["params"];

/** Judging what agents have changed. */
export function reviewHandlers(registry: Registry) {
  return {
    "review.list": async ({ agent, span, path, fresh }: Params<"review.list">) => {
      const review = new Review(trackerIn(registry, agent), span);
      if (fresh) await review.forget();
      const files = await review.files(path);
      return { span: review.span, title: review.title, files };
    },
    "review.text": async ({ agent, span, path, encoding, format }: Params<"review.text">) =>
      new Review(trackerIn(registry, agent), span).textBefore(path, encoding, format),
    "review.accept": async ({ agent, span, path, lines, forget }: Params<"review.accept">) => {
      const review = new Review(trackerIn(registry, agent), span);
      await (forget ? review.forget(path) : review.accept(path, lines && asList(lines)));
      return null;
    },
    "review.merge": async ({ agent, span, ...buffer }: Params<"review.merge">) =>
      mergeBuffer({ ...buffer, lines: asList(buffer.lines) }, span, trackerIn(registry, agent)),
    "buffer.putBack": async ({ agent, span, ...buffer }: Params<"buffer.putBack">) =>
      putBackInBuffer({ ...buffer, lines: asList(buffer.lines) }, span, trackerIn(registry, agent)),
    "changes.putBack": async ({ agent, span, only, unsaved }: Params<"changes.putBack">) => {
      const tracker = trackerIn(registry, agent);
      if (tracker.isRunning) throw new PiError("invalid", "pi is working: stop it first, with :PiAbort.");
      const wanted = span === "undo" ? lastPutBack(tracker.log.records) : span;
      if (wanted === undefined) throw new PiError("invalid", "Nothing was put back in this session.");
      const done = await putBack(tracker, wanted, { only: only && asList(only), unsaved: asList(unsaved) });
      return { ...done, span: tracker.log.fix(wanted) };
    },
    "message.span": async ({ agent, block }: Params<"message.span">) =>
      registry.get(agent).transcript.messageSpan(block) ?? {},
  };
}

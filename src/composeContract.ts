/** The part of the contract that is about composing a prompt: images, the queue, shell commands, older prompts. */
import type { AgentId } from "./agentContract";

/** An image file that goes with a prompt, as the host has described it. It is read when the prompt is sent. */
export interface Attachment {
  /** Absolute. */
  readonly path: string;
  /** For people: `shot.png 34 KB`. */
  readonly label: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** A message in pi's queue, as pi names it. */
export interface QueuedMessage {
  readonly kind: "steer" | "followUp";
  readonly text: string;
}

export interface ComposeMethods {
  /** Describes an image, or fails with why it cannot be sent. `warning`: the model would not take it. */
  "image.describe": { params: { agent: AgentId; path: string }; answer: { image: Attachment; warning?: string } };
  /** The same for the image in the clipboard, which is written to a file in `folder`. */
  "image.paste": { params: { agent: AgentId; folder: string }; answer: { image: Attachment; warning?: string } };
  /** Takes all that waits in pi's queue back into the prompt; pi goes on. */
  "queue.take": { params: { agent: AgentId }; answer: null };
  /** Takes one message out of pi's queue: back into the prompt (`edit`), or away (`drop`). The others wait on. */
  "queue.change": { params: { agent: AgentId; message: QueuedMessage; action: "edit" | "drop" }; answer: null };
  /** Runs a shell command in the conversation; answers when it has ended. `excluded`: the model does not see it. */
  "bash.run": { params: { agent: AgentId; command: string; excluded: boolean }; answer: null };
  /** Stops every shell command of the user. `aborted`: whether any ran or waited. */
  "bash.abort": { params: { agent: AgentId }; answer: { aborted: boolean } };
  /** Remembers a prompt of a project. `folder` holds the histories of all. */
  "history.add": { params: { folder: string; project: string; text: string }; answer: null };
  /** The prompts of a project, each text once, newest first, with those of pi's sessions beside `sessionFile`. */
  "history.list": {
    params: { folder: string; project: string; sessionFile?: string };
    answer: { texts: readonly string[] };
  };
}

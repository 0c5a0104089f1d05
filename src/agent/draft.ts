import type { Attachment } from "../composeContract";
import type { ContextItem } from "../promptContract";

/** What the user typed, as it can be put back into the prompt. */
export interface Draft {
  readonly text: string;
  readonly context: readonly ContextItem[];
  readonly attachments?: readonly Attachment[];
}

/** Several as one: the texts one below the other. */
export function joinDrafts(drafts: readonly Draft[]): Draft {
  const text = drafts.map((draft) => draft.text).join("\n\n");
  return {
    text,
    context: drafts.flatMap((draft) => draft.context),
    attachments: drafts.flatMap((draft) => draft.attachments ?? []),
  };
}

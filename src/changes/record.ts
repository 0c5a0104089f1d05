import type { Stamp } from "./stamp";

/** What a file was at one moment, as it is kept. */
export type KeptState =
  | { readonly kind: "absent" }
  /** A folder, a device, or not readable. */
  | { readonly kind: "other" }
  | {
      readonly kind: "file";
      readonly stamp: Stamp;
      /** Name in the store; absent: the text is not kept. */
      readonly blob?: string;
      readonly isBinary: boolean;
      /** Permissions, as they were. */
      readonly mode?: number;
    };

/** A file was changed: what, by which call, for which message. */
export interface ChangeRecord {
  readonly file: string;
  readonly before: KeptState;
  readonly after: KeptState;
  /** Unix milliseconds. */
  readonly at: number;
  /** When the message came that it was done for, as the session has it: names the message. */
  readonly prompt: number;
  readonly promptText: string;
  /** When the run began. */
  readonly run: number;
  readonly tool: string;
  readonly callId: string;
}

/** What counts as judged of what was made of a text. The last one of its kind holds. */
export interface Judgement {
  readonly file: string;
  /** Name of the text from before in the store, or what there was in its place. */
  readonly before: string;
  /** Name of the lines in the store, or what the file was; absent: nothing. */
  readonly accepted?: { readonly blob: string } | { readonly digest: string };
}

/** The part of the contract that is about judging changes. */

import type { AgentId } from "./agentContract";
import type { BufferRead } from "./changeContract";
import type { FileFormat } from "./changes/bufferText";
import type { FixedSpan, Span } from "./changes/changeLog";
import type { BufferMerge } from "./changes/mergeBuffer";
import type { PutBack } from "./changes/putBack";
import type { ReviewFile, ReviewText } from "./changes/review";
import type { Stamp } from "./changes/stamp";

/** A buffer with unsaved changes. `stamp` absent: it is not known what it was read from. */
export type BufferNow = Omit<BufferRead, "stamp"> & { readonly stamp?: Stamp; readonly lines: readonly string[] };

export interface ReviewMethods {
  /** What is to be judged. `path`: only this file. `fresh`: also what was accepted before. */
  "review.list": {
    params: { agent: AgentId; span: Span; path?: string; fresh?: boolean };
    answer: { span: FixedSpan; title: string; files: readonly ReviewFile[] };
  };
  "review.text": {
    params: { agent: AgentId; span: FixedSpan; path: string; encoding: string; format: FileFormat };
    answer: ReviewText;
  };
  /** `lines`: the text before with what was accepted; absent: the file as it is. `forget`: nothing of it is any more. */
  "review.accept": {
    params: { agent: AgentId; span: FixedSpan; path: string; lines?: readonly string[]; forget?: boolean };
    answer: null;
  };
  /** A buffer with unsaved changes, and what pi has made of its file meanwhile. */
  "review.merge": {
    params: BufferNow & { agent: AgentId; span: FixedSpan };
    answer: BufferMerge | { readonly reason: string };
  };
  /** Takes pi's changes out of a buffer with unsaved ones. */
  "buffer.putBack": {
    params: BufferNow & { agent: AgentId; span: FixedSpan };
    answer: { readonly lines: readonly string[] } | { readonly reason: string };
  };
  /** `undo`: what was put back last. `only`: these files. `unsaved`: files that buffers have unsaved changes of. */
  "changes.putBack": {
    params: { agent: AgentId; span: Span | "undo"; only?: readonly string[]; unsaved: readonly string[] };
    answer: PutBack & { readonly span: FixedSpan };
  };
  /** The message that a block of the transcript belongs to, as a span: up to the next one, or to the end. */
  "message.span": {
    params: { agent: AgentId; block: number };
    answer: { since?: number; until?: number };
  };
}

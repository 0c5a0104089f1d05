/** The part of the contract that is about what tools ask of the editor: an `editor.asked` event, answered by `editor.answer`. */
import type { AgentId } from "./agentContract";
import type { ContextItem } from "./promptContract";

/** A buffer that holds text of the user's. */
export interface OpenBuffer {
  readonly buffer: number;
  readonly name: string;
  readonly filetype: string;
  readonly lines: number;
  readonly modified: boolean;
  /** Whether a window shows it. */
  readonly shown: boolean;
}

/** The window that the user works in, or worked in before they went to a chat. */
export interface UserView {
  readonly name: string;
  readonly line: number;
  /** Bytes, from 1. */
  readonly column: number;
  readonly selection?: ContextItem;
  readonly visible: ContextItem;
}

/** Lines and columns (bytes) are counted from 1. */
export interface FileEntry {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly end_line?: number;
  readonly message: string;
  readonly severity?: string;
}

/** A place that a language server has named. */
export interface LspPlace {
  readonly path: string;
  readonly line: number;
  /** Text of the line where a buffer holds the file; else the host reads it. */
  readonly text?: string;
}

export interface LspSymbol {
  readonly name: string;
  readonly kind: string;
  /** Of a symbol of the workspace. */
  readonly path?: string;
  readonly container?: string;
  readonly line: number;
  readonly last?: number;
  /** How deep it is nested. */
  readonly depth: number;
}

/** Positions as the protocol has them: from 0, in units of `encoding`. */
export interface LspEdit {
  readonly path: string;
  readonly encoding: string;
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly newText: string;
  /** Text of the lines from `start` to `end` where a buffer holds the file. */
  readonly text?: string;
}

/** What takes the place of a range of a buffer. Lines and columns (bytes) are counted from 0; the end is exclusive. */
export interface BufferEdit {
  readonly start: readonly [line: number, column: number];
  readonly end: readonly [line: number, column: number];
  readonly lines: readonly string[];
}

/** A list that was cut, and how many there are. */
interface Cut<T> {
  readonly found: readonly T[];
  readonly total: number;
}

/** Where a symbol is: its name as it stands in that line. */
interface SymbolPlace {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

interface File {
  readonly path: string;
}

/** Paths are absolute and without links. */
export interface Questions {
  "buffers.list": { params: object; answer: { buffers: readonly OpenBuffer[]; total: number; view?: UserView } };
  "buffer.read": {
    params: { path?: string; buffer?: number; first?: number; last?: number };
    answer: { item: ContextItem; total: number; tick: number };
  };
  /** Refused when the text is not that of `tick` any more. The edits come last first. */
  "buffer.edit": { params: File & { tick: number; edits: readonly BufferEdit[] }; answer: null };
  /** `item` when a buffer has changes of the file that are not saved. */
  "file.living": { params: File; answer: { item?: ContextItem } };
  "file.state": { params: File; answer: { modified: boolean } };
  "diagnostics.list": {
    params: { path?: string; severity?: string };
    answer: { item: ContextItem; isSettled: boolean; hasServer: boolean };
  };
  "findings.set": { params: { findings: readonly FileEntry[] }; answer: { files: number } };
  "quickfix.get": { params: object; answer: { item: ContextItem } };
  "quickfix.set": { params: { title: string; entries: readonly FileEntry[] }; answer: null };
  "lsp.places": { params: SymbolPlace & { method: "definition" | "references" }; answer: Cut<LspPlace> };
  "lsp.hover": { params: SymbolPlace; answer: { texts: readonly string[] } };
  "lsp.symbols": { params: { path?: string; query?: string }; answer: Cut<LspSymbol> };
  "lsp.rename": { params: SymbolPlace & { name: string }; answer: Cut<LspEdit> };
  "file.open": { params: File & { line?: number }; answer: { isShown: boolean } };
  "file.format": { params: File; answer: { isChanged: boolean } };
  "file.save": { params: File; answer: { isWritten: boolean } };
}

export type Question = keyof Questions;

/** What stands for `params`: one of `Questions`. */
export interface AskedQuestion {
  readonly ask: number;
  readonly agent: AgentId;
  readonly question: Question;
  readonly params: object;
  /** Unix milliseconds: after it nobody waits any more. */
  readonly deadline: number;
}

export interface EditorMethods {
  /** The answer to a question; one that nobody waits for any more is dropped. `error` goes to the model. */
  "editor.answer": { params: { ask: number; value?: unknown; error?: string }; answer: null };
}

export interface EditorEvents {
  "editor.asked": AskedQuestion;
}

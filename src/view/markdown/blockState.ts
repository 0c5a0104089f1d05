/** What the scanner knows after a line. States are never changed: lines share them. */
import type { CodeBlock } from "./codeBlock";
import type { Paragraph } from "./paragraph";

export type Container =
  | { readonly kind: "quote" }
  /** A list item: lines belong to it that are indented by `width` columns. */
  | { readonly kind: "item"; readonly width: number };

export interface Fence {
  readonly kind: "fence";
  readonly mark: "`" | "~";
  readonly length: number;
  /** Columns before the opening fence: so many are taken from code lines. */
  readonly indent: number;
  readonly code: CodeBlock;
}

export type Leaf =
  | { readonly kind: "none" }
  | { readonly kind: "paragraph"; readonly paragraph: Paragraph }
  | Fence
  | { readonly kind: "table" }
  /** `end` is found in its last line; without one a blank line ends it. */
  | { readonly kind: "html"; readonly end: RegExp | undefined };

export interface BlockState {
  readonly containers: readonly Container[];
  readonly leaf: Leaf;
}

export const NO_LEAF: Leaf = { kind: "none" };
export const NO_STATE: BlockState = { containers: [], leaf: NO_LEAF };

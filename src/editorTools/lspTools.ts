import { PiError } from "../errors";
import type { ToolContext, ToolTable } from "./editorTools";
import { joinNotes } from "./itemText";
import { placesText, renameText, symbolsText } from "./lspText";
import { shorten } from "./shorten";

interface Place {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

/** Tools that ask the language servers of the editor. */
export const lspTools: Pick<
  ToolTable,
  "nvim_definition" | "nvim_references" | "nvim_hover" | "nvim_symbols" | "nvim_rename_preview"
> = {
  nvim_definition: (input, context) => places("definition", input, context),

  nvim_references: (input, context) => places("references", input, context),

  async nvim_hover({ path, line, symbol }, { ask, file }) {
    const { texts } = await ask("lsp.hover", { path: await file(path), line, symbol });
    if (texts.length === 0) return `The language server has nothing to say about ${symbol}.`;
    const { text, isCut } = shorten(texts.join("\n\n"));
    return joinNotes(text, isCut ? ["Cut: this is its beginning."] : []);
  },

  async nvim_symbols({ path, query }, { ask, file, nameOf }) {
    if (path === undefined && query === undefined) throw new PiError("invalid", "Give a path, a query, or both.");
    const params = { ...(path !== undefined && { path: await file(path) }), ...(query !== undefined && { query }) };
    const { found, total } = await ask("lsp.symbols", params);
    return found.length === 0 ? "The language server knows none." : symbolsText(found, total, nameOf);
  },

  async nvim_rename_preview({ path, line, symbol, new_name: name }, { ask, file, nameOf }) {
    const { found, total } = await ask("lsp.rename", { path: await file(path), line, symbol, name });
    return found.length === 0 ? "The rename would change nothing." : renameText(found, total, nameOf);
  },
};

async function places(
  method: "definition" | "references",
  { path, line, symbol }: Place,
  { ask, file, nameOf }: ToolContext,
): Promise<string> {
  const { found, total } = await ask("lsp.places", { path: await file(path), line, symbol, method });
  return found.length === 0 ? `The language server found none for ${symbol}.` : placesText(found, total, nameOf);
}

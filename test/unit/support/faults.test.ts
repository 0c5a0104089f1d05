import { describe, expect, it } from "vitest";
import { unexpectedErrors } from "../../support/faults";

describe("unexpectedErrors", () => {
  it("finds Neovim's errors, failed Lua and v:errmsg", () => {
    const messages = ["hello", "E492: Not an editor command: Pi", "Error executing vim.schedule lua callback: x"].join(
      "\n",
    );
    expect(unexpectedErrors("", messages, [])).toEqual([
      "E492: Not an editor command: Pi",
      "Error executing vim.schedule lua callback: x",
    ]);
    expect(unexpectedErrors("E21: no", "", [])).toEqual(["v:errmsg: E21: no"]);
  });

  it("lets ordinary messages and expected errors pass", () => {
    expect(unexpectedErrors("", "3 lines yanked\npi: the error is in E4", [])).toEqual([]);
    expect(unexpectedErrors("pi ended with 3", "E21: no", [/ended with 3/, /^E21/])).toEqual([]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { expandTemplate } from "../../../src/agent/promptTemplate";
import type { SlashCommand } from "../../../src/pi/protocol";
import { repository } from "../../support/paths";

const root = mkdtempSync(path.join(tmpdir(), "pi-template-"));
const file = path.join(root, "greet.md");
afterAll(() => rmSync(root, { recursive: true, force: true }));

const commands = [{ name: "greet", source: "prompt", sourceInfo: { path: file } }] as unknown as SlashCommand[];

async function expand(content: string, text: string): Promise<string> {
  writeFileSync(file, content);
  return expandTemplate(text, commands);
}

describe("expandTemplate", () => {
  it("leaves what is no template of pi", async () => {
    for (const text of ["hello", "/other x", "/", "/greeting"]) expect(await expand("Hi", text)).toBe(text);
  });

  it("drops the front matter", async () => {
    expect(await expand("\ufeff---\r\ndescription: x\r\n---\r\n\r\nHi\r\nthere\r\n", "/greet")).toBe("Hi\nthere");
  });

  it("fills in what pi itself would", async () => {
    const module = path.join(repository, "node_modules/@earendil-works/pi-coding-agent/dist/core/prompt-templates.js");
    const pi = (await import(pathToFileURL(module).href)) as {
      expandPromptTemplate(text: string, templates: readonly { name: string; content: string }[]): string;
    };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of a shell kind, not of TypeScript
    const content = "1 $1 2 $2 all $@ $ARGUMENTS from ${@:2} two ${@:1:2} else ${3:-none} ${@:-nothing} $10 ${@:0}";
    const calls = [
      "",
      "a",
      "a b c",
      "'one two' three",
      `"say \\"hi\\"" it's`,
      "x  y\nz",
      "$1 $@",
      "a'b c'd",
      '"',
      "'' b",
    ];
    for (const args of calls) {
      const text = `/greet ${args}`;
      expect(await expand(content, text), args).toBe(pi.expandPromptTemplate(text, [{ name: "greet", content }]));
    }
  });
});

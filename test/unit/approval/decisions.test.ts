import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { askedTools } from "../../../src/approval/askedTools";
import { readDecision, saveDecision } from "../../../src/approval/decisions";
import { CHANGING_EDITOR_TOOLS } from "../../../src/extension/editorTools";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pi-nvim-approve-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return join(made, "approve");
}

it("keeps what was decided for each project, for the user only", async () => {
  const place = folder();
  expect(readDecision(place, "/a")).toBeUndefined();
  await saveDecision(place, "/a", ["edit", "mcp_*"]);
  await saveDecision(place, "/b", []);
  expect([readDecision(place, "/a"), readDecision(place, "/b")]).toEqual([["edit", "mcp_*"], []]);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  await saveDecision(place, "/a", undefined);
  expect(readDecision(place, "/a")).toBeUndefined();
  expect(readdirSync(place)).toHaveLength(1);
});

it.each(["", "{", "[]", '{"tools":"bash"}', '{"tools":[1]}'])("refuses to guess what %j says", async (text) => {
  const place = folder();
  await saveDecision(place, "/a", ["x"]);
  const [name] = readdirSync(place);
  writeFileSync(join(place, name as string), text);
  expect(() => readDecision(place, "/a")).toThrow(/is damaged: decide again with :PiApprove/);
});

it("takes one name for all that mean the same", () => {
  expect(askedTools(["bash"])).toEqual(["bash", "powershell"]);
  expect(askedTools(["w*e"])).toEqual(["w*e", ...CHANGING_EDITOR_TOOLS]);
  expect(askedTools(["edit"])).toEqual(
    expect.arrayContaining(["nvim_edit", "nvim_format", "nvim_save", "nvim_set_quickfix"]),
  );
  expect(askedTools([])).toEqual([]);
});

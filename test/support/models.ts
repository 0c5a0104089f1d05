import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspace";

/** Gives the scripted provider of a workspace a second model, `scripted/plain`, which cannot think. */
export function addPlainModel(workspace: Workspace): void {
  const path = join(workspace.home, ".pi/agent/models.json");
  const file = JSON.parse(readFileSync(path, "utf8"));
  const [demo] = file.providers.scripted.models;
  const plain = { id: "plain", name: "Plain one", reasoning: false, input: ["text"], contextWindow: 80_000 };
  file.providers.scripted.models.push({ ...demo, ...plain });
  writeFileSync(path, JSON.stringify(file));
}

/** What was decided for single projects: one file each, in a folder that no project has a say in. */
import { readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { messageOf, PiError } from "../errors";
import { projectKey } from "../promptHistory/promptHistory";

/** The tools to ask about in a project; undefined: nothing is decided. @throws PiError when the file is damaged. */
export function readDecision(folder: string, project: string): readonly string[] | undefined {
  const file = fileOf(folder, project);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new PiError("invalid", `What you decided with :PiApprove cannot be read: ${messageOf(error)}.`);
  }
  const tools = toolsIn(text);
  if (tools === undefined) throw new PiError("invalid", `The file ${file} is damaged: decide again with :PiApprove.`);
  return tools;
}

/** Without `tools` nothing is decided any more. */
export async function saveDecision(folder: string, project: string, tools: readonly string[] | undefined) {
  const file = fileOf(folder, project);
  if (tools === undefined) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ project, tools }, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

function fileOf(folder: string, project: string): string {
  return path.join(folder, `${projectKey(project)}.json`);
}

function toolsIn(text: string): readonly string[] | undefined {
  try {
    const { tools } = JSON.parse(text) as { tools?: unknown };
    return Array.isArray(tools) && tools.every((tool) => typeof tool === "string") ? tools : undefined;
  } catch {
    return undefined;
  }
}

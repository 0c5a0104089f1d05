/** Image files, and how a person sends them. */
import { writeFileSync } from "node:fs";
import type { Driver } from "./driver";
import { type Answers, idleState, success } from "./peerAnswers";
import type { Workspace } from "./workspace";

/** One red dot. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

export function draw(workspace: Workspace, name: string, bytes: Buffer = PNG): string {
  const path = workspace.write(name, "");
  writeFileSync(path, bytes);
  return path;
}

/** A model that takes images. */
export const SEES: Answers = {
  get_state: (command) => [success(command, { ...idleState, model: { ...idleState.model, input: ["text", "image"] } })],
};

export async function attach(nvim: Driver, path: string, label: string): Promise<void> {
  await nvim.command(`PiAttach ${path}`);
  await nvim.waitForText(label);
}

export async function say(nvim: Driver, text: string): Promise<void> {
  await nvim.command("PiOpen");
  await nvim.keys("i");
  await nvim.type(text);
  await nvim.keys("<C-s><Esc>");
}

import type { Registry } from "../agent/registry";
import type { Methods } from "../contract";
import { PiError } from "../errors";
import type { ImageFiles } from "./imageFiles";

/** More items than anyone reads, few enough for the editor to take at once. */
const OUTLINE_MOST = 1000;

/** What a reader of the transcript asks for. */
export function readingHandlers(registry: Registry, images: ImageFiles) {
  return {
    "outline.get": async ({ agent }: { agent: number }) => {
      return { items: registry.get(agent).transcript.outline(OUTLINE_MOST) };
    },
    "transcript.reveal": async ({ agent, block, line }: Methods["transcript.reveal"]["params"]) => {
      return { found: registry.get(agent).transcript.reveal(block, line, Date.now()) };
    },
    "transcript.find": ({ agent, to, lines, ...query }: Methods["transcript.find"]["params"]) => {
      return registry.get(agent).transcript.find(query, to, lines, Date.now());
    },
    "transcript.message": ({ agent, to, count, lines }: Methods["transcript.message"]["params"]) => {
      return registry.get(agent).transcript.message(count, to, lines, Date.now());
    },
    "tool.path": async ({ agent, block }: Methods["tool.path"]["params"]) => {
      return { path: registry.get(agent).transcript.path(block) ?? null };
    },
    "image.write": async ({ agent, block, index }: Methods["image.write"]["params"]) => {
      const image = registry.get(agent).transcript.image(block, index);
      if (image === undefined) return { path: null };
      const path = await images.write(image);
      if (path === undefined) throw new PiError("invalid", `An image of type ${image.mimeType} cannot be opened.`);
      return { path };
    },
  };
}

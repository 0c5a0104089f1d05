import type { ImageInfo } from "../../agent/blocks";
import { oneLine } from "../controls";
import { formatBytes } from "../format";
import { groupLine } from "../line";
import type { Decor, Line } from "../types";

/** `[image/png 12 KB]`, one line each. */
export function imageLines(images: readonly ImageInfo[], decor?: Decor): Line[] {
  return images.map((image) =>
    groupLine(`[${oneLine(image.mimeType, 80)} ${formatBytes(image.bytes)}]`, "PiImage", decor),
  );
}

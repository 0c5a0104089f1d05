import type { Attachment } from "../composeContract";
import { messageOf } from "../errors";
import { checkSize, MOST_BYTES_UNCHANGED } from "../images/imageFile";
import type { Capabilities } from "../pi/client";
import type { Model } from "../pi/protocol";

/** Why pi and its model would not take an image, in one sentence; undefined when nothing speaks against it. */
export function imageProblem(
  model: Model | undefined,
  capabilities: Capabilities | undefined,
  image: Attachment,
): string | undefined {
  if (model !== undefined && Array.isArray(model.input) && !model.input.includes("image")) {
    return `The model ${model.id} takes no images: choose another, or :PiDetach it.`;
  }
  // A pi that tells what becomes of a prompt (0.99) also makes large images smaller.
  if (capabilities?.disposition !== false) return undefined;
  try {
    checkSize(image.label, image.bytes, MOST_BYTES_UNCHANGED);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

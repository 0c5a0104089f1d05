/** What kind of image bytes are, by their first bytes, never by a name. These four are what models take. */

export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** As many bytes as `imageTypeOf` looks at. */
export const HEAD_BYTES = 16;

/** Undefined for anything that no model takes. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  return undefined;
}

const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

export function extensionOf(type: ImageType): string {
  return EXTENSIONS[type];
}

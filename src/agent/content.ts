import type { ImageInfo } from "./blocks";

/** A message's content as pi may report it: a string or a list of content blocks, some of a kind we do not know. */
export type Content = string | readonly { readonly type: string }[] | undefined;

interface TextPart {
  readonly type: "text";
  readonly text: string;
}

interface ImagePart {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

/** All text parts, joined by line breaks. */
export function textOf(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((part): part is TextPart => part?.type === "text" && typeof (part as TextPart).text === "string")
    .map((part) => part.text)
    .join("\n");
}

/** All image parts, by reference. */
export function imagesOf(content: Content): readonly ImageInfo[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter((part): part is ImagePart => part?.type === "image" && typeof (part as ImagePart).data === "string")
    .map(imageInfo);
}

/** @param data base64, kept by reference */
export function imageInfo({ mimeType, data }: { readonly mimeType: string; readonly data: string }): ImageInfo {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return { mimeType: String(mimeType), data, bytes: Math.floor((data.length * 3) / 4) - padding };
}

/** A tool call's arguments when they are what they should be: a JSON object. */
export function argumentsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

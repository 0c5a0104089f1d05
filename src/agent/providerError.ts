/** A provider's error for people: the sentence inside of `529: {"error":{"message":"overloaded"}}`. */
export function readableError(text: string): string {
  const start = text.indexOf("{");
  if (start === -1) return text;
  const message = messageIn(text.slice(start, text.lastIndexOf("}") + 1));
  if (message === undefined) return text;
  return `${text.slice(0, start)}${message}`;
}

function messageIn(json: string): string | undefined {
  try {
    const value = JSON.parse(json) as { message?: unknown; error?: { message?: unknown } | null };
    const message = value.message ?? value.error?.message;
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

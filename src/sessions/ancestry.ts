/** What a session's file says of where it comes from. A copy has the messages of its parent as they were. */
import { createReadStream } from "node:fs";
import { parseLine } from "./digest";
import { LineSplitter } from "./lineSplitter";

/** A longer line is no header, and of a longer message (with images) it does not matter when it came. */
const LINE_BYTES = 16 * 1024 * 1024;

/** The session that this one was forked or cloned from; undefined: from none, or its file cannot be read (yet). */
export async function parentOf(session: string): Promise<string | undefined> {
  let parent: unknown;
  await eachLine(session, (line) => {
    parent = parseLine(line)?.parentSession;
    return false;
  });
  return typeof parent === "string" && parent !== "" ? parent : undefined;
}

/** When the user's messages came, Unix milliseconds: names each of them. */
export async function promptTimes(session: string): Promise<ReadonlySet<number>> {
  const times = new Set<number>();
  await eachLine(session, (line) => {
    if (!line.includes('"role":"user"')) return true;
    const message = parseLine(line)?.message as { role?: unknown; timestamp?: unknown } | undefined;
    if (message?.role === "user") times.add(Number(message.timestamp));
    return true;
  });
  return times;
}

/** @param take says whether to go on. */
async function eachLine(file: string, take: (line: Buffer) => boolean): Promise<void> {
  let goesOn = true;
  const splitter = new LineSplitter((line) => {
    goesOn = goesOn && take(line);
  }, LINE_BYTES);
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      splitter.push(chunk);
      if (!goesOn) return;
    }
    splitter.end();
  } catch {
    // Not there: pi writes it with the first reply.
  }
}

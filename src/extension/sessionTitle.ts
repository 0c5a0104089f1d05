import type { AgentEndEvent, ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Set in pi's environment where the user wants titles. */
const WANTED_VARIABLE = "PI_NVIM_TITLES";

const INSTRUCTION =
  "Give this conversation a title of two to six words, in the language of the user. Answer with the title alone.";

/** Characters of each message that the model reads for it. */
const MOST_READ = 2_000;
/** Characters of a title. */
const MOST_TITLE = 60;
/** Milliseconds after which there is none. */
const PATIENCE_MS = 30_000;

type Message = AgentEndEvent["messages"][number];

/** Names a session that has no name after its first run. pi does not wait for that, and nothing is said if it fails. */
export function registerSessionTitle(pi: ExtensionAPI): void {
  if (process.env[WANTED_VARIABLE] === undefined) return;
  let isTried = false;
  pi.on("agent_end", ({ messages }, ctx) => {
    // pi before 0.84 cannot ask a model so.
    const canAsk = typeof ctx.modelRegistry.complete === "function";
    if (isTried || !canAsk || pi.getSessionName() !== undefined || !hasReply(messages)) return;
    isTried = true;
    void nameSession(pi, ctx, messages).catch(() => undefined);
  });
}

async function nameSession(pi: ExtensionAPI, ctx: ExtensionContext, messages: readonly Message[]): Promise<void> {
  const { model } = ctx;
  if (model === undefined) return;
  const asked = textOf(messages.find(({ role }) => role === "user"));
  const text = `<user>\n${asked}\n</user>\n<reply>\n${textOf(messages.at(-1))}\n</reply>`;
  const answer = await ctx.modelRegistry.complete(
    model,
    {
      systemPrompt: INSTRUCTION,
      messages: [{ role: "user", content: [{ type: "text", text }], timestamp: Date.now() }],
    },
    { signal: AbortSignal.timeout(PATIENCE_MS) },
  );
  const title = asTitle(textOf(answer));
  // It may have got a name meanwhile; and where pi has gone to another session, this throws.
  if (title !== "" && pi.getSessionName() === undefined) pi.setSessionName(title);
}

function hasReply(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last?.role === "assistant" && last.stopReason === "stop";
}

function textOf(message: Message | undefined): string {
  const content = message !== undefined && "content" in message ? message.content : "";
  if (typeof content === "string") return content.slice(0, MOST_READ);
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  return texts.join("\n").trim().slice(0, MOST_READ);
}

/** The first line, without what models put around a title. */
function asTitle(answer: string): string {
  const [line = ""] = answer.trim().split("\n");
  const bare = line.replace(/^[\s#*"'`“”]+|[\s*"'`“”.]+$/g, "").replace(/[\p{Cc}\s]+/gu, " ");
  return [...bare].slice(0, MOST_TITLE).join("").trim();
}

import type { StatsReport } from "../controlContract";
import type { RpcSessionState, SessionStats } from "../pi/protocol";
import { formatCount, formatMoney } from "../view/format";

const whole = new Intl.NumberFormat("en-US");

/** What pi says of a session's use, in words and numbers for people. */
export function statsReport(stats: SessionStats, state: RpcSessionState): StatsReport {
  const { tokens } = stats;
  const rows: [string, string][] = [
    ["Session", state.sessionName ?? stats.sessionId],
    ["File", stats.sessionFile ?? "none: this session is not saved"],
    ["", ""],
    ["Messages", countsOf(stats)],
    ["", ""],
    ["Input", countOf(tokens.input)],
    ["Output", countOf(tokens.output)],
    ["Cache read", countOf(tokens.cacheRead)],
    ["Cache write", countOf(tokens.cacheWrite)],
    ["Total", countOf(tokens.total)],
    ["Cost", formatMoney(stats.cost)],
    ["", ""],
    ["Context", contextOf(stats)],
  ];
  const percent = percentOf(stats);
  return { rows, ...(percent !== undefined && { contextPercent: percent }) };
}

function countOf(tokens: number): string {
  return `${whole.format(tokens)} tokens`;
}

/** Without `totalMessages`, in which a newer pi counts its system prompt too. */
function countsOf({ userMessages, assistantMessages, toolCalls }: SessionStats): string {
  const replies = `${whole.format(assistantMessages)} ${assistantMessages === 1 ? "reply" : "replies"}`;
  return `${whole.format(userMessages)} of yours, ${replies}, ${formatCount(toolCalls, "tool call")}`;
}

function contextOf({ contextUsage }: SessionStats): string {
  if (!contextUsage) return "unknown: there is no model";
  const { tokens, contextWindow } = contextUsage;
  if (typeof tokens !== "number") return `unknown until the next reply, of ${whole.format(contextWindow)} tokens`;
  return `${whole.format(tokens)} of ${whole.format(contextWindow)} tokens`;
}

function percentOf({ contextUsage }: SessionStats): number | undefined {
  if (!contextUsage || typeof contextUsage.tokens !== "number" || !contextUsage.contextWindow) return undefined;
  return (contextUsage.tokens / contextUsage.contextWindow) * 100;
}

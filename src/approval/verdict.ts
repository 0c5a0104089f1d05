import type { ApprovalReply } from "../approvalContract";
import type { ToolCall, ToolVerdict } from "../extension/wire";
import { changedCall } from "./changedInput";
import type { Proposal } from "./proposal";
import { linesOf, textOf } from "./textLines";

/** Characters of a reason that the model reads. */
const LONGEST_REASON = 10_000;

/**
 * What becomes of a call by the user's word.
 * @param answer undefined: the question was cancelled.
 * @param now what the call would make of the file as it is when the answer comes.
 */
export function verdictOf(
  call: ToolCall,
  proposal: Proposal | undefined,
  answer: ApprovalReply | undefined,
  now: Proposal | undefined,
): ToolVerdict {
  if (answer?.verdict !== "yes" && answer?.verdict !== "session") return { block: refusal(answer?.reason) };
  if (proposal === undefined) return {};
  const { before, after } = proposal;
  // pi's edit looks by itself whether what it replaces is still there.
  const isBlind = call.toolName === "write" || answer.lines !== undefined;
  if (isBlind && now?.before !== before) {
    return { block: "The file has changed since the user was asked about this call. Read it again." };
  }
  if (answer.lines === undefined) return {};
  if (isSame(answer.lines, linesOf(after))) return {};
  if (isSame(answer.lines, linesOf(before))) {
    return { block: "The user dropped all of this change and left the file as it is." };
  }
  return changedCall(call, proposal, textOf(answer.lines, after));
}

function refusal(reason = ""): string {
  const said = reason.trim().slice(0, LONGEST_REASON);
  return said === "" ? "The user refused this call." : `The user refused this call: ${said}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

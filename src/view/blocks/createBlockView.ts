import type { Block } from "../../agent/blocks";
import type { BlockView } from "../types";
import { BashView } from "./bash";
import type { BlockViewOptions } from "./blockViewOptions";
import { CustomView } from "./custom";
import { NoticeView } from "./notice";
import { RunEndView } from "./runEnd";
import { SummaryView } from "./summary";
import { TextView } from "./text";
import { ThinkingView } from "./thinking";
import { ToolView } from "./tool";
import { UserView } from "./user";

/** The view of one block, for as long as the block is shown. */
export function createBlockView(block: Block, options: BlockViewOptions = {}): BlockView {
  switch (block.kind) {
    case "user":
      return new UserView(block);
    case "text":
      return new TextView(block, options);
    case "thinking":
      return new ThinkingView(block, options);
    case "tool":
      return new ToolView(block, options);
    case "bash":
      return new BashView(block, options);
    case "notice":
      return new NoticeView(block);
    case "summary":
      return new SummaryView(block, options);
    case "custom":
      return new CustomView(block, options);
    case "runEnd":
      return new RunEndView(block);
  }
}

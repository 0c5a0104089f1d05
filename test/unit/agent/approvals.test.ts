import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Approvals } from "../../../src/agent/approvals";
import { type ApprovalRequest, type Dialog, DialogQueue } from "../../../src/agent/dialogs";
import { ExtensionLink } from "../../../src/agent/extensionLink";
import { ExtensionUi } from "../../../src/agent/extensionUi";
import type { AgentSpec } from "../../../src/agentContract";
import { EditorQuestions } from "../../../src/editorTools/editorQuestions";
import { nullLogger } from "../../../src/log";

function setUp(tools: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), "pi-nvim-approvals-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const folder = join(cwd, "state");
  const opened: Dialog[] = [];
  const listener = {
    opened: (dialog: Dialog) => void opened.push(dialog),
    counted: () => undefined,
    closed: () => undefined,
    rescheduled: () => undefined,
  };
  const dialogs = new DialogQueue(listener, () => 0);
  const port = { post: () => undefined, wake: () => undefined, dialogs };
  const ui = new ExtensionUi(1, port, { notice: () => undefined, changed: () => undefined });
  const notices: string[] = [];
  let aborts = 0;
  const spec: AgentSpec = { agent: 1, cwd, cmd: [], args: [], env: {}, approve: { tools, folder } };
  const link = new ExtensionLink(
    new EditorQuestions(() => undefined),
    () => spec,
    nullLogger,
    () => undefined,
  );
  const approvals = new Approvals(
    link,
    ui,
    {
      spec: () => spec,
      abort: () => void aborts++,
      notice: (text) => void notices.push(text),
      changed: () => undefined,
    },
    undefined,
  );
  ui.connect(() => undefined);
  approvals.begin();
  const check = (toolName: string, input: Record<string, unknown>, signal = new AbortController().signal) =>
    link.gates.check({ toolCallId: "1", toolName, input }, signal);
  const untilAsked = async (count: number) => {
    while (opened.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return opened[count - 1] as Dialog;
  };
  return { cwd, folder, dialogs, ui, link, approvals, notices, check, untilAsked, opened, aborts: () => aborts };
}

/** The tools that are refused when nobody can be asked. */
const asked = ({ gates }: ExtensionLink) => gates.rules.find(({ onFailure }) => onFailure === "refuse")?.tools;

it("asks about all at once where calls come at once, and a yes for the session answers those of its kind", async () => {
  const { dialogs, approvals, check, untilAsked, opened } = setUp(["bash", "my_*"]);
  const calls = [check("bash", { command: "a" }), check("bash", { command: "b" }), check("bash", { command: "a" })];
  const first = await untilAsked(1);
  expect(dialogs.count(1)).toBe(3);
  dialogs.answer(first.id, { verdict: "session" });
  const second = await untilAsked(2);
  expect((second.request as ApprovalRequest).message.lines).toEqual(["b"]);
  dialogs.answer(second.id, { verdict: "no" });
  expect(await Promise.all(calls)).toEqual([{}, { block: "The user refused this call." }, {}]);
  expect(await check("bash", { command: "a" })).toEqual({});
  expect(await check("read", { path: "x" })).toEqual({});
  expect(approvals.report()).toMatchObject({ isDecided: false, allowed: ["bash: a"], tools: ["bash", "my_*"] });
  approvals.forget();
  void check("bash", { command: "a" });
  await untilAsked(3);
  expect(opened).toHaveLength(3);
});

it("takes the question away when nobody waits for it any more", async () => {
  const { dialogs, check, untilAsked } = setUp(["*"]);
  const controller = new AbortController();
  const call = check("todo", {}, controller.signal);
  await untilAsked(1);
  controller.abort();
  expect(await call).toEqual({ block: "The user refused this call." });
  expect(dialogs.count(1)).toBe(0);
  const [late] = await Promise.all([check("todo", {}, controller.signal)]);
  expect(late.block).toMatch(/^This call could not be checked/);
});

it("refuses where no pi is there to be asked for", async () => {
  const { ui, check } = setUp(["*"]);
  ui.exited();
  expect(await check("todo", {})).toEqual({ block: "The user refused this call." });
});

it("stops a run that began though nobody could be asked", () => {
  const { approvals, notices, aborts } = setUp(["bash"]);
  expect(() => approvals.check()).toThrow(/runs without the plugin's extension/);
  approvals.runStarted();
  expect([aborts(), notices]).toEqual([1, [expect.stringContaining(":checkhealth pi")]]);
  const off = setUp([]);
  off.approvals.check();
  off.approvals.runStarted();
  expect([off.aborts(), asked(off.link)]).toEqual([0, []]);
});

it("follows what is decided for the project, and asks about everything where that cannot be read", async () => {
  const { cwd, folder, approvals, notices, link } = setUp(["bash"]);
  approvals.decided(await approvals.choose(["edit"]));
  expect(approvals.report()).toMatchObject({ tools: ["edit"], option: ["bash"], isDecided: true });
  approvals.decided(`${cwd}/other`);
  const [name] = readdirSync(folder);
  writeFileSync(join(folder, name as string), "{");
  approvals.begin();
  expect(asked(link)).toContain("*");
  expect(notices[0]).toMatch(/is damaged.*you are asked about everything/);
  approvals.decided(await approvals.choose(undefined));
  expect(approvals.report()).toMatchObject({ tools: ["bash"], isDecided: false });
});

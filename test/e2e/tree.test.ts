import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { matrix } from "../support/e2e";
import { expectInOrder } from "../support/inOrder";
import { says } from "../support/modelScript";
import { launchWithModel, userTexts } from "../support/realPi";
import { sessionFolder, sessionText } from "../support/sessionFile";
import { Workspace } from "../support/workspace";

const newest = matrix[0] as (typeof matrix)[number];

const treeText = (nvim: Driver): Promise<string> =>
  nvim.lua(`for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buf].filetype == "pi-tree" then return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n") end
  end
  return ""`);

async function untilTree(nvim: Driver, text: string | RegExp): Promise<void> {
  const has = async () => {
    const tree = await treeText(nvim);
    return typeof text === "string" ? tree.includes(text) : text.test(tree);
  };
  await nvim.waitFor(has, { what: `${text} in the tree` });
}

/** Two turns with the real pi, and the tree open. */
async function openTree(answers = ["Answer one.", "Answer two.", "Answer three.", "Answer four."]) {
  const all = await launchWithModel(
    newest,
    answers.map((answer) => says(answer)),
  );
  await all.nvim.command("PiPrompt question one");
  await all.nvim.waitUntilSettled(1);
  await all.nvim.command("PiPrompt question two");
  await all.nvim.waitUntilSettled(2);
  await all.nvim.command("PiTree");
  await untilTree(all.nvim, "Answer two.");
  return all;
}

/** Until something can be typed into the command line. */
async function untilAsked(nvim: Driver): Promise<void> {
  await nvim.waitFor(async () => (await nvim.mode()).mode === "c", { what: "a question in the command line" });
}

async function goTo(nvim: Driver, text: string): Promise<void> {
  await nvim.command(`call search('${text}', 'w')`);
}

describe(`The tree of a session, on ${newest.name}`, () => {
  it("shows the conversation in its order, and stands where the conversation is", async () => {
    const { nvim } = await openTree();
    expectInOrder(await treeText(nvim), "question one", "Answer one.", "question two", "Answer two.");
    expect(await nvim.lua("return vim.api.nvim_get_current_line()")).toContain("Answer two.");
    expect(await nvim.lua("return vim.bo.modifiable")).toBe(false);
  });

  it("shows an entry in full and comes back", async () => {
    const { nvim } = await openTree();
    await goTo(nvim, "question one");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.lua<string>("return vim.bo.filetype")) !== "pi-tree");
    expect(await nvim.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")).toContain(
      "question one",
    );
    await nvim.keys("q");
    await nvim.waitFor(async () => (await nvim.lua<string>("return vim.bo.filetype")) === "pi-tree");
  });

  it("moves the conversation: the branch that is left stays in the tree, and the next prompt goes on from there", async () => {
    const { nvim, model } = await openTree();
    await goTo(nvim, "Answer one.");
    await nvim.keys("g<CR>");
    await nvim.waitForText("go there");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("Answer two."));
    await nvim.waitForChat("Answer one.");
    await nvim.command("PiPrompt question three");
    await nvim.waitForChat("Answer three.");
    await nvim.waitUntilSettled(3);
    expect(userTexts(model.lastRequest)).toEqual(["question one", "question three"]);
    await nvim.command("PiTree");
    await untilTree(nvim, /├─you +question two\n.*Answer two\.\n└─you +question three/);
  });

  it("gives a message of mine back to the prompt when the conversation moves before it", async () => {
    const { nvim } = await openTree();
    await goTo(nvim, "question two");
    await nvim.keys("g<CR>");
    await nvim.waitForText("go there");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.promptText()) === "question two");
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("question two"));
  });

  it("sums up what is left behind when asked", async () => {
    const { nvim } = await openTree(["Answer one.", "Answer two.", "The other branch asked question two."]);
    await goTo(nvim, "Answer one.");
    await nvim.keys("g<CR>");
    await nvim.waitForText("with a summary of what");
    await nvim.keys("<Down><CR>");
    await nvim.waitForChat("Summary of the branch");
    await nvim.lua(`require("pi.host").send("block.open", { agent = 1, open = true })`);
    await nvim.waitForChat("asked question two");
  });

  it("labels an entry, and takes the label away", async () => {
    const { nvim } = await openTree();
    await goTo(nvim, "Answer one.");
    await nvim.keys("L");
    await untilAsked(nvim);
    await nvim.type("good start\n");
    await untilTree(nvim, "[good start] Answer one.");
    await nvim.keys("L");
    await untilAsked(nvim);
    await nvim.keys("<C-u><CR>");
    await nvim.waitFor(async () => !(await treeText(nvim)).includes("good start"));
  });

  it("forks before a message of mine, and behind a reply", async () => {
    const { nvim } = await openTree();
    const before = (await nvim.status()).sessionFile;
    await goTo(nvim, "Answer one.");
    await nvim.keys("f");
    await nvim.waitFor(async () => ![undefined, before].includes((await nvim.status()).sessionFile as string));
    await nvim.waitFor(async () => !(await nvim.chatText()).includes("question two"));
    await nvim.waitForChat("Answer one.");
    await nvim.command("PiTree");
    await goTo(nvim, "question one");
    await untilTree(nvim, "question one");
    await goTo(nvim, "question one");
    await nvim.keys("f");
    await nvim.waitFor(async () => (await nvim.promptText()) === "question one");
  });

  it("grows while it is open, and closes and opens what follows an entry", async () => {
    const { nvim } = await openTree();
    await nvim.lua(`require("pi").prompt({ text = "question three" })`);
    await untilTree(nvim, "Answer three.");
    await nvim.keys("ggzc");
    await nvim.waitFor(async () => !(await treeText(nvim)).includes("Answer one."));
    await nvim.waitForText("6 entries");
    await nvim.keys("zo");
    await untilTree(nvim, "Answer three.");
  });

  it("says what to do when pi works, and when the extension is switched off", async () => {
    const { nvim } = await launchWithModel(newest, [says("Answer one.")], { setup: { extension: false } });
    nvim.expectError(/extension/);
    await nvim.command("PiPrompt question one");
    await nvim.waitUntilSettled(1);
    await nvim.command("PiTree");
    await untilTree(nvim, "Answer one.");
    await goTo(nvim, "question one");
    await nvim.keys("g<CR>");
    await nvim.waitForText("go there");
    await nvim.keys("<CR>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("extension = true"));
  });

  it("uses commands of its own that nobody is offered", async () => {
    const { nvim } = await openTree();
    const all = await nvim.lua<string[]>(`return require("pi.agents").current(false).catalog.commands`);
    expect(all.filter((name) => name.startsWith("nvim-"))).toEqual([]);
    await nvim.command("quit");
    await nvim.command("PiCommand");
    await nvim.waitForText("/mcp");
    expect(nvim.screen.text()).not.toContain("nvim-tree");
    await nvim.keys("<Esc><Esc>");
  });

  it("shows a session of 5,000 levels", async () => {
    const workspace = new Workspace();
    const turns = Array.from({ length: 2500 }, (_, n): [string, string] => [`question ${n}`, `answer ${n}`]);
    const file = join(sessionFolder(join(workspace.home, ".pi/agent"), workspace.project), "deep.jsonl");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sessionText({ cwd: workspace.project, turns }));
    const { nvim } = await launchWithModel(newest, [], { workspace });
    await nvim.command("PiContinue");
    await nvim.waitForChat("answer 2499");
    await nvim.command("PiTree");
    await untilTree(nvim, "answer 2499");
    const lines = (await treeText(nvim)).split("\n");
    expect(lines).toHaveLength(5000);
    expect(await nvim.lua("return vim.api.nvim_win_get_cursor(0)[1]")).toBe(5000);
  });
});

describe.each(matrix.slice(1))("The tree of a session, on $name", (oldest) => {
  it("is refused in one sentence by a pi that cannot tell it", async () => {
    const { nvim } = await launchWithModel(oldest, [says("Answer one.")]);
    nvim.expectError(/tree/);
    await nvim.command("PiPrompt question one");
    await nvim.waitUntilSettled(1);
    await nvim.command("PiTree");
    await nvim.waitFor(async () => (await nvim.messages()).includes("update pi to 0.80.3"));
  });
});

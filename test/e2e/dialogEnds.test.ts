/** How a dialog ends without an answer of the user, and how several of them take turns. */
import { describe, expect, it } from "vitest";
import { METHODS, responses, SOONER, uiRequest, waitForDialog, waitUntilClosed } from "../support/dialogs";
import { editors, hostOf, isShared } from "../support/e2e";
import { success } from "../support/peerAnswers";
import { agentEnd, delta, runStart, settled } from "../support/records";
import { launchWithPeer, type WithPeer } from "../support/withPeer";

describe.each(editors)("Dialogs on $name", (editor) => {
  async function started(options: Parameters<typeof launchWithPeer>[2] = {}): Promise<WithPeer> {
    const all = await launchWithPeer(editor, {}, { init: SOONER, ...options });
    await all.nvim.command("PiOpen");
    await all.peer.command("get_session_stats");
    return all;
  }

  async function busy(): Promise<WithPeer> {
    const all = await started();
    await all.nvim.command("PiPrompt go");
    await all.peer.command("prompt");
    all.peer.send(...runStart("go"), delta("Working"));
    await all.nvim.waitForChat("Working");
    return all;
  }

  it("are shown one after the other in order of arrival, with how many wait, and cancelling one opens the next", async () => {
    const { nvim, peer } = await started();
    const titles = ["A?", "B?", "C?", "D?", "E?", "F?", "G?", "H?", "I?", "J?"];
    const method = (i: number) => METHODS[i % 3] as string;
    peer.send(uiRequest("0", method(0), { title: "A?" }));
    await waitForDialog(nvim, "A?");
    peer.send(...titles.slice(1).map((title, i) => uiRequest(`${i + 1}`, method(i + 1), { title })));
    for (const [i, title] of titles.entries()) {
      await waitForDialog(nvim, title);
      const left = titles.length - 1 - i;
      await nvim.waitFor(() => nvim.screen.text().includes(`${left} more`) === left > 0, { what: `${left} more` });
      await nvim.keys(i === 0 ? "<Esc>" : (["2", "y", `text ${i}<CR>`][i % 3] as string));
    }
    await waitUntilClosed(nvim);
    await nvim.waitFor(() => responses(peer).length === 10);
    expect(responses(peer)).toEqual([
      { id: "0", cancelled: true },
      { id: "1", confirmed: true },
      { id: "2", value: "text 2" },
      { id: "3", value: "Block" },
      { id: "4", confirmed: true },
      { id: "5", value: "text 5" },
      { id: "6", value: "Block" },
      { id: "7", confirmed: true },
      { id: "8", value: "text 8" },
      { id: "9", value: "Block" },
    ]);
  });

  it("a key meant for the first never answers the second", async () => {
    const { nvim, peer } = await started();
    peer.send(uiRequest("a", "select", { title: "A?" }), uiRequest("b", "select", { title: "B?" }));
    await waitForDialog(nvim, "A?");
    await nvim.keys("1jjjjjj");
    await waitForDialog(nvim, "B?");
    expect(responses(peer)).toEqual([{ id: "a", value: "Allow" }]);
    await nvim.keys("<Esc>");
    await nvim.waitFor(() => responses(peer).length === 2);
  });

  it("of two agents take turns, and say who asks", async () => {
    const { nvim, peer } = await started();
    await nvim.command("tabnew");
    await nvim.command("PiOpen");
    await nvim.waitFor(() => peer.processes.length === 2 && peer.received("get_session_stats").length === 2);
    const [one, two] = peer.processes;
    const ask = (to: typeof one, id: string, title: string) =>
      to?.socket.write(
        `${JSON.stringify({ kind: "out", base64: Buffer.from(`${JSON.stringify(uiRequest(id, "confirm", { title }))}\n`).toString("base64") })}\n`,
      );
    ask(one, "a", "From the first");
    await waitForDialog(nvim, "From the first");
    await nvim.waitForText("π in project asks");
    ask(two, "b", "From the second");
    await nvim.waitForText("1 more");
    await nvim.keys("y");
    await waitForDialog(nvim, "From the second");
    await nvim.keys("n");
    await nvim.waitFor(() => responses(peer).length === 2);
    const answersOf = (process: typeof one) => process?.received.filter(({ type }) => type === "extension_ui_response");
    expect(answersOf(one)).toMatchObject([{ id: "a", confirmed: true }]);
    expect(answersOf(two)).toMatchObject([{ id: "b", confirmed: false }]);
  });

  it("count their time down from arrival, close themselves, say so, and send nothing, even when not shown", async () => {
    const { nvim, peer } = await started();
    peer.send(
      uiRequest("a", "select", { title: "A?", timeout: 1500 }),
      uiRequest("b", "confirm", { title: "B?", timeout: 1000 }),
    );
    peer.send(uiRequest("c", "input", { title: "C?" }));
    await waitForDialog(nvim, "A?");
    await nvim.waitForText(/[12] s /);
    await waitForDialog(nvim, "C?");
    expect(responses(peer)).toEqual([]);
    const log = "return table.concat(vim.fn.readfile(vim.fn.stdpath('log') .. '/pi.log'), '\\n')";
    expect(await nvim.lua(log)).toMatch(/the time for “B\?” is over[\s\S]*the time for “A\?” is over/);
    await nvim.keys("x<CR>");
    await nvim.waitFor(() => responses(peer).length > 0);
    expect(responses(peer)).toEqual([{ id: "c", value: "x" }]);
  });

  it.each(METHODS)("%s: goes when its time is over while the user is in the middle of it", async (method) => {
    const { nvim, peer } = await started();
    peer.send(uiRequest("a", method, { title: "A?", timeout: 1200 }));
    await waitForDialog(nvim, "A?");
    await nvim.keys(method === "editor" || method === "input" ? "ihalf" : method === "select" ? "/All" : "j");
    await waitUntilClosed(nvim);
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n", { what: "normal mode" });
    expect(await nvim.lua("return vim.bo.filetype")).toBe("pi-prompt");
    expect(responses(peer)).toEqual([]);
  });

  it.each(METHODS)("%s: :PiAbort answers it with cancel, before it clears the queue and stops", async (method) => {
    const { nvim, peer } = await busy();
    peer.answers.abort = (command) => [agentEnd(), settled(true), success(command)];
    peer.send(uiRequest("a", method, { title: "A?" }), uiRequest("b", method, { title: "B?" }));
    await waitForDialog(nvim, "A?");
    await nvim.lua("vim.cmd.stopinsert() vim.cmd.PiAbort()");
    await nvim.waitUntilSettled();
    await waitUntilClosed(nvim);
    const order = peer.received().map(({ type, id }) => (type === "extension_ui_response" ? id : type));
    const told = order.filter((type) => !String(type).startsWith("get_"));
    expect(told.slice(-4)).toEqual(["a", "b", "clear_queue", "abort"]);
    expect(responses(peer).every(({ cancelled }) => cancelled)).toBe(true);
  });

  it("of a run are cancelled when it settles; one that came after its end stays", async () => {
    const { nvim, peer } = await busy();
    peer.send(uiRequest("a", "select", { title: "In the run?" }));
    await waitForDialog(nvim, "In the run?");
    peer.send(agentEnd(), uiRequest("b", "confirm", { title: "What next?" }), settled());
    await waitForDialog(nvim, "What next?");
    expect(responses(peer)).toEqual([{ id: "a", cancelled: true }]);
    await nvim.keys("y");
    await nvim.waitFor(() => responses(peer).length === 2);
    expect(responses(peer)[1]).toEqual({ id: "b", confirmed: true });
  });

  it.each(METHODS)("%s: goes when pi dies", async (method) => {
    const { nvim, peer } = await started();
    nvim.expectError(/pi/);
    peer.send(uiRequest("a", method, { title: "A?" }));
    await waitForDialog(nvim, "A?");
    peer.exit(3, "broken\n");
    await waitUntilClosed(nvim);
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    await nvim.waitFor(async () => (await nvim.status()).dialogs === 0);
  });

  it.skipIf(isShared)("go when the host dies, and the next host asks anew", async () => {
    const { nvim, peer } = await started();
    nvim.expectError(/pi|host/);
    peer.send(uiRequest("a", "input", { title: "A?" }));
    await waitForDialog(nvim, "A?");
    const host = hostOf(nvim);
    process.kill(host?.pid as number, "SIGKILL");
    await waitUntilClosed(nvim);
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    await nvim.command("PiOpen");
    await nvim.waitFor(() => peer.processes.length === 2 && peer.received("get_session_stats").length === 2);
    peer.send(uiRequest("b", "input", { title: "B?" }));
    await waitForDialog(nvim, "B?");
    await nvim.keys("<CR>");
    await nvim.waitFor(() => responses(peer).length === 1);
    expect(responses(peer)).toEqual([{ id: "b", value: "" }]);
  });

  it.each(METHODS)("%s: goes with the session that it belongs to", async (method) => {
    const { nvim, peer } = await started();
    peer.send(uiRequest("q", method));
    await waitForDialog(nvim, "π asks");
    await nvim.lua("require('pi').new()");
    await peer.command("new_session");
    await waitUntilClosed(nvim);
    await nvim.waitFor(() => responses(peer).length === 1);
    expect(responses(peer)).toEqual([{ id: "q", cancelled: true }]);
    await nvim.waitForStatus({ dialogs: 0 });
  });

  it.each(["PiStop", "PiRestart"])("are cancelled once by :%s", async (command) => {
    const { nvim, peer } = await started();
    peer.send(uiRequest("a", "confirm", { title: "A?" }));
    await waitForDialog(nvim, "A?");
    await nvim.lua("vim.cmd(...)", command);
    await waitUntilClosed(nvim);
    await nvim.waitFor(() => peer.processes[0]?.ended);
    expect(responses(peer)).toEqual([{ id: "a", cancelled: true }]);
  });

  it("are shown when the chat is closed and another tab page is open; an unknown method is cancelled with a notice", async () => {
    const { nvim, peer } = await started();
    await nvim.command("PiClose");
    await nvim.command("tabnew");
    for (const [i, method] of METHODS.entries()) {
      peer.send(uiRequest(`${i}`, method, { title: `of ${method}` }));
      await waitForDialog(nvim, `of ${method}`);
      expect(responses(peer)).toHaveLength(i);
      await nvim.keys(method === "editor" ? "ZZ" : "<CR>");
      await waitUntilClosed(nvim);
      await nvim.waitFor(() => responses(peer).length === i + 1);
      expect(await nvim.lua("return vim.fn.tabpagenr()")).toBe(2);
    }
    peer.send(uiRequest("x", "colourPicker", { title: "Which?" }));
    await nvim.waitFor(() => responses(peer).length === 5);
    expect(responses(peer).at(-1)).toEqual({ id: "x", cancelled: true });
    await nvim.waitFor(async () => (await nvim.messages()).includes("colourPicker"));
  });

  it("leave every option as it was, globally and in the user's window", async () => {
    const init =
      "vim.cmd('set number list spell nowrap signcolumn=yes colorcolumn=80 scrolloff=999 winhighlight=Normal:Title')";
    const { nvim, peer } = await started({ init });
    await nvim.command("PiClose");
    const dump = () =>
      nvim.lua(`local dump, win = {}, vim.api.nvim_get_current_win()
        for name, info in pairs(vim.api.nvim_get_all_options_info()) do
          local ok, value = pcall(vim.api.nvim_get_option_value, name, { scope = "global" })
          local is_here, here = pcall(vim.api.nvim_get_option_value, name, info.scope == "win" and { win = win } or {})
          dump[name] = { ok and value, is_here and here }
        end
        return dump`);
    const before = await dump();
    for (const [i, method] of METHODS.entries()) {
      peer.send(uiRequest(`${i}`, method, { title: `of ${method}` }));
      await waitForDialog(nvim, `of ${method}`);
      expect(await nvim.lua("return vim.wo[vim.fn.win_getid(1)].wrap")).toBe(false);
      await nvim.keys(method === "editor" ? "ZZ" : "<CR>");
      await waitUntilClosed(nvim);
    }
    await nvim.waitFor(async () => (await nvim.mode()).mode === "n");
    expect(await dump()).toEqual(before);
    expect(await nvim.lua("return #vim.fn.getbufinfo({ buflisted = 1 })")).toBe(1);
  });

  it("do not keep Neovim from quitting, and are cancelled by it", async () => {
    const { nvim, peer } = await started();
    peer.send(uiRequest("a", "editor", { title: "A?" }));
    await waitForDialog(nvim, "A?");
    await nvim.keys(":qa<CR>");
    expect(await nvim.exit).toMatchObject({ code: 0 });
    await nvim.waitUntilGone();
    expect(responses(peer)).toEqual([{ id: "a", cancelled: true }]);
  });
});

import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { startNeovim } from "../support/driver";
import { editors, launch } from "../support/e2e";
import { idleState } from "../support/peerAnswers";
import { isAlive } from "../support/processes";
import { ScriptedPi } from "../support/scriptedPi";
import { waitFor } from "../support/waitFor";
import { Workspace } from "../support/workspace";

describe.each(editors)("The driver, on $name", (editor) => {
  const none = { pluginRoot: "/nowhere" };

  it("sees what a person sees: text, colours, cursor and mode, at any size", async () => {
    const nvim = await launch(editor, { ...none, width: 40, height: 8 });
    await nvim.keys("i");
    await nvim.type("hello <world> 日本");
    await nvim.waitForText("hello <world> 日本");
    expect([nvim.screen.mode, nvim.screen.cursor]).toEqual(["insert", { row: 0, col: 18 }]);
    await nvim.keys("<Esc>");
    await nvim.command("match Todo /world/");
    await nvim.waitFor(() => nvim.screen.groupsOf("world").includes("Todo"));
    expect(nvim.screen.groupsOf("hello")).toEqual([]);
    await nvim.resize(60, 12);
    await nvim.waitFor(() => nvim.screen.row(11) === "" && nvim.screen.row(9) === "~");
  });

  it("does not hang on a blocked editor and says what it waits for", async () => {
    const nvim = await launch(editor, none);
    await nvim.keys("f");
    expect(await nvim.mode()).toEqual({ mode: "n", blocking: true });
    await expect(nvim.nvim.request("nvim_exec_lua", ["return 1", []], 100)).rejects.toThrow(
      "not answered within 100 ms",
    );
    expect(await nvim.describe()).toContain("waits for a key");
    await nvim.keys("<Esc>");
    expect(await nvim.lua("return 1")).toBe(1);
  });

  it("fails a test at its end for an error nobody expected, and for a process left behind", async () => {
    const nvim = await startNeovim({ nvim: editor.nvim, ...none });
    await nvim.command("NoSuchCommand");
    const left = spawn("sleep", ["300"], { env: { PATH: process.env.PATH, PI_TEST_MARKER: nvim.marker } });
    await waitFor(() => nvim.processes().length === 2);
    const end = nvim.dispose(100);
    await expect(end).rejects.toThrow(/E492[\s\S]*sleep 300/);
    await waitFor(() => !isAlive(left.pid as number));
    expect(isAlive(nvim.pid)).toBe(false);
  });

  it("lets an error pass that the test expects", async () => {
    const nvim = await startNeovim({ nvim: editor.nvim, ...none });
    nvim.expectError(/E492/);
    await nvim.command("NoSuchCommand");
    await nvim.dispose();
  });

  it("fails at once when the configuration does not load", async () => {
    const start = startNeovim({ nvim: editor.nvim, ...none, width: 200, init: "error('a broken configuration')" });
    await expect(start).rejects.toThrow("a broken configuration");
  });

  it("reports the end of Neovim to whoever waits for it", async () => {
    const nvim = await launch(editor, none);
    nvim.nvim.kill("SIGKILL");
    expect(await nvim.exit).toEqual({ code: null, signal: "SIGKILL" });
    await expect(nvim.lua("return 1")).rejects.toThrow("Neovim has ended (code null, signal SIGKILL)");
  });
});

describe("The scripted peer", () => {
  it("relays records both ways, answers by itself, and ends as told", async () => {
    const workspace = new Workspace();
    const peer = await ScriptedPi.start(workspace);
    const [program = "", ...args] = peer.cmd;
    const child = spawn(program, [...args, "--mode", "rpc"], {
      env: { ...process.env, ...peer.env },
      cwd: workspace.project,
    });
    let stdout = "";
    child.stdout.on("data", (data: Buffer) => (stdout += data));
    child.stdin.write('{"id":"1","type":"get_state"}\n{"id":"2","type":"prompt","message":"hi\u2028"}\n');
    expect(await peer.command("prompt")).toMatchObject({ message: "hi\u2028" });
    await waitFor(() => stdout.split("\n").length === 3);
    expect(JSON.parse(stdout.split("\n")[0] as string)).toMatchObject({ id: "1", success: true, data: idleState });
    expect(await peer.started()).toMatchObject({ argv: ["--mode", "rpc"], cwd: workspace.project });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    peer.exit(3, "boom");
    expect(await ended).toBe(3);
    await waitFor(() => peer.current.ended);
    await peer.close();
    workspace.remove();
  });
});

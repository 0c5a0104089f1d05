import { describe, expect, it } from "vitest";
import { editors, launch } from "../support/e2e";
import { attach, draw, PNG, SEES, say } from "../support/imageFiles";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

describe.each(editors)("The clipboard's image, on $name", (editor) => {
  /** A program in place of the real one, which gives the image when asked for its type. */
  function program(workspace: Workspace, name: string, body: string): string {
    draw(workspace, "clip.png");
    workspace.write(`bin/${name}`, `#!/bin/sh\n${body}\n`, 0o755);
    return workspace.path("bin");
  }

  it.each([
    ["wl-paste", { WAYLAND_DISPLAY: "wayland-0" }, "--no-newline --type image/png", "cat"],
    ["xclip", { DISPLAY: ":0" }, "-selection clipboard -target image/png -out", "cat"],
    ["pngpaste", {}, "-", "cat"],
    ["powershell.exe", { WSL_DISTRO_NAME: "Debian" }, "*ToBase64String*", "base64"],
  ])("is attached by way of %s", async (name, env, args, write) => {
    const workspace = new Workspace();
    const asks = args.startsWith("*") ? args : `"${args}"`;
    const body = `case "$*" in ${asks}) exec ${write} '${workspace.path("clip.png")}';; esac; exit 1`;
    const pathFirst = [program(workspace, name, body)];
    const { nvim, peer } = await launchWithPeer(editor, SEES, { workspace, env, pathFirst });
    await nvim.command("PiAttach clipboard");
    await nvim.waitForText(/clipboard-.*\.png/);
    await say(nvim, "what is this?");
    expect((await peer.command("prompt")).images).toMatchObject([{ data: PNG.toString("base64") }]);
  });

  it("is waited for by a prompt that is sent before it has been read", async () => {
    const workspace = new Workspace();
    const body = `while [ ! -e '${workspace.path("go")}' ]; do sleep 0.05; done; cat '${workspace.path("clip.png")}'`;
    const pathFirst = [program(workspace, "wl-paste", body)];
    const env = { WAYLAND_DISPLAY: "wayland-0" };
    const { nvim, peer } = await launchWithPeer(editor, SEES, { workspace, env, pathFirst });
    await nvim.command("PiOpen");
    await nvim.keys("ilook<M-v><C-s><C-s>");
    await nvim.waitFor(async () => (await nvim.status()).running === true);
    workspace.write("go", "");
    expect((await peer.command("prompt")).images).toMatchObject([{ data: PNG.toString("base64") }]);
    expect(peer.received("prompt")).toHaveLength(1);
  });

  it("that is none keeps the prompt from being sent without it", async () => {
    const workspace = new Workspace();
    const body = `while [ ! -e '${workspace.path("go")}' ]; do sleep 0.05; done; echo words`;
    const pathFirst = [program(workspace, "wl-paste", body)];
    const env = { WAYLAND_DISPLAY: "wayland-0" };
    const { nvim, peer } = await launchWithPeer(editor, SEES, { workspace, env, pathFirst });
    await nvim.command("PiOpen");
    await nvim.keys("ilook<M-v><C-s>");
    await nvim.waitFor(async () => (await nvim.status()).running === true);
    workspace.write("go", "");
    await nvim.waitFor(async () => (await nvim.messages()).includes("The clipboard holds no image"));
    expect(await nvim.promptText()).toBe("look");
    expect(peer.received("prompt")).toEqual([]);
  });

  it("is said to be none when there is only text, and when nothing can read it", async () => {
    const workspace = new Workspace();
    const pathFirst = [program(workspace, "wl-paste", "echo words")];
    const text = await launchWithPeer(editor, {}, { workspace, env: { WAYLAND_DISPLAY: "wayland-0" }, pathFirst });
    await text.nvim.command("PiOpen");
    await text.nvim.keys("<M-v>");
    await text.nvim.waitFor(async () => (await text.nvim.messages()).includes("The clipboard holds no image"));
    const none = await launchWithPeer(editor);
    await none.nvim.command("PiAttach clipboard");
    await none.nvim.waitFor(async () => (await none.nvim.messages()).includes("Clipboard images need"));
  });
});

describe.each(editors)("An image of a draft, on $name", (editor) => {
  it("is there again after a restart", async () => {
    const workspace = new Workspace();
    const first = await launchWithPeer(editor, {}, { workspace });
    await attach(first.nvim, draw(workspace, "dot.png"), "dot.png 70 B");
    await first.nvim.type(":qa\n");
    await first.nvim.exit;
    const second = await launch(editor, { workspace, setup: { cmd: first.peer.cmd }, env: first.peer.env });
    await second.command("PiOpen");
    await second.waitForText("dot.png 70 B");
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Driver } from "../support/driver";
import { editors, matrix } from "../support/e2e";
import { attach, draw, PNG, SEES, say } from "../support/imageFiles";
import { type ChatRequest, says } from "../support/modelScript";
import { failure } from "../support/peerAnswers";
import { Gate, launchWithModel } from "../support/realPi";
import { launchWithPeer } from "../support/withPeer";
import { Workspace } from "../support/workspace";

/** Every image that a request carries, as data addresses. */
function imagesOf(request: ChatRequest | undefined): string[] {
  return JSON.stringify(request?.messages ?? []).match(/data:image\/\w+;base64,[\w+/=]*/g) ?? [];
}

const asUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

describe.each(matrix)("An image, with $name", (configuration) => {
  it("goes with the prompt byte for byte, by what it is and not by its name", async () => {
    const { nvim, model } = await launchWithModel(configuration, [says("A dot.")]);
    const path = draw(nvim.workspace, "my dot.jpg");
    await attach(nvim, path, "my dot.jpg 70 B");
    await say(nvim, "what is this?");
    await nvim.waitForChat("A dot.");
    expect(imagesOf(model.lastRequest)).toEqual([asUrl(PNG)]);
    expect(await nvim.chatText()).toMatch(/what is this\?\n\[image\/png 70 B\]/);
    expect(nvim.screen.text()).not.toContain("my dot.jpg");
    expect((await nvim.chatText()).match(/what is this/g)).toHaveLength(1);
  });

  it("goes with a message that steers, and with one that follows", async () => {
    const gate = new Gate();
    const { nvim, model } = await launchWithModel(configuration, [
      { parts: [{ text: "Begin. " }, { hold: gate.opened }, { text: "The end." }] },
      says("Steered."),
      says("Followed."),
    ]);
    const other = Buffer.concat([PNG, Buffer.from("more")]);
    await nvim.command("PiPrompt go");
    await nvim.waitForChat("Begin.");
    await attach(nvim, draw(nvim.workspace, "one.png"), "one.png 70 B");
    await say(nvim, "steer with it");
    await nvim.waitForText(/1 queued/);
    await attach(nvim, draw(nvim.workspace, "two.png", other), "two.png 74 B");
    await nvim.command("PiOpen");
    await nvim.keys("ifollow with it<M-CR><Esc>");
    await nvim.waitForText(/2 queued/);
    gate.open();
    await nvim.waitForChat("Followed.");
    expect(imagesOf(model.lastRequest)).toEqual([asUrl(PNG), asUrl(other)]);
    await nvim.waitUntilSettled();
    const chat = await nvim.chatText();
    expect(chat.match(/steer with it|follow with it/g)).toHaveLength(2);
    expect(nvim.screen.text()).not.toMatch(/sending|queued/);
  });

  it("is refused before anything is sent when the model takes none, and comes back with the text", async () => {
    const workspace = new Workspace();
    const { nvim, model } = await launchWithModel(configuration, [says("Only words.")], { workspace });
    const file = join(workspace.home, ".pi/agent/models.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('["text","image"]', '["text"]'));
    await attach(nvim, draw(workspace, "dot.png"), "dot.png 70 B");
    await say(nvim, "look");
    await nvim.waitForChat("The model demo takes no images");
    expect(await nvim.promptText()).toBe("look");
    await nvim.waitForText("dot.png 70 B");
    expect(model.requests).toHaveLength(0);
    await nvim.command("PiDetach");
    await nvim.waitFor(() => !nvim.screen.text().includes("dot.png 70 B"));
    await nvim.keys("<C-s>");
    await nvim.waitForChat("Only words.");
    // A second one is warned of at once: the model is known by now.
    await nvim.command(`PiAttach ${join(workspace.project, "dot.png")}`);
    await nvim.waitFor(async () => (await nvim.messages()).includes("takes no images"));
  });
});

describe.each(editors)("Attaching, on $name", (editor) => {
  it.each([
    ["a file that only has the name", "fake.png", Buffer.from("just text"), /no PNG, JPEG, GIF or WebP/],
    ["one that is too large", "big.png", Buffer.concat([PNG, Buffer.alloc(21 * 1024 * 1024)]), /too large.*at most 20/],
  ])("says why not for %s", async (_what, name, bytes, sentence) => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command(`PiAttach ${draw(nvim.workspace, name, bytes)}`);
    await nvim.waitFor(async () => sentence.test(await nvim.messages()), { what: `${sentence}` });
    expect(nvim.screen.text()).not.toMatch(new RegExp(`${name} \\d`));
  });

  it.each([
    ["missing.png", /There is no file/],
    [".", /is no file/],
  ])("says why not for %s", async (path, sentence) => {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command(`PiAttach ${path}`);
    await nvim.waitFor(async () => sentence.test(await nvim.messages()), { what: `${sentence}` });
  });

  it("takes a relative path, shows several, and takes one off by name or from a list", async () => {
    const { nvim, peer } = await launchWithPeer(editor, SEES);
    for (const name of ["a.png", "b.png", "c.png"]) {
      draw(nvim.workspace, name);
      await nvim.command(`PiAttach ${name}`);
    }
    await nvim.waitForText(/a\.png 70 B +b\.png 70 B +(\+1|c\.png)/);
    expect(await nvim.lua(`return vim.fn.getcompletion("PiDetach b", "cmdline")`)).toEqual(["b.png 70 B"]);
    await nvim.command("PiDetach b.png 70 B");
    await nvim.command("PiDetach");
    await nvim.waitForText(/2 +c\.png/);
    await nvim.keys("<CR>");
    const isOver = () => /c\.png 70 B/.test(nvim.screen.text()) && !/a\.png|Take an image off/.test(nvim.screen.text());
    await nvim.waitFor(isOver, { what: "one image" });
    await say(nvim, "with one");
    const sent = await peer.command("prompt");
    expect(sent.images).toHaveLength(1);
    expect(sent).toMatchObject({ images: [{ type: "image", mimeType: "image/png", data: PNG.toString("base64") }] });
  });

  it("gives images back with the text when pi refuses, or when a file is gone meanwhile", async () => {
    const { nvim, peer } = await launchWithPeer(editor, {
      ...SEES,
      prompt: (command) => [failure(command, "not now")],
    });
    const path = draw(nvim.workspace, "dot.png");
    await attach(nvim, path, "dot.png 70 B");
    await say(nvim, "look");
    await nvim.waitForChat("not now");
    await nvim.waitForText("dot.png 70 B");
    expect(await nvim.promptText()).toBe("look");
    await nvim.lua("vim.fn.delete(...)", path);
    await nvim.keys("<C-s>");
    await nvim.waitForChat("There is no file");
    await nvim.waitForText("dot.png 70 B");
    expect(await nvim.promptText()).toBe("look");
    expect(peer.received("prompt")).toHaveLength(1);
  });

  it("needs a text to send with it", async () => {
    const { nvim, peer } = await launchWithPeer(editor);
    await attach(nvim, draw(nvim.workspace, "dot.png"), "dot.png 70 B");
    await nvim.command("PiOpen");
    await nvim.keys("<C-s>");
    await nvim.waitFor(async () => (await nvim.messages()).includes("say what to do with the image"));
    expect(peer.received("prompt")).toEqual([]);
  });
});

describe.each(editors)("Pasting into the prompt, on $name", (editor) => {
  const paste = (nvim: Driver, text: string, phase = -1) => nvim.nvim.request("nvim_paste", [text, true, phase]);

  async function inPrompt(): Promise<Driver> {
    const { nvim } = await launchWithPeer(editor);
    await nvim.command("PiOpen");
    await nvim.keys("ilook: ");
    await nvim.waitFor(async () => (await nvim.promptText()) === "look: ");
    return nvim;
  }

  it.each([
    ["plain", (path: string) => path],
    ["in quotes", (path: string) => `'${path}'`],
    ["with backslashes", (path: string) => path.replaceAll(" ", "\\ ")],
    ["as a file address with a line break behind", (path: string) => `file://${path.replaceAll(" ", "%20")}\n`],
  ])("the path of an image attaches it: %s", async (_how, write) => {
    const nvim = await inPrompt();
    await paste(nvim, write(draw(nvim.workspace, "my dot.png")));
    await nvim.waitForText("my dot.png 70 B");
    expect(await nvim.promptText()).toBe("look: ");
  });

  it("the same in pieces, as terminals send it", async () => {
    const nvim = await inPrompt();
    const path = draw(nvim.workspace, "dot.png");
    await paste(nvim, path.slice(0, 5), 1);
    await paste(nvim, path.slice(5), 2);
    await paste(nvim, "", 3);
    await nvim.waitForText("dot.png 70 B");
    expect(await nvim.promptText()).toBe("look: ");
  });

  it("anything else is text: another path, two lines, a long text in pieces", async () => {
    const nvim = await inPrompt();
    const path = draw(nvim.workspace, "dot.png");
    await paste(nvim, "/tmp/none.png|");
    await paste(nvim, `${path}\n${path}|`);
    await paste(nvim, "x".repeat(5000), 1);
    await paste(nvim, "yy\nzz", 2);
    await paste(nvim, "end", 3);
    const expected = `look: /tmp/none.png|${path}\n${path}|${"x".repeat(5000)}yy\nzzend`;
    await nvim.waitFor(async () => (await nvim.promptText()) === expected, { what: "all of the text" });
    expect(nvim.screen.text()).not.toContain("dot.png 70 B");
  });

  it("a file that only has the name of an image is text in the end", async () => {
    const nvim = await inPrompt();
    const path = draw(nvim.workspace, "fake.png", Buffer.from("text"));
    await paste(nvim, path);
    await nvim.waitFor(async () => (await nvim.promptText()) === `look: ${path}`, { what: "the path" });
  });

  it("in other buffers nothing is different", async () => {
    const nvim = await inPrompt();
    const path = draw(nvim.workspace, "dot.png");
    await nvim.keys("<Esc>");
    await nvim.command("PiClose");
    await paste(nvim, path);
    expect(await nvim.lua("return vim.api.nvim_get_current_line()")).toBe(path);
  });
});

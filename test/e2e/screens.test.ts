import { describe, expect, it } from "vitest";
import { editors } from "../support/e2e";
import { recordings } from "../support/recordings";
import type { Screen } from "../support/screen";
import { launchWithPeer } from "../support/withPeer";

const BACKGROUNDS = ["dark", "light"] as const;
const NAMES = ["tools", "search", "extension", "text", "retry"];
const SCENES = NAMES.map((name) => `pi-1.6.0/${name}`);

/** Times differ from run to run: each digit becomes a 0, and what they push aside is left out. */
function steady(text: string): string {
  return text
    .replace(/\d+(\.\d+)? (ms|s)\b/g, "0 s")
    .replace(/\b\d\d:\d\d\b/g, "00:00")
    .replace(/ {2,}/g, "  ");
}

/** Each row as text, and under it its pieces that are not in the default colours. */
function picture(screen: Screen): string {
  const rows = Array.from({ length: screen.height }, (_, row) => {
    const colors = coloredRuns(screen, row).map(({ look, text }) => `      · ${look} ${JSON.stringify(text)}`);
    return [screen.row(row), ...colors].map(steady).join("\n");
  });
  return `${rows.join("\n").replace(/\n{3,}/g, "\n\n")}\n`;
}

function coloredRuns(screen: Screen, row: number): { look: string; text: string }[] {
  const runs: { look: string; text: string }[] = [];
  for (let col = 0; col < screen.width; col++) {
    const { text, highlight } = screen.cellAt(row, col);
    const look = lookOf(highlight.attributes);
    const last = runs.at(-1);
    if (last?.look === look) last.text += text;
    else runs.push({ look, text });
  }
  return runs.filter(({ look, text }) => look !== "" && (text.trim() !== "" || look.includes("on")));
}

function lookOf(attributes: Readonly<Record<string, unknown>>): string {
  const hex = (value: unknown) => (typeof value === "number" ? `#${value.toString(16).padStart(6, "0")}` : "");
  const styles = ["bold", "italic", "underline", "reverse"].filter((name) => attributes[name] === true);
  const ground = hex(attributes.background);
  return [hex(attributes.foreground), ground === "" ? "" : `on ${ground}`, ...styles].filter(Boolean).join(" ");
}

describe.each(editors)("The screen on $name", (editor) => {
  it.each(BACKGROUNDS)("looks as it did when it was last looked at, %s", async (background) => {
    const { nvim, peer } = await launchWithPeer(
      editor,
      {},
      {
        width: 100,
        height: 140,
        env: { TZ: "UTC" },
        init: `vim.o.background = "${background}" vim.o.laststatus = 0 vim.o.ruler = false vim.o.showcmd = false`,
        setup: { layout: { place: "tab" } },
      },
    );
    await nvim.command("PiOpen");
    await nvim.command("PiPrompt why does this loop never end?");
    await peer.command("prompt");
    const all = recordings();
    const scenes = SCENES.map((scene) => all.find(({ name }) => name === scene)).filter((scene) => scene !== undefined);
    for (const { events } of scenes) peer.send(...(events as readonly unknown[] as Record<string, unknown>[]));
    await nvim.waitUntilSettled(scenes.length);
    await nvim.waitForChat(/^edit[\s\S]*At last\.[\s\S]* out ·/m);
    await nvim.lua("vim.api.nvim_set_current_win(...)", await nvim.windowOf("pi"));
    for (const [header, shown] of [
      ["edit", "while (left > 0) {"],
      ["grep", "queue.js:13:"],
      ["ls", "package.json"],
    ] as const) {
      await nvim.lua("vim.fn.search(..., 'w') vim.cmd('normal zo')", `^${header}`);
      await nvim.waitForText(shown);
    }
    const isAtEnd = async () => {
      await nvim.keys("G");
      return /At last\.[\s\S]* out ·/.test(nvim.screen.text()) && !nvim.screen.text().includes("more below");
    };
    await nvim.waitFor(isAtEnd, { what: "the end of the conversation on the screen" });
    await expect(picture(nvim.screen)).toMatchFileSnapshot(
      `../fixtures/screens/${editor.name.replace(" ", "-")}-${background}.txt`,
    );
  });
});

/** What each dialog looks like: its box as text, and under each line the highlight groups of its cells. */
import { describe, expect, it } from "vitest";
import { boxOf } from "../support/dialogBox";
import { METHODS, SOONER, uiRequest, waitForDialog } from "../support/dialogs";
import type { Driver } from "../support/driver";
import { editors } from "../support/e2e";
import { launchWithPeer } from "../support/withPeer";

const COMMAND = "git log --oneline --all --graph && ".repeat(114).slice(0, 4000);

const LONG = {
  select: { title: `Dangerous command:\n\n  ${COMMAND}\n\nAllow?`, options: ["Yes", "No"] },
  confirm: { title: "Read this", message: Array.from({ length: 200 }, (_, i) => `line ${i + 1} of it`).join("\n") },
};

const SIZES = [
  [80, 24],
  [200, 60],
  [20, 5],
] as const;

describe.each(editors)("A dialog's screen on $name", (editor) => {
  async function asked(size: readonly [number, number], background: string, id: string, method: string, fields = {}) {
    const [width, height] = size;
    const { nvim, peer } = await launchWithPeer(
      editor,
      {},
      { width, height, init: `${SOONER} vim.o.background = '${background}'` },
    );
    if (height < 10) nvim.expectError(/chat cannot be opened|E36|^pi: the/);
    await nvim.lua("vim.cmd('silent! PiOpen')");
    await peer.command("get_session_stats");
    await nvim.waitFor(async () => (await nvim.status()).running === true);
    peer.send(uiRequest(id, method, fields));
    await waitForDialog(nvim, "π asks");
    return { nvim, peer };
  }

  const settle = (nvim: Driver) => nvim.lua("vim.cmd.redraw()");

  for (const size of SIZES) {
    it.each(METHODS)(`%s at ${size.join("x")}`, async (method) => {
      const shown = async (background: string) => {
        const { nvim } = await asked(size, background, "q", method);
        if (method === "input") await nvim.keys("typed");
        await settle(nvim);
        return boxOf(nvim.screen);
      };
      const dark = await shown("dark");
      await expect(dark).toMatchFileSnapshot(`screens/${method}-${size.join("x")}.txt`);
      expect(await shown("light")).toBe(dark);
    });
  }

  it.each(SIZES)(
    "a command of 4,000 characters can be read to its end before it is answered, at %sx%s",
    async (...size) => {
      const { nvim } = await asked(size, "dark", "q", "select", LONG.select);
      const words = () => nvim.screen.text().replace(/[^a-zA-Z]/g, "");
      let read = words();
      for (let i = 0; i < 400 && !nvim.screen.text().includes("Yes"); i++) {
        const before = nvim.screen.flushes;
        read += words();
        await nvim.keys("<C-e>");
        await nvim.waitFor(() => nvim.screen.flushes > before, { deadline: 1000 }).catch(() => undefined);
      }
      expect(read).toContain("Dangerouscommand");
      expect(nvim.screen.text()).toContain("Yes");
      await nvim.keys("G<CR>");
    },
  );

  it.each([SIZES[0], SIZES[2]])(
    "a message of 200 lines is scrolled with usual keys, and says that it goes on, at %sx%s",
    async (...size) => {
      const { nvim, peer } = await asked(size, "dark", "q", "confirm", LONG.confirm);
      await nvim.waitForText("Read this");
      await nvim.waitForText("↓ more");
      await nvim.keys("<C-d>");
      await nvim.waitFor(() => !nvim.screen.text().includes("Read this"));
      await nvim.keys("G");
      await nvim.waitForText("n  No");
      await nvim.waitFor(() => !nvim.screen.text().includes("↓ more"));
      await nvim.keys("<CR>");
      await nvim.waitFor(() => peer.received("extension_ui_response").length > 0);
      expect(peer.received("extension_ui_response")[0]).toMatchObject({ id: "q", confirmed: false });
    },
  );

  it("colours, wide characters, a count, a timeout and a filter", async () => {
    const options = ["日本語", "\u001b[31mred\u001b[0m one", "two\nlines", ""];
    const { nvim, peer } = await asked([80, 24], "dark", "q", "select", {
      title: "Which %{1}?",
      options,
      timeout: 600_000,
    });
    peer.send(uiRequest("r", "confirm"));
    await nvim.waitForText("1 more");
    await expect(boxOf(nvim.screen)).toMatchFileSnapshot("screens/select-everything.txt");
    await nvim.keys("/re");
    await nvim.waitFor(() => !nvim.screen.text().includes("日本語"));
    await expect(boxOf(nvim.screen)).toMatchFileSnapshot("screens/select-filtered.txt");
  });
});

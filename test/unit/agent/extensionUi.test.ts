import { describe, expect, it, vi } from "vitest";
import { DialogQueue } from "../../../src/agent/dialogs";
import { ExtensionUi } from "../../../src/agent/extensionUi";
import type { PiEvent, UiRequest, UiResponse } from "../../../src/pi/protocol";

function setUp() {
  const sent: UiResponse[] = [];
  const opened: string[] = [];
  const listener = {
    opened: ({ request }: { request: { id: string } }) => void opened.push(request.id),
    counted: vi.fn(),
    closed: vi.fn(),
    rescheduled: vi.fn(),
  };
  const port = { post: vi.fn(), wake: vi.fn(), dialogs: new DialogQueue(listener, () => 0) };
  const ui = new ExtensionUi(1, port, { notice: vi.fn(), changed: vi.fn() });
  ui.connect((response) => void sent.push(response));
  const take = (fields: object) => ui.take({ type: "extension_ui_request", id: "x", ...fields } as UiRequest);
  const ask = (id: string) => take({ id, method: "confirm", title: id, message: "" });
  const event = (type: string) => ui.observe({ type } as PiEvent);
  return { ui, port, sent, opened, take, ask, event };
}

const cancelled = (id: string) => ({ type: "extension_ui_response", id, cancelled: true });

describe("ExtensionUi", () => {
  it("cancels at the end of a run what came during it, not what came after its last message", () => {
    const { sent, ask, event, opened } = setUp();
    ask("before");
    event("agent_start");
    ask("during");
    event("agent_end");
    ask("after");
    event("agent_settled");
    expect(sent).toEqual([cancelled("during")]);
    expect(opened).toEqual(["before"]);
  });

  it("ends with a session what was asked and shown before pi was told to change it, and nothing newer", () => {
    const { ui, sent, ask, take } = setUp();
    take({ method: "setStatus", statusKey: "old", statusText: "old" });
    take({ method: "setWidget", widgetKey: "old", widgetLines: ["old"] });
    ask("old");
    const changed = ui.beforeSession();
    ask("of the change");
    take({ method: "setStatus", statusKey: "new", statusText: "new" });
    take({ method: "setWidget", widgetKey: "new", widgetLines: ["new"], widgetPlacement: "belowEditor" });
    changed();
    expect(sent).toEqual([cancelled("old")]);
    expect(ui.statuses).toEqual([{ key: "new", text: "new" }]);
    expect(ui.collect().widgets).toEqual([{ key: "new", placement: "below", lines: ["new"], marks: [] }]);
  });

  it("forgets what a pi showed that is gone, and answers it nothing", () => {
    const { ui, sent, ask, take } = setUp();
    take({ method: "setStatus", statusKey: "a", statusText: "a" });
    take({ method: "setTitle", title: "a" });
    ask("q");
    ui.exited();
    expect([sent, ui.statuses, ui.dialogCount]).toEqual([[], [], 0]);
    expect(ui.collect()).toEqual({ widgets: [], title: "" });
  });

  it("gives Neovim what it lacks once, and all of it after a new buffer asked", () => {
    const { ui, take } = setUp();
    take({ method: "setWidget", widgetKey: "a", widgetLines: ["1"] });
    take({ method: "setWidget", widgetKey: "a", widgetLines: ["2"] });
    expect(ui.collect().widgets?.map(({ lines }) => lines)).toEqual([["2"]]);
    expect(ui.hasNews).toBe(false);
    ui.reset();
    expect(ui.collect().widgets).toHaveLength(1);
  });

  it("cancels what it cannot ask, and names it", () => {
    const { ui, port, sent } = setUp();
    ui.takeUnknown({ id: "z", method: "colourPicker" });
    expect(sent).toEqual([cancelled("z")]);
    expect(port.post).toHaveBeenCalledWith(
      "notice.posted",
      expect.objectContaining({ text: expect.stringContaining("colourPicker") }),
    );
  });

  it("takes whatever an extension gives without falling over it", () => {
    const { ui, take } = setUp();
    for (const odd of [undefined, null, 7, {}, [1, null]]) {
      take({ method: "notify", message: odd });
      take({ method: "setStatus", statusKey: odd, statusText: odd });
      take({ method: "setWidget", widgetKey: odd, widgetLines: odd, widgetPlacement: odd });
      take({ method: "setTitle", title: odd });
      take({ method: "set_editor_text", text: odd });
    }
    expect(ui.hasNews).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { describeExit, type ExitFacts } from "../../../src/pi/exit";
import { Tail } from "../../../src/pi/tail";

const exit = (facts: Partial<ExitFacts>) =>
  describeExit({ code: null, signal: null, stderr: "", expected: false, inputClosed: false, ...facts });

describe("describeExit", () => {
  it("names the exit code or the signal, and pi's last words", () => {
    expect(exit({ code: 3, stderr: "boom\n" }).message).toBe("pi exited with code 3: boom");
    expect(exit({ signal: "SIGSEGV" }).message).toBe("pi was ended by SIGSEGV.");
    expect(exit({ code: 0, expected: true }).message).toBe("pi was stopped.");
    expect(exit({ signal: "SIGKILL", inputClosed: true }).message).toBe("pi closed its input and was ended.");
  });

  it("looks past colours, stack traces and Node's last line for them", () => {
    const stderr = [
      "file:///x/cli.js:10",
      '    throw new Error("boom");',
      "          ^",
      "",
      "\u001b[31mError: boom\u001b[39m",
      "    at run (file:///x/cli.js:10:9)",
      "    at node:internal/main/run_main_module:28:49",
      "",
      "Node.js v20.20.2",
      "",
    ].join("\n");
    const { message } = exit({ code: 1, stderr });
    expect(message).toBe('pi exited with code 1: file:///x/cli.js:10 | throw new Error("boom"); | Error: boom');
    expect(exit({ code: 1, stderr }).stderr).not.toContain("\u001b");
  });

  it("is short when stderr is long", () => {
    const { message, stderr } = exit({ code: 1, stderr: `${"x".repeat(5000)} end` });
    expect(message.length).toBeLessThan(450);
    expect(message.endsWith(" end")).toBe(true);
    expect(stderr).toHaveLength(5004);
  });
});

describe("Tail", () => {
  it("keeps the end of a stream, whatever the size of its pieces", () => {
    for (const size of [1, 3, 100, 1000]) {
      const tail = new Tail(50);
      const text = Array.from({ length: 1000 }, (_, i) => String(i % 10)).join("");
      for (let i = 0; i < text.length; i += size) tail.push(Buffer.from(text.slice(i, i + size)));
      expect(tail.toString()).toBe(text.slice(-50));
    }
  });

  it("drops a character that it has only half of", () => {
    const tail = new Tail(4);
    tail.push(Buffer.from("日本"));
    expect(tail.toString()).toBe("本");
  });
});

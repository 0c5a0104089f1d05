import { describe, expect, it } from "vitest";
import { matcherOf } from "../../../src/view/textSearch";

const query = { text: "Foo.x", ignoreCase: false, wholeWord: false };

describe("searching text", () => {
  it.each([
    [query, "a Foo.x b", true],
    [query, "a foo.x b", false],
    [query, "a Foozx b", false],
    [{ ...query, ignoreCase: true }, "a FOO.X b", true],
    [{ ...query, text: "ü", ignoreCase: true }, "Ü", true],
    [{ ...query, text: "is", wholeWord: true }, "this", false],
    [{ ...query, text: "is", wholeWord: true }, "this is", true],
    [{ ...query, text: "is", wholeWord: true }, "is_a", false],
    [{ ...query, text: "is", wholeWord: true }, "isé (is)", true],
  ])("%j in %j: %s", (wanted, line, found) => expect(matcherOf(wanted)(line)).toBe(found));
});

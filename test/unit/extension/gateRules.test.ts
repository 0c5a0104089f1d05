import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNamed, ruleFor } from "../../../src/extension/gateRules";

describe("A tool's name and a pattern", () => {
  it.each([
    ["bash", "bash", true],
    ["bash", "bas", false],
    ["bash", "bashful", false],
    ["bash", "*", true],
    ["", "*", true],
    ["nvim_save", "nvim_*", true],
    ["nvim_save", "*_save", true],
    ["nvim_save", "n*m*s*e", true],
    ["nvim_save", "n*z*e", false],
    ["aa", "a*a*a", false],
    ["ab", "ab*b", false],
    ["a.c", "a.c", true],
    ["abc", "a.c", false],
  ])("%j and %j: %s", (name, pattern, fits) => {
    expect(isNamed(name, [pattern])).toBe(fits);
  });

  it("fit as a regular expression of the same meaning does", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (name, pattern) => {
        const plain = name.replaceAll("*", "");
        expect(isNamed(plain, [pattern])).toBe(new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(plain));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("The rule for a tool", () => {
  const rules = [
    { tools: ["read", "bash"], onFailure: "allow" },
    { tools: ["bash"], onFailure: "refuse" },
  ] as const;

  it("is the strictest of those that name it", () => {
    expect(["bash", "read", "write"].map((name) => ruleFor(name, rules))).toEqual(["refuse", "allow", undefined]);
  });
});

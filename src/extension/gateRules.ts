import type { GateRule } from "./wire";

/** Whether a name, of a tool or a model, is one of `patterns`, in which `*` stands for any text. */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = "", ...rest] = pattern.split("*");
    const last = rest.pop();
    if (last === undefined) return name === pattern;
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    const end = name.length - last.length;
    return rest.every((part) => {
      const found = name.indexOf(part, at);
      at = found + part.length;
      return found !== -1 && at <= end;
    });
  });
}

/** What the rules want of a tool: nothing, to be asked, or to be asked and to refuse when nobody answers. */
export function ruleFor(name: string, rules: readonly GateRule[]): GateRule["onFailure"] | undefined {
  const wanted = rules.filter((rule) => isNamed(name, rule.tools)).map((rule) => rule.onFailure);
  return wanted.includes("refuse") ? "refuse" : wanted[0];
}

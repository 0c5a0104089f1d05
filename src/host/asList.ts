/** A list of Lua or of an extension: one that was nil, or that arrives as something else, is empty. */
export function asList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

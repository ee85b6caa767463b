/** What differs in its key, the first of each: who names a thing many times over is told of it once. */
export function distinct<T>(list: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  const byKey = new Map<unknown, T>();
  for (const one of list) if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one);
  return byKey.size === list.length ? list : [...byKey.values()];
}

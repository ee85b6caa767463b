/** What differs in its key, the first of each: who names a thing many times over is told of it once. */
export function distinct<T>(list: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  const byKey = new Map<unknown, T>();
  for (const one of list) if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one);
  return byKey.size === list.length ? list : [...byKey.values()];
}

type OfTopic<T> = { readonly name: string; readonly partitions: readonly T[] };

/** Partitions of topics, the first of each; a topic may be named in several places. */
export function distinctPartitions<T>(topics: readonly OfTopic<T>[], indexOf: (one: T) => number): OfTopic<T>[] {
  const named = new Map<string, Set<number>>();
  return topics.map(({ name, partitions }) => {
    const indexes = named.get(name) ?? new Set();
    named.set(name, indexes);
    const isNew = (one: T) => {
      const before = indexes.size;
      return indexes.add(indexOf(one)).size > before;
    };
    return { name, partitions: partitions.filter(isNew) };
  });
}

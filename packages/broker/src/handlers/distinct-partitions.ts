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

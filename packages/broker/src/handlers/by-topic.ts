/** Puts partitions under their topics, in the order in which they come. */
export function byTopic<T extends { readonly topic: string }, U>(
  list: readonly T[],
  tell: (one: T) => U,
): { readonly name: string; readonly partitions: readonly U[] }[] {
  const topics = new Map<string, U[]>();
  for (const one of list) {
    const partitions = topics.get(one.topic) ?? [];
    topics.set(one.topic, partitions);
    partitions.push(tell(one));
  }
  return [...topics].map(([name, partitions]) => ({ name, partitions }));
}

/** Partitions one by one. */
export function flat<T, U>(
  topics: readonly { readonly name: string; readonly partitions: readonly T[] }[],
  tell: (topic: string, partition: T) => U,
): readonly U[] {
  return topics.flatMap(({ name, partitions }) => partitions.map((partition) => tell(name, partition)));
}

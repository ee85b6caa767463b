/** What an edit does to a running pipeline's nodes, by their ids in ascending order. */
export type MeaningChange = {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

/** Compares the hashes that stand with a state with those of a document. */
export function compareMeaning(
  stored: ReadonlyMap<string, string>,
  current: ReadonlyMap<string, string>,
): MeaningChange {
  const ids = (hashes: ReadonlyMap<string, string>) => [...hashes.keys()].sort();
  return {
    changed: ids(current).filter((id) => stored.has(id) && stored.get(id) !== current.get(id)),
    added: ids(current).filter((id) => !stored.has(id)),
    removed: ids(stored).filter((id) => !current.has(id)),
  };
}

/** Whether the state was made by nodes that mean the same. */
export function sameMeaning({ changed, added, removed }: MeaningChange): boolean {
  return changed.length + added.length + removed.length === 0;
}

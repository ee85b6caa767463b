/** Where a sample stands in its topic; `offset` counts up within its partition. */
export type SamplePosition = { readonly partition: number; readonly offset: bigint };

/** By partition, then offset: below 0 where `a` comes first. */
export function comparePositions(a: SamplePosition, b: SamplePosition): number {
  if (a.partition !== b.partition) return a.partition - b.partition;
  if (a.offset === b.offset) return 0;
  return a.offset < b.offset ? -1 : 1;
}

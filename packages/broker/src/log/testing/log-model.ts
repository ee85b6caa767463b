import type { TestRecord } from './make-batch.ts';

/** What was appended, as somebody would write it down who trusts the log. */
export type Entry = {
  readonly baseOffset: number;
  readonly producerId: bigint;
  readonly epoch: number;
  readonly sequence: number;
  readonly isTransactional: boolean;
  /** Of data; none of a marker. */
  readonly records: readonly TestRecord[];
  readonly marker: 'commit' | 'abort' | null;
};

export type ModelProducer = {
  readonly epoch: number;
  readonly lastSequence: number;
  readonly transactionStart: number;
};

export type ModelRecord = { readonly offset: number; readonly key: string; readonly value: string | null };

export function endOf(entries: readonly Entry[]): number {
  const last = entries.at(-1);
  return last === undefined ? 0 : last.baseOffset + spanOf(last);
}

export function spanOf({ records, marker }: Pick<Entry, 'records' | 'marker'>): number {
  return marker === null ? records.length : 1;
}

export function producersOf(entries: readonly Entry[]): Map<bigint, ModelProducer> {
  const producers = new Map<bigint, ModelProducer>();
  for (const { producerId, epoch, sequence, isTransactional, records, marker, baseOffset } of entries) {
    if (producerId < 0n) continue;
    const before = producers.get(producerId);
    const formerSequence = before?.epoch === epoch ? before.lastSequence : -1;
    const lastSequence = marker === null ? sequence + records.length - 1 : formerSequence;
    const isOpen = before !== undefined && before.transactionStart >= 0;
    const start = isOpen ? before.transactionStart : baseOffset;
    producers.set(producerId, {
      epoch,
      lastSequence,
      transactionStart: isTransactional && marker === null ? start : -1,
    });
  }
  return producers;
}

export function lastStableOffsetOf(entries: readonly Entry[]): number {
  const starts = [...producersOf(entries).values()].map(({ transactionStart }) => transactionStart);
  return Math.min(endOf(entries), ...starts.filter((start) => start >= 0));
}

/** All records of data, in order. */
export function recordsOf(entries: readonly Entry[]): ModelRecord[] {
  return entries.flatMap(({ baseOffset, records, marker }) =>
    marker !== null
      ? []
      : records.map(({ key, value }, i) => ({ offset: baseOffset + i, key: key ?? '', value: value ?? null })),
  );
}

/** The records that a reader of committed data gets. */
export function committedOf(entries: readonly Entry[]): ModelRecord[] {
  const stable = lastStableOffsetOf(entries);
  return recordsOf(entries.filter((entry, i) => entry.baseOffset < stable && !isAborted(entries, entry, i)));
}

function isAborted(entries: readonly Entry[], { isTransactional, producerId }: Entry, at: number): boolean {
  if (!isTransactional) return false;
  const end = entries.slice(at).find((later) => later.producerId === producerId && later.marker !== null);
  return end?.marker === 'abort';
}

/** The latest value of each key; without the keys that were deleted. */
export function tableOf(records: readonly ModelRecord[]): Map<string, string> {
  const latest = new Map(records.map(({ key, value }) => [key, value]));
  return new Map(
    [...latest].flatMap(([key, value]) => (value === null ? [] : [[key, value]])).sort() as [string, string][],
  );
}

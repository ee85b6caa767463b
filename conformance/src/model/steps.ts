import fc from 'fast-check';

export const PARTITIONS = 2;

/** Whether a batch is the next one, one of the last again, or has a gap before it. */
export type Sequence = 'next' | 'again' | 'gap';

/** What a client does. Shares are of the log's length. */
export type Step =
  | { readonly do: 'write'; readonly partition: number; readonly count: number; readonly time: number }
  | {
      readonly do: 'idempotent';
      readonly who: number;
      /** So many; the last of them has the sequence that is said, those before it are the next ones. */
      readonly batches: number;
      readonly partition: number;
      readonly count: number;
      readonly sequence: Sequence;
      readonly pick: number;
    }
  | { readonly do: 'begin'; readonly who: number }
  | { readonly do: 'add'; readonly who: number; readonly partition: number; readonly stale: boolean }
  | {
      readonly do: 'put';
      readonly who: number;
      /** Whether it adds the partition to its transaction first, as clients do. */
      readonly adds: boolean;
      readonly partition: number;
      readonly count: number;
      readonly sequence: Sequence;
      readonly pick: number;
      readonly stale: boolean;
    }
  | { readonly do: 'addGroup'; readonly who: number; readonly group: number; readonly stale: boolean }
  | {
      readonly do: 'hold';
      readonly who: number;
      /** Whether it adds the group to its transaction first, as clients do. */
      readonly adds: boolean;
      readonly group: number;
      readonly partition: number;
      readonly offset: number;
      readonly stale: boolean;
    }
  | { readonly do: 'end'; readonly who: number; readonly isCommit: boolean; readonly stale: boolean }
  | { readonly do: 'commit'; readonly group: number; readonly partition: number; readonly offset: number }
  | { readonly do: 'offsets'; readonly group: number; readonly partition: number; readonly stable: boolean }
  | { readonly do: 'forget' | 'deleteGroup'; readonly group: number; readonly partition: number }
  | {
      readonly do: 'deleteRecords' | 'read';
      readonly partition: number;
      readonly share: number;
      readonly committed: boolean;
    }
  | { readonly do: 'bounds'; readonly partition: number; readonly committed: boolean; readonly time: number }
  | { readonly do: 'restart'; readonly isClean: boolean };

/** Most of what is done meets: in the first partition, the first group, by the first producer. */
const who = fc.constantFrom(0, 0, 0, 1);
const partition = fc.constantFrom(0, 0, 0, PARTITIONS - 1);
const group = fc.constantFrom(0, 0, 0, 1);
const count = fc.integer({ min: 1, max: 3 });
const time = fc.nat(20);
const offset = fc.nat(9);
const stale = fc.nat(9).map((n) => n === 0);
const sequence = fc.constantFrom<Sequence>('next', 'next', 'next', 'again', 'gap');
/** Of the batches that are remembered often the oldest. */
const pick = fc.constantFrom(0, 1, 4, 4);
const share = fc.constantFrom(0, 0, 0.3, 0.6, 1, 1.5);
const committed = fc.boolean();
const batches = fc.constantFrom(1, 1, 2, 5);
const adds = fc.constantFrom(true, true, true, false);

function weighted<T>(weight: number, arbitrary: fc.Arbitrary<T>) {
  return { weight, arbitrary };
}

function named<const Name extends string, T extends object>(
  name: Name,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
) {
  return fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & T>;
}

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(3, named('write', { partition, count, time })),
  weighted(5, named('idempotent', { who, batches, partition, count, sequence, pick })),
  weighted(2, named('begin', { who })),
  weighted(3, named('add', { who, partition, stale })),
  weighted(9, named('put', { who, adds, partition, count, sequence, pick, stale })),
  weighted(2, named('addGroup', { who, group, stale })),
  weighted(5, named('hold', { who, adds, group, partition, offset, stale })),
  weighted(5, named('end', { who, isCommit: fc.boolean(), stale })),
  weighted(5, named('commit', { group, partition, offset })),
  weighted(3, named('offsets', { group, partition, stable: fc.boolean() })),
  weighted(1, named('forget', { group, partition })),
  weighted(1, named('deleteGroup', { group, partition })),
  weighted(2, named('deleteRecords', { partition, share, committed })),
  weighted(4, named('read', { partition, share, committed })),
  weighted(3, named('bounds', { partition, committed, time })),
  weighted(1, named('restart', { isClean: fc.boolean() })),
);

/** Whether records of transactions that are open or aborted are given. */
export type Isolation = 'read_committed' | 'read_uncommitted';

/** Offsets by topic and partition. */
export type Positions = ReadonlyMap<string, ReadonlyMap<number, number>>;

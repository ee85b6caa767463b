import type { PendingEntry, StoredOffset } from './group-entries.ts';
import type { PartitionOf } from './group-requests.ts';

/** `order` of two commits says which was later. */
type Pending = {
  readonly producerId: string;
  readonly offset: StoredOffset;
  readonly order: number;
  readonly isOvertaken: boolean;
};

/** Offsets of one group: what is committed, and what open transactions will commit. */
export class OffsetStore {
  readonly #committed = new Map<string, Map<number, StoredOffset>>();
  readonly #pending = new Map<string, Map<string, Pending>>();
  #commits = 0;

  get isEmpty(): boolean {
    return this.#committed.size === 0 && this.#pending.size === 0;
  }

  get({ topic, partition }: PartitionOf): StoredOffset | undefined {
    return this.#committed.get(topic)?.get(partition);
  }

  *all(): Iterable<StoredOffset> {
    for (const partitions of this.#committed.values()) yield* partitions.values();
  }

  isPending(of: PartitionOf): boolean {
    const key = keyOf(of);
    for (const offsets of this.#pending.values()) if (offsets.has(key)) return true;
    return false;
  }

  hasPendingOf(producerId: string): boolean {
    return this.#pending.has(producerId);
  }

  commit(offsets: readonly StoredOffset[]): void {
    for (const offset of offsets) this.#put(offset, Number.POSITIVE_INFINITY);
  }

  commitPending(producerId: string, offsets: readonly StoredOffset[], isOvertaken = false): void {
    const pending = this.#pending.get(producerId) ?? new Map<string, Pending>();
    this.#pending.set(producerId, pending);
    for (const offset of offsets) {
      this.#commits += 1;
      pending.set(keyOf(offset), { producerId, offset, order: this.#commits, isOvertaken });
    }
  }

  /** What the producer's transaction committed becomes visible, except where a later commit is; or vanishes. */
  complete(producerId: string, isCommit: boolean): void {
    const completed = this.#pending.get(producerId);
    this.#pending.delete(producerId);
    if (completed === undefined || !isCommit) return;
    for (const { offset, order, isOvertaken } of completed.values()) if (!isOvertaken) this.#put(offset, order);
  }

  forget(partitions: readonly PartitionOf[]): void {
    const keys = new Set(partitions.map(keyOf));
    this.#forgetPending((offset) => keys.has(keyOf(offset)));
    for (const { topic, partition } of partitions) {
      const of = this.#committed.get(topic);
      of?.delete(partition);
      if (of?.size === 0) this.#committed.delete(topic);
    }
  }

  forgetTopic(topic: string): void {
    this.#committed.delete(topic);
    this.#forgetPending((offset) => offset.topic === topic);
  }

  holdsTopic(topic: string): boolean {
    if (this.#committed.has(topic)) return true;
    for (const offsets of this.#pending.values())
      for (const { offset } of offsets.values()) if (offset.topic === topic) return true;
    return false;
  }

  *pendingEntries(groupId: string): Iterable<PendingEntry> {
    const all = [...this.#pending.values()].flatMap((offsets) => [...offsets.values()]);
    for (const { producerId, offset, isOvertaken } of all.sort((left, right) => left.order - right.order))
      yield { kind: 'pending', groupId, producerId, offsets: [offset], isOvertaken };
  }

  /** Pending commits of the partition that came before are overtaken. */
  #put(offset: StoredOffset, order: number): void {
    const key = keyOf(offset);
    for (const offsets of this.#pending.values()) {
      const pending = offsets.get(key);
      if (pending !== undefined && pending.order < order) offsets.set(key, { ...pending, isOvertaken: true });
    }
    const partitions = this.#committed.get(offset.topic) ?? new Map<number, StoredOffset>();
    partitions.set(offset.partition, offset);
    this.#committed.set(offset.topic, partitions);
  }

  #forgetPending(holds: (offset: StoredOffset) => boolean): void {
    for (const [producerId, offsets] of this.#pending) {
      for (const [key, { offset }] of offsets) if (holds(offset)) offsets.delete(key);
      if (offsets.size === 0) this.#pending.delete(producerId);
    }
  }
}

/** Topics hold no slash. */
function keyOf({ topic, partition }: PartitionOf): string {
  return `${topic}/${partition}`;
}

import type { PartitionQueue } from './partition-queue.ts';

/** What may be taken next (W7). */
export type Choice =
  | {
      readonly kind: 'take';
      readonly queue: PartitionQueue;
      readonly untilTime: number;
      readonly isBeforeTies: boolean;
    }
  | { readonly kind: 'starved' }
  | { readonly kind: 'nothing' };

const STARVED: Choice = { kind: 'starved' };
const NOTHING: Choice = { kind: 'nothing' };

/** Ties are broken by topic, then partition. */
export function inMergeOrder(queues: readonly PartitionQueue[]): PartitionQueue[] {
  return [...queues].sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.partition - b.partition));
}

/**
 * The partition whose head has the smallest event time; a head without one comes before all. A partition with readable rows that
 * were not fed makes the timed ones wait. `untilTime` is the smallest time of the others: the queue may go on while its head is
 * smaller, or equal with `isBeforeTies`. `queues` are in merge order.
 */
export function chooseNext(queues: readonly PartitionQueue[]): Choice {
  let best: PartitionQueue | null = null;
  let bestTime = Number.POSITIVE_INFINITY;
  let secondTime = Number.POSITIVE_INFINITY;
  let isBeforeTies = true;
  let isStarved = false;
  for (const queue of queues) {
    if (queue.ranges === null) {
      if (queue.holdsOthers) isStarved = true;
      continue;
    }
    const time = queue.head.time;
    if (Number.isNaN(time)) return { kind: 'take', queue, untilTime: Number.NEGATIVE_INFINITY, isBeforeTies: false };
    if (best === null || time < bestTime) {
      if (best !== null) {
        secondTime = bestTime;
        isBeforeTies = false;
      }
      best = queue;
      bestTime = time;
    } else if (time < secondTime) {
      secondTime = time;
      isBeforeTies = true;
    }
  }
  if (isStarved) return STARVED;
  return best === null ? NOTHING : { kind: 'take', queue: best, untilTime: secondTime, isBeforeTies };
}

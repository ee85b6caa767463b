import { MinTree } from '../min-tree.ts';
import type { PartitionQueue } from './partition-queue.ts';

const NO_HEAD = Number.POSITIVE_INFINITY;
const AT_ONCE = Number.NEGATIVE_INFINITY;

/** Ties are broken by topic, then partition. */
function compareQueues(a: PartitionQueue, b: PartitionQueue): number {
  if (a.topic !== b.topic) return a.topic < b.topic ? -1 : 1;
  return a.partition - b.partition;
}

/**
 * The order in which rows are taken (W7): the partition whose head has the smallest event time; a head without one comes before
 * all. A partition with readable rows that were not fed makes the timed ones wait.
 */
export class MergeOrder {
  /** In the order in which ties are broken. */
  readonly queues: readonly PartitionQueue[];
  /** The heads' event times by place in `queues`; infinities for no head, and for one without event time. */
  readonly #times: MinTree;
  readonly #places = new Map<PartitionQueue, number>();

  constructor(queues: readonly PartitionQueue[]) {
    this.queues = queues.toSorted(compareQueues);
    this.#times = new MinTree(queues.length, NO_HEAD);
    this.queues.forEach((queue, place) => {
      this.#places.set(queue, place);
    });
  }

  /** Told when the head of a queue is another one. */
  headChanged(queue: PartitionQueue): void {
    this.#times.set(this.#places.get(queue) as number, timeOfHead(queue));
  }

  /** The queue whose head is to be taken; null when there is none, or the others must wait for rows that were not fed. */
  next(): PartitionQueue | null {
    const time = this.#times.least;
    if (time === NO_HEAD || (time !== AT_ONCE && this.#isStarved())) return null;
    return this.queues[this.#times.first] as PartitionQueue;
  }

  /**
   * The head that `next` gave was taken: whether the one behind it is surely the next again. Behind a head that was taken at once
   * it is not, since nobody has asked then whether others must be waited for.
   */
  goesOn(queue: PartitionQueue): boolean {
    const times = this.#times;
    const place = times.first;
    const wasTimed = times.least !== AT_ONCE;
    const time = timeOfHead(queue);
    times.set(place, time);
    return wasTimed && time !== NO_HEAD && times.first === place;
  }

  #isStarved(): boolean {
    return this.queues.some((queue) => queue.holdsOthers);
  }
}

function timeOfHead({ ranges, head }: PartitionQueue): number {
  if (ranges === null) return NO_HEAD;
  return Number.isNaN(head.time) ? AT_ONCE : head.time;
}

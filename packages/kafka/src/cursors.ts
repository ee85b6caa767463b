import type { fetch, MessageOf } from '@millrace/kafka-wire';
import type { PartitionPlace } from './errors.ts';
import type { Positions } from './positions.ts';

/** How far the reading of a partition has come. */
export type Cursor = PartitionPlace & {
  next: number;
  readonly until: number;
  paused: boolean;
};

type RequestTopics = MessageOf<typeof fetch.request>['topics'];

/**
 * The partitions that are read, in the order in which they are asked for. A broker fills an answer in the order of the request up
 * to a number of bytes, so a partition that was served goes to the end: none starves.
 */
export class Cursors {
  readonly #byTopic = new Map<string, Map<number, Cursor>>();
  #inTurn: readonly Cursor[];

  constructor(positions: Positions, until: Positions | undefined) {
    for (const [topic, partitions] of positions) {
      const cursors = new Map<number, Cursor>();
      for (const [partition, next] of partitions) {
        const end = until?.get(topic)?.get(partition) ?? Number.POSITIVE_INFINITY;
        cursors.set(partition, { topic, partition, next, until: end, paused: false });
      }
      this.#byTopic.set(topic, cursors);
    }
    this.#inTurn = [...this.#byTopic.values()].flatMap((cursors) => [...cursors.values()]);
  }

  /** Throws for a partition that is not read. */
  at(topic: string, partition: number): Cursor {
    const cursor = this.#byTopic.get(topic)?.get(partition);
    if (cursor === undefined)
      throw new RangeError(`${topic}[${partition}] is not one of the partitions that are read.`);
    return cursor;
  }

  /** The partitions that are asked for next. */
  wanted(): readonly Cursor[] {
    return this.#inTurn.filter(({ paused, next, until }) => !paused && next < until);
  }

  request(maxPartitionBytes: number): RequestTopics {
    return this.wanted().map(({ topic, partition, next }) => ({
      name: topic,
      partitions: [
        {
          index: partition,
          currentLeaderEpoch: -1,
          fetchOffset: next,
          logStartOffset: -1,
          maxBytes: maxPartitionBytes,
        },
      ],
    }));
  }

  served(cursor: Cursor, next: number): void {
    cursor.next = next;
    this.#inTurn = [...this.#inTurn.filter((one) => one !== cursor), cursor];
  }
}

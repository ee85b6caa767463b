import {
  BatchBuilder,
  type BatchProducer,
  encodeHeaders,
  type Header,
  MAX_RECORD_OVERHEAD,
  type MessageOf,
  partitionForKey,
  type produce,
  singleRecordBatchBytes,
} from '@millrace/kafka-wire';
import { type PartitionPlace, RecordTooLarge } from './errors.ts';

/** A batch is closed before it would exceed this, or the topic's limit where that is lower. */
const BATCH_BYTES = 900_000;
const FIRST_BATCH_CAPACITY = 1 << 14;
/** Sequence numbers are int32 and begin again at 0. */
const SEQUENCES = 2 ** 31;
const NO_BYTES = new Uint8Array(0);

/** Ranges of one buffer to be written as records; a start of −1 is null. */
export type OutputRanges = {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly timestamps: Float64Array;
  readonly keyStart: Int32Array;
  readonly keyEnd: Int32Array;
  readonly valueStart: Int32Array;
  readonly valueEnd: Int32Array;
};

type ProduceTopics = MessageOf<typeof produce.request>['topics'];

/** One Produce request: at most one batch of each partition. */
export type Round = { readonly topics: ProduceTopics; readonly bytes: number };

type Queue = PartitionPlace & {
  readonly limit: number;
  closed: BatchBuilder[];
  open: BatchBuilder | null;
  enlisted: boolean;
  sequence: number;
};
type Topic = { readonly name: string; readonly limit: number; readonly queues: (Queue | undefined)[]; turn: number };

/** The records of a transaction as batches per partition, and the sequence numbers of a producer's epoch. */
export class BatchQueues {
  readonly #maxMessageBytes: (topic: string) => number;
  readonly #topics = new Map<string, Topic>();
  /** Those with records of this transaction. */
  #touched = new Set<Queue>();

  /** `maxMessageBytes`: what a topic takes as one batch. */
  constructor(maxMessageBytes: (topic: string) => number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Throws {@link RecordTooLarge}; then nothing was added. */
  add(
    topic: string,
    partition: number,
    timestampMs: number,
    key: Uint8Array | null,
    value: Uint8Array | null,
    headers: readonly Header[],
  ): void {
    const section = headers.length === 0 ? null : encodeHeaders(headers);
    const batch = this.#batchFor(this.#topic(topic), partition, sizeOf(key), sizeOf(value), section?.length ?? 1);
    const [keyStart, keyEnd] = key === null ? [-1, -1] : [0, key.length];
    const [valueStart, valueEnd] = value === null ? [-1, -1] : [0, value.length];
    batch.add(timestampMs, key ?? NO_BYTES, keyStart, keyEnd, value ?? NO_BYTES, valueStart, valueEnd, section);
  }

  /** Each record to the partition of its key as the Java client chooses it, records without a key in turn. */
  addAll(name: string, partitions: number, ranges: OutputRanges): void {
    const { bytes, count, timestamps, keyStart, keyEnd, valueStart, valueEnd } = ranges;
    const topic = this.#topic(name);
    for (let i = 0; i < count; i++) {
      const ks = keyStart[i] as number;
      const ke = keyEnd[i] as number;
      const vs = valueStart[i] as number;
      const ve = valueEnd[i] as number;
      const partition = ks < 0 ? topic.turn++ % partitions : partitionForKey(bytes, partitions, ks, ke);
      const batch = this.#batchFor(topic, partition, ks < 0 ? -1 : ke - ks, vs < 0 ? -1 : ve - vs, 1);
      batch.add(timestamps[i] as number, bytes, ks, ke, bytes, vs, ve);
    }
  }

  /** Whether records of this transaction were added. */
  get isEmpty(): boolean {
    return this.#touched.size === 0;
  }

  /** Bytes that have not been taken for sending. */
  get bytes(): number {
    let sum = 0;
    for (const { closed, open } of this.#touched) {
      sum += closed.reduce((bytes, batch) => bytes + batch.length, open?.length ?? 0);
    }
    return sum;
  }

  /** Partitions with something to send that the transaction does not have yet; they count as enlisted from now on. */
  takeUnenlisted(everything: boolean): readonly { readonly name: string; readonly partitions: readonly number[] }[] {
    const queues = [...this.#touched].filter((queue) => !queue.enlisted && hasBatch(queue, everything));
    for (const queue of queues) queue.enlisted = true;
    return groupByTopic(queues).map(([name, list]) => ({ name, partitions: list.map(({ partition }) => partition) }));
  }

  /** Whether a partition is part of the transaction at the broker. */
  get isEnlisted(): boolean {
    return [...this.#touched].some(({ enlisted }) => enlisted);
  }

  /** The next request of at most about `maxBytes`; null when nothing is left. `everything`: batches that are not full, too. */
  takeRound(everything: boolean, maxBytes: number, producer: Omit<BatchProducer, 'baseSequence'>): Round | null {
    let bytes = 0;
    const taken: (PartitionPlace & { readonly records: Buffer })[] = [];
    for (const queue of this.#touched) {
      if (taken.length > 0 && bytes >= maxBytes) break;
      if (!hasBatch(queue, everything)) continue;
      const records = takeBatch(queue, producer);
      bytes += records.length;
      taken.push({ topic: queue.topic, partition: queue.partition, records });
    }
    if (taken.length === 0) return null;
    const topics = groupByTopic(taken).map(([name, list]) => ({
      name,
      partitions: list.map(({ partition, records }) => ({ index: partition, records })),
    }));
    return { topics, bytes };
  }

  /** The transaction is over; sequence numbers go on. */
  reset(): void {
    for (const queue of this.#touched) {
      queue.closed = [];
      queue.open = null;
      queue.enlisted = false;
    }
    this.#touched = new Set();
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const topic: Topic = { name, limit: this.#maxMessageBytes(name), queues: [], turn: 0 };
    this.#topics.set(name, topic);
    return topic;
  }

  /** The batch that takes a record of these sizes; −1 is null. */
  #batchFor(topic: Topic, partition: number, key: number, value: number, headers: number): BatchBuilder {
    const most = MAX_RECORD_OVERHEAD + key + value + headers;
    if (most > topic.limit / 2) {
      const bytes = singleRecordBatchBytes(key, value, headers);
      if (bytes > topic.limit) throw new RecordTooLarge(topic.name, bytes, topic.limit);
    }
    const queue = topic.queues[partition] ?? this.#queue(topic, partition);
    const { open } = queue;
    if (open !== null && open.length + most <= Math.min(BATCH_BYTES, topic.limit)) return open;
    if (open === null) this.#touched.add(queue);
    else queue.closed.push(open);
    queue.open = new BatchBuilder(open === null ? FIRST_BATCH_CAPACITY : open.length);
    return queue.open;
  }

  #queue({ name, limit, queues }: Topic, partition: number): Queue {
    const queue: Queue = { topic: name, partition, limit, closed: [], open: null, enlisted: false, sequence: 0 };
    queues[partition] = queue;
    return queue;
  }
}

function sizeOf(bytes: Uint8Array | null): number {
  return bytes === null ? -1 : bytes.length;
}

function hasBatch({ closed, open }: Queue, everything: boolean): boolean {
  return closed.length > 0 || (everything && open !== null);
}

function takeBatch(queue: Queue, producer: Omit<BatchProducer, 'baseSequence'>): Buffer {
  let batch = queue.closed.shift();
  if (batch === undefined) {
    batch = queue.open as BatchBuilder;
    queue.open = null;
  }
  const records = batch.finish({ ...producer, baseSequence: queue.sequence });
  queue.sequence = sequenceAfter(queue.sequence, batch.count);
  return records;
}

/** The sequence number behind a batch of `count` records. */
export function sequenceAfter(sequence: number, count: number): number {
  return (sequence + count) % SEQUENCES;
}

export function groupByTopic<T extends { readonly topic: string }>(list: readonly T[]): [string, T[]][] {
  const topics = new Map<string, T[]>();
  for (const one of list) {
    const same = topics.get(one.topic);
    if (same === undefined) topics.set(one.topic, [one]);
    else same.push(one);
  }
  return [...topics];
}

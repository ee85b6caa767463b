import {
  addOffsetsToTxn,
  addPartitionsToTxn,
  BatchBuilder,
  endTxn,
  type Header,
  initProducerId,
  partitionForKey,
  produce,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import { firstError, untilSettled } from './broker-call.ts';
import { Connection, type RequestProbe } from './connection.ts';
import {
  type BrokerAddress,
  ConnectionLost,
  KafkaError,
  ProducerFenced,
  RecordTooLarge,
  RequestTimedOut,
  WriterPoisoned,
} from './errors.ts';

/** INVALID_PRODUCER_EPOCH, PRODUCER_FENCED, TRANSACTION_COORDINATOR_FENCED, INVALID_PRODUCER_ID_MAPPING. */
const FENCED: ReadonlySet<number> = new Set([47, 90, 52, 49]);
/** A batch is closed at this size, below every topic's default limit. */
const BATCH_BYTES = 900_000;
const EMPTY = new Uint8Array(0);

export type WriterOptions = {
  readonly broker: BrokerAddress;
  readonly transactionalId: string;
  /** The broker aborts a transaction that is open for longer, milliseconds. */
  readonly transactionTimeoutMs?: number;
  /** A larger record is refused before it is sent, by topic; 1 MB − overhead where it is not known. */
  readonly maxRecordBytes?: (topic: string) => number;
  readonly probe?: RequestProbe | undefined;
};

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

/** What a group's offsets become with the transaction. */
export type GroupOffsets = {
  readonly group: string;
  readonly offsets: readonly { readonly topic: string; readonly partition: number; readonly offset: number }[];
};

type Partition = { readonly topic: string; readonly partition: number; batches: BatchBuilder[]; sequence: number };

/**
 * Writes one transaction at a time under a stable transactional id. After an answer to Produce or EndTxn is missing the writer is
 * poisoned (E5): it never ends that transaction, every call rejects, and a new writer must be opened, which raises the epoch.
 */
export class TransactionalWriter {
  readonly #connection: Connection;
  readonly #options: WriterOptions;
  readonly #producerId: bigint;
  readonly #epoch: number;
  readonly #partitions = new Map<string, Partition>();
  #touched: Partition[] = [];
  #turn = 0;
  #poison: unknown = null;

  /** Initialises the id: fences an older instance and ends what it left open. */
  static async open(options: WriterOptions): Promise<TransactionalWriter> {
    const { broker, transactionalId, transactionTimeoutMs = 60_000, probe } = options;
    const connection = await Connection.open({ address: broker, probe });
    try {
      const answer = await untilSettled(
        'InitProducerId',
        () => connection.request(initProducerId, 1, { transactionalId, transactionTimeoutMs }),
        ({ errorCode }) => errorCode,
        transactionalId,
      );
      return new TransactionalWriter(connection, options, answer.producerId, answer.producerEpoch);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private constructor(connection: Connection, options: WriterOptions, producerId: bigint, epoch: number) {
    this.#connection = connection;
    this.#options = options;
    this.#producerId = producerId;
    this.#epoch = epoch;
  }

  /** Begins to gather a transaction. Nothing is sent before `commit`. */
  begin(): void {
    this.#throwIfPoisoned();
    this.#touched = [];
    this.#turn = 0;
  }

  /** Adds one record; bytes are copied. */
  add(
    topic: string,
    partition: number,
    timestampMs: number,
    key: Uint8Array | null,
    value: Uint8Array | null,
    headers: readonly Header[] = [],
  ): void {
    const keyEnd = key === null ? -1 : key.length;
    const valueEnd = value === null ? -1 : value.length;
    const size = (key?.length ?? 0) + (value?.length ?? 0);
    this.#checkSize(topic, size);
    const batch = this.#batchFor(topic, partition, size);
    batch.add(
      timestampMs,
      key ?? EMPTY,
      key === null ? -1 : 0,
      keyEnd,
      value ?? EMPTY,
      value === null ? -1 : 0,
      valueEnd,
      headers,
    );
  }

  /** Adds many records, each to the partition of its key as the Java client chooses it; records without a key in turn. */
  addAll(topic: string, partitions: number, ranges: OutputRanges): void {
    const { bytes, count, timestamps, keyStart, keyEnd, valueStart, valueEnd } = ranges;
    for (let i = 0; i < count; i++) {
      const ks = keyStart[i] as number;
      const ke = keyEnd[i] as number;
      const vs = valueStart[i] as number;
      const ve = valueEnd[i] as number;
      const size = ke - ks + (ve - vs);
      this.#checkSize(topic, size);
      const partition = ks < 0 ? this.#turn++ % partitions : partitionForKey(bytes, ks, ke, partitions);
      this.#batchFor(topic, partition, size).add(timestamps[i] as number, bytes, ks, ke, bytes, vs, ve);
    }
  }

  /** Sends everything that was added with the group's offsets and ends the transaction; resolves when it is committed. */
  async commit(offsets: GroupOffsets | null): Promise<void> {
    this.#throwIfPoisoned();
    const hasRecords = this.#touched.length > 0;
    if (!hasRecords && offsets === null) return;
    await Promise.all([
      hasRecords ? this.#sendRecords() : undefined,
      offsets === null ? undefined : this.#sendOffsets(offsets),
    ]);
    await this.#end(true);
    for (const partition of this.#touched) partition.batches = [];
    this.#touched = [];
  }

  close(): void {
    this.#connection.close();
  }

  async #sendRecords(): Promise<void> {
    const topics = byTopic(this.#touched).map(([name, list]) => ({
      name,
      partitions: list.map((one) => one.partition),
    }));
    await this.#settled(
      'AddPartitionsToTxn',
      () => this.#connection.request(addPartitionsToTxn, 1, { ...this.#producer(), topics }),
      (answer) => firstError(answer.topics),
    );
    const rounds = Math.max(...this.#touched.map(({ batches }) => batches.length));
    for (let round = 0; round < rounds; round++) await this.#produceRound(round);
  }

  /** One batch per partition and request, in order: sequences of a partition must arrive in order. */
  async #produceRound(round: number): Promise<void> {
    const topics = byTopic(this.#touched.filter(({ batches }) => batches[round] !== undefined)).map(([name, list]) => ({
      name,
      partitions: list.map((partition) => ({ index: partition.partition, records: this.#finish(partition, round) })),
    }));
    const answer = await this.#poisoning(() =>
      this.#connection.request(produce, 7, {
        transactionalId: this.#options.transactionalId,
        acks: -1,
        timeoutMs: 30_000,
        topics,
      }),
    );
    for (const { name, partitions } of answer.topics) {
      for (const { index, errorCode } of partitions)
        if (errorCode !== 0) throw this.#refused('Produce', errorCode, `${name}[${index}]`);
    }
  }

  #finish(partition: Partition, round: number): Buffer {
    const batch = partition.batches[round] as BatchBuilder;
    const records = batch.finish({
      producerId: this.#producerId,
      epoch: this.#epoch,
      baseSequence: partition.sequence,
      transactional: true,
    });
    partition.sequence = (partition.sequence + batch.count) % 2 ** 31;
    return records;
  }

  async #sendOffsets({ group, offsets }: GroupOffsets): Promise<void> {
    await this.#settled(
      'AddOffsetsToTxn',
      () => this.#connection.request(addOffsetsToTxn, 1, { ...this.#producer(), groupId: group }),
      (answer) => answer.errorCode,
    );
    const topics = byTopic(offsets).map(([name, list]) => ({
      name,
      partitions: list.map(({ partition, offset }) => ({ index: partition, offset, leaderEpoch: -1, metadata: '' })),
    }));
    await this.#settled(
      'TxnOffsetCommit',
      () => this.#connection.request(txnOffsetCommit, 2, { ...this.#producer(), groupId: group, topics }),
      (answer) => firstError(answer.topics),
    );
  }

  async #end(committed: boolean): Promise<void> {
    await this.#settled(
      'EndTxn',
      () => this.#poisoning(() => this.#connection.request(endTxn, 1, { ...this.#producer(), committed })),
      (answer) => answer.errorCode,
    );
  }

  #producer(): { transactionalId: string; producerId: bigint; producerEpoch: number } {
    return { transactionalId: this.#options.transactionalId, producerId: this.#producerId, producerEpoch: this.#epoch };
  }

  async #settled<T>(api: string, call: () => Promise<T>, codeOf: (answer: T) => number): Promise<T> {
    try {
      return await untilSettled(api, call, codeOf, this.#options.transactionalId);
    } catch (error) {
      throw error instanceof KafkaError ? this.#refused(api, error.code, this.#options.transactionalId) : error;
    }
  }

  #refused(api: string, code: number, place: string): Error {
    const error = FENCED.has(code)
      ? new ProducerFenced(this.#options.transactionalId)
      : new KafkaError(api, code, place);
    this.#poison ??= error;
    return error;
  }

  /** Without the answer it is not known whether the request took effect. */
  async #poisoning<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConnectionLost || error instanceof RequestTimedOut)) throw error;
      this.#poison = error;
      this.#connection.close();
      throw new WriterPoisoned(this.#options.transactionalId, error);
    }
  }

  #throwIfPoisoned(): void {
    if (this.#poison !== null) throw new WriterPoisoned(this.#options.transactionalId, this.#poison);
  }

  #checkSize(topic: string, bytes: number): void {
    const limit = this.#options.maxRecordBytes?.(topic) ?? 1_000_000;
    if (bytes > limit) throw new RecordTooLarge(topic, bytes, limit);
  }

  #batchFor(topic: string, partition: number, bytes: number): BatchBuilder {
    const key = `${topic}/${partition}`;
    let into = this.#partitions.get(key);
    if (into === undefined) {
      into = { topic, partition, batches: [], sequence: 0 };
      this.#partitions.set(key, into);
    }
    if (into.batches.length === 0) this.#touched.push(into);
    const last = into.batches.at(-1);
    if (last !== undefined && last.length + bytes <= BATCH_BYTES) return last;
    const batch = new BatchBuilder();
    into.batches.push(batch);
    return batch;
  }
}

function byTopic<T extends { readonly topic: string }>(list: readonly T[]): [string, T[]][] {
  const topics = new Map<string, T[]>();
  for (const one of list) {
    const same = topics.get(one.topic);
    if (same === undefined) topics.set(one.topic, [one]);
    else same.push(one);
  }
  return [...topics];
}

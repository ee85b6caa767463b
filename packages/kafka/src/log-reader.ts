import { decodeBatches, ERRORS, fetch, type MessageOf, type RecordRanges } from '@millrace/kafka-wire';
import { delay, refused } from './broker-call.ts';
import { topicsLedHere } from './cluster.ts';
import { Connection, type RequestProbe } from './connection.ts';
import { type Cursor, Cursors } from './cursors.ts';
import { type BrokerAddress, OffsetOutOfRange, type PartitionPlace, UnknownTopic } from './errors.ts';
import { logSpan } from './list-offsets.ts';
import type { Isolation, Positions } from './positions.ts';

const FETCH_VERSION = 11;
const NO_SESSION = { sessionId: 0, sessionEpoch: -1, forgottenTopics: [], rackId: '' } as const;
const NO_BYTES = Buffer.alloc(0);
/** Errors of a partition whose log is being opened or has just moved; metadata tells which. */
const UNSETTLED: ReadonlySet<number> = new Set([
  ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
  ERRORS.LEADER_NOT_AVAILABLE,
  ERRORS.NOT_LEADER_OR_FOLLOWER,
  ERRORS.REPLICA_NOT_AVAILABLE,
  ERRORS.KAFKA_STORAGE_ERROR,
  ERRORS.OFFSET_NOT_AVAILABLE,
  ERRORS.UNKNOWN_TOPIC_ID,
]);
const LONGEST_UNSETTLED_MS = 10_000;
const UNSETTLED_WAIT_MS = 20;

export type LogReaderOptions = {
  readonly broker: BrokerAddress;
  /** The first offset to read, for each partition that is read. */
  readonly positions: Positions;
  readonly isolation: Isolation;
  /** Records at these offsets and beyond are never given; a partition that has come so far is not asked for any more. */
  readonly until?: Positions;
  /** How long the broker waits for records before it answers without, milliseconds: also how old `ends` may be. */
  readonly maxWaitMs?: number;
  /** Bytes of one answer; two are held at most. One batch is always given, however large it is. */
  readonly maxBytes?: number;
  readonly maxPartitionBytes?: number;
  readonly requestTimeoutMs?: number;
  readonly probe?: RequestProbe | undefined;
};

/** Where a partition ends, as of the last answer. */
export type PartitionEnds = PartitionPlace & {
  readonly highWatermark: number;
  /** The end of what can be read: the last stable offset for read_committed, the high watermark for read_uncommitted. */
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
};

/** What one answer brought of a partition; also without records it tells where the partition ends. */
export type FetchedPartition = PartitionEnds & {
  /** One per buffer; none of them is empty. */
  readonly records: readonly RecordRanges[];
  /** The position behind all of it: control batches, aborted records and holes passed. */
  readonly nextOffset: number;
  /** Whether the last batch of data carries the broker's time. */
  readonly logAppendTime: boolean;
};

type FetchResponse = MessageOf<typeof fetch.response>;
type PartitionAnswer = FetchResponse['topics'][number]['partitions'][number];

/**
 * Reads partitions of several topics over one connection, the next request on its way before an answer is handed out. Back-pressure
 * is pull: without `next` no further request is sent.
 */
export class LogReader {
  readonly #connection: Connection;
  readonly #options: LogReaderOptions;
  readonly #cursors: Cursors;
  #ahead: Promise<FetchResponse> | null = null;
  #unsettledSinceMs: number | null = null;
  #closed = false;
  #wake: () => void = () => undefined;

  /** Rejects with BrokerUnreachable, UnknownTopic, or OtherBroker where another broker leads a partition. */
  static async open(options: LogReaderOptions): Promise<LogReader> {
    const { broker: address, probe, requestTimeoutMs } = options;
    const connection = await Connection.open({ address, probe, ...(requestTimeoutMs && { requestTimeoutMs }) });
    try {
      await checkPartitions(connection, options.positions);
      return new LogReader(connection, options);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private constructor(connection: Connection, options: LogReaderOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#cursors = new Cursors(options.positions, options.until);
  }

  /**
   * The next answer: an entry for every partition that was asked for, with or without records. Waits while all are paused or at
   * their `until`; empty after `close`. Not to be called again before it has resolved. Rejects with OffsetOutOfRange, UnknownTopic,
   * OtherBroker, KafkaError, with WireError for a batch that is damaged, and with the connection's errors.
   */
  async next(): Promise<readonly FetchedPartition[]> {
    try {
      for (;;) {
        await this.#untilWanted();
        if (this.#closed) return [];
        const answer = await (this.#ahead ?? this.#request());
        this.#ahead = null;
        const fetched = await this.#read(answer);
        if (this.#cursors.wanted().length > 0) this.#readAhead();
        if (fetched.length > 0) return fetched;
      }
    } catch (error) {
      if (this.#closed) return [];
      throw error;
    }
  }

  /** Stops asking for a partition; what is on its way is still given. */
  pause(topic: string, partition: number): void {
    this.#cursors.at(topic, partition).paused = true;
  }

  resume(topic: string, partition: number): void {
    this.#cursors.at(topic, partition).paused = false;
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#connection.close();
    this.#wake();
  }

  async #untilWanted(): Promise<void> {
    while (!this.#closed && this.#ahead === null && this.#cursors.wanted().length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The request's failure is told by the `next` that takes its answer. */
  #readAhead(): void {
    this.#ahead = this.#request();
    this.#ahead.catch(() => undefined);
  }

  #request(): Promise<FetchResponse> {
    const { isolation, maxWaitMs = 250, maxBytes = 4 << 20, maxPartitionBytes = 1 << 20 } = this.#options;
    const body = {
      ...NO_SESSION,
      replicaId: -1,
      maxWaitMs,
      minBytes: 1,
      maxBytes,
      isolationLevel: isolation === 'read_committed' ? 1 : 0,
      topics: this.#cursors.request(maxPartitionBytes),
    };
    const timeoutMs = maxWaitMs + (this.#options.requestTimeoutMs ?? 30_000);
    return this.#connection.request(fetch, FETCH_VERSION, body, timeoutMs);
  }

  async #read(answer: FetchResponse): Promise<FetchedPartition[]> {
    if (answer.errorCode !== ERRORS.NONE) throw refused('Fetch', { code: answer.errorCode, place: 'the request' });
    const fetched: FetchedPartition[] = [];
    let unsettled: Cursor | null = null;
    let code: number = ERRORS.NONE;
    for (const { name, partitions } of answer.topics) {
      for (const partition of partitions) {
        const cursor = this.#cursors.at(name, partition.index);
        if (partition.errorCode === ERRORS.NONE) fetched.push(this.#readPartition(cursor, partition));
        else if (UNSETTLED.has(partition.errorCode)) [unsettled, code] = [cursor, partition.errorCode];
        else throw await this.#errorOf(cursor, partition.errorCode);
      }
    }
    if (unsettled === null) this.#unsettledSinceMs = null;
    else await this.#settle(unsettled, code);
    return fetched;
  }

  #readPartition(cursor: Cursor, answer: PartitionAnswer): FetchedPartition {
    const { topic, partition } = cursor;
    const isCommitted = this.#options.isolation === 'read_committed';
    const decoded = decodeBatches(answer.records ?? NO_BYTES, {
      topic,
      partition,
      from: cursor.next,
      until: cursor.until,
      aborted: isCommitted ? (answer.abortedTransactions ?? []) : null,
    });
    const ends: PartitionEnds = {
      topic,
      partition,
      highWatermark: answer.highWatermark,
      lastStableOffset: isCommitted ? answer.lastStableOffset : answer.highWatermark,
      logStartOffset: answer.logStartOffset,
    };
    if (decoded.nextOffset > cursor.next) this.#cursors.served(cursor, decoded.nextOffset);
    const { nextOffset, logAppendTime } = decoded;
    return { ...ends, records: decoded.ranges, nextOffset, logAppendTime };
  }

  async #errorOf(cursor: Cursor, code: number): Promise<Error> {
    if (code !== ERRORS.OFFSET_OUT_OF_RANGE) return refused('Fetch', { code, place: cursor });
    return new OffsetOutOfRange(cursor, cursor.next, await logSpan(this.#connection, cursor));
  }

  /** Gives a log that is being opened some time; throws where metadata says that it is gone or elsewhere. */
  async #settle(cursor: Cursor, code: number): Promise<void> {
    await checkPartitions(this.#connection, new Map([[cursor.topic, new Map([[cursor.partition, 0]])]]));
    this.#unsettledSinceMs ??= performance.now();
    if (performance.now() - this.#unsettledSinceMs > LONGEST_UNSETTLED_MS)
      throw refused('Fetch', { code, place: cursor });
    await delay(UNSETTLED_WAIT_MS);
  }
}

async function checkPartitions(connection: Connection, positions: Positions): Promise<void> {
  const topics = await topicsLedHere(connection, [...positions.keys()]);
  for (const [topic, partitions] of positions) {
    const existing = topics.get(topic);
    if (existing === undefined) throw new UnknownTopic(topic);
    for (const partition of partitions.keys()) {
      if (!existing.partitions.some(({ index }) => index === partition)) throw new UnknownTopic(topic, partition);
    }
  }
}

import { decodeBatches, fetch, type MessageOf, type RecordRanges } from '@millrace/kafka-wire';
import { Connection, type RequestProbe } from './connection.ts';
import { type BrokerAddress, ConnectionLost, KafkaError, OffsetOutOfRange } from './errors.ts';

const FETCH_VERSION = 11;
const OFFSET_OUT_OF_RANGE = 1;
const MAX_WAIT_MS = 250;
const MAX_BYTES = 8 << 20;
const MAX_PARTITION_BYTES = 1 << 20;

export type Isolation = 'read_committed' | 'read_uncommitted';

/** By topic and partition. */
export type Positions = ReadonlyMap<string, ReadonlyMap<number, number>>;

export type LogReaderOptions = {
  readonly broker: BrokerAddress;
  /** The first offset to read, for each partition that is read. */
  readonly positions: Positions;
  readonly isolation: Isolation;
  /** Records at these offsets and beyond are not given. */
  readonly until?: Positions;
  readonly maxWaitMs?: number;
  readonly probe?: RequestProbe | undefined;
};

/** What one answer brought of a partition; also without records it tells where the partition ends. */
export type FetchedPartition = {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly RecordRanges[];
  /** The position behind all of it: control batches, aborted records and holes passed. */
  readonly nextOffset: number;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
  readonly logAppendTime: boolean;
};

type FetchResponse = MessageOf<typeof fetch.response>;
type Cursor = { readonly topic: string; readonly partition: number; next: number; readonly until: number };

/**
 * Reads partitions of several topics over one connection, the next request on its way before the last answer is handed out. Back-
 * pressure is pull: without `next` no further request is sent.
 */
export class LogReader {
  readonly #connection: Connection;
  readonly #options: LogReaderOptions;
  readonly #cursors: readonly Cursor[];
  #ahead: Promise<FetchResponse> | null = null;
  #turn = 0;
  #closed = false;
  #onClose: (() => void) | null = null;

  static async open(options: LogReaderOptions): Promise<LogReader> {
    const connection = await Connection.open({ address: options.broker, probe: options.probe });
    return new LogReader(connection, options);
  }

  private constructor(connection: Connection, options: LogReaderOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#cursors = [...options.positions].flatMap(([topic, partitions]) =>
      [...partitions].map(([partition, next]) => ({
        topic,
        partition,
        next,
        until: options.until?.get(topic)?.get(partition) ?? Number.POSITIVE_INFINITY,
      })),
    );
  }

  /** The next answer, one entry for every partition in it. Empty after `close`. */
  async next(): Promise<readonly FetchedPartition[]> {
    if (this.#closed) return [];
    if (this.#unread().length === 0) return this.#nothingMore();
    try {
      const response = await (this.#ahead ?? this.#request());
      this.#ahead = null;
      const fetched = this.#read(response);
      if (this.#unread().length > 0) this.#readAhead();
      return fetched;
    } catch (error) {
      if (this.#closed && error instanceof ConnectionLost) return [];
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    this.#connection.close();
    this.#onClose?.();
  }

  /** The request's failure is told by the `next` that takes its answer. */
  #readAhead(): void {
    this.#ahead = this.#request();
    this.#ahead.catch(() => undefined);
  }

  #unread(): readonly Cursor[] {
    return this.#cursors.filter((cursor) => cursor.next < cursor.until);
  }

  /** Every partition has reached its `until`: there is nothing to wait for but the end. */
  #nothingMore(): Promise<readonly FetchedPartition[]> {
    return new Promise((resolve) => {
      this.#onClose = () => resolve([]);
    });
  }

  #request(): Promise<FetchResponse> {
    const { isolation, maxWaitMs = MAX_WAIT_MS } = this.#options;
    return this.#connection.request(
      fetch,
      FETCH_VERSION,
      {
        replicaId: -1,
        maxWaitMs,
        minBytes: 1,
        maxBytes: MAX_BYTES,
        isolationLevel: isolation === 'read_committed' ? 1 : 0,
        sessionId: 0,
        sessionEpoch: -1,
        topics: this.#topicsInTurn(),
        forgottenTopics: [],
        rackId: '',
      },
      maxWaitMs + 30_000,
    );
  }

  /** The broker fills an answer in the order of the request: each request begins with another partition, so that none starves. */
  #topicsInTurn(): MessageOf<typeof fetch.request>['topics'] {
    const unread = this.#unread();
    const from = this.#turn++ % unread.length;
    const inTurn = [...unread.slice(from), ...unread.slice(0, from)];
    return inTurn.map(({ topic, partition, next }) => ({
      name: topic,
      partitions: [
        {
          index: partition,
          currentLeaderEpoch: -1,
          fetchOffset: next,
          logStartOffset: -1,
          maxBytes: MAX_PARTITION_BYTES,
        },
      ],
    }));
  }

  #read(response: FetchResponse): FetchedPartition[] {
    if (response.errorCode !== 0) throw new KafkaError('Fetch', response.errorCode);
    return response.topics.flatMap(({ name, partitions }) =>
      partitions.map((partition) => this.#readPartition(name, partition)),
    );
  }

  #readPartition(topic: string, answer: FetchResponse['topics'][number]['partitions'][number]): FetchedPartition {
    const { index: partition, errorCode, highWatermark, lastStableOffset, logStartOffset } = answer;
    const cursor = this.#cursors.find((one) => one.topic === topic && one.partition === partition);
    if (cursor === undefined) throw new KafkaError('Fetch', -1, `${topic}[${partition}], which was not asked for`);
    if (errorCode === OFFSET_OUT_OF_RANGE) {
      throw new OffsetOutOfRange(
        topic,
        partition,
        cursor.next,
        `its log goes from ${logStartOffset} to ${highWatermark}`,
      );
    }
    if (errorCode !== 0) throw new KafkaError('Fetch', errorCode, `${topic}[${partition}]`);
    const aborted = this.#options.isolation === 'read_committed' ? answer.abortedTransactions : null;
    const bytes = answer.records ?? Buffer.alloc(0);
    const decoded = decodeBatches(bytes, { topic, partition, from: cursor.next, until: cursor.until, aborted });
    cursor.next = decoded.nextOffset;
    return {
      topic,
      partition,
      records: decoded.ranges,
      nextOffset: decoded.nextOffset,
      highWatermark,
      lastStableOffset: this.#options.isolation === 'read_committed' ? lastStableOffset : highWatermark,
      logStartOffset,
      logAppendTime: decoded.logAppendTime,
    };
  }
}

import { type BrokerAddress, Connection, TransactionalWriter } from '@millrace/kafka';
import {
  type Api,
  BatchBuilder,
  type BatchProducer,
  createTopics,
  decodeBatches,
  type Fields,
  fetch,
  listOffsets,
  type MessageOf,
  produce,
  type SentOf,
} from '@millrace/kafka-wire';
import { Kafka, logLevel } from 'kafkajs';
import type { BrokerUnderTest } from './brokers.ts';

const NOBODY: BatchProducer = { producerId: -1n, epoch: -1, baseSequence: -1, transactional: false };
const EARLIEST = -2;
const RUN = `${process.pid}-${process.hrtime.bigint()}`;

/** A record as it was read. */
export type ReadRecord = { readonly offset: number; readonly key: string | null; readonly value: string | null };
/** What a fetch of one partition answered, and what of it a reader at its isolation level sees. */
export type Fetched = Answered & {
  readonly seen: readonly ReadRecord[];
  readonly values: readonly (string | null)[];
  readonly nextOffset: number;
};
type Answered = MessageOf<typeof fetch.response>['topics'][number]['partitions'][number];

/** One broker under test and the tools to ask it; topics and groups of a run have names of their own. */
export class Bench {
  #broker: BrokerUnderTest | null = null;
  #connection: Connection | null = null;
  #names = 0;

  async begin(broker: BrokerUnderTest): Promise<void> {
    this.#broker = broker;
    this.#connection = await Connection.open({ address: broker.address });
  }

  async end(): Promise<void> {
    this.#connection?.close();
    await this.#broker?.end();
  }

  get address(): BrokerAddress {
    if (this.#broker === null) throw new Error('The broker has not begun.');
    return this.#broker.address;
  }

  /** A name that nothing else has. */
  name(word: string): string {
    this.#names += 1;
    return `${word}-${RUN}-${this.#names}`;
  }

  /** A raw request; error codes are the caller's. */
  ask<Request extends Fields, Response extends Fields>(
    api: Api<Request, Response>,
    version: number,
    request: SentOf<Request>,
  ): Promise<MessageOf<Response>> {
    if (this.#connection === null) throw new Error('The broker has not begun.');
    return this.#connection.request(api, version, request);
  }

  /** A connection of its own. */
  connect(): Promise<Connection> {
    return Connection.open({ address: this.address });
  }

  kafkajs(): Kafka {
    const { host, port } = this.address;
    return new Kafka({
      clientId: 'conformance',
      brokers: [`${host}:${port}`],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 20, retries: 8 },
    });
  }

  writer(transactionalId: string, transactionTimeoutMs = 60_000): Promise<TransactionalWriter> {
    return TransactionalWriter.open({ broker: this.address, transactionalId, transactionTimeoutMs });
  }

  /** Makes a topic and gives its name. */
  async topic(word: string, partitions = 1, configs: Readonly<Record<string, string>> = {}): Promise<string> {
    const name = this.name(word);
    const entries = Object.entries({ 'retention.ms': '-1', ...configs }).map(([key, value]) => ({ name: key, value }));
    const topic = { name, numPartitions: partitions, replicationFactor: 1, assignments: [], configs: entries };
    const { topics } = await this.ask(createTopics, 4, { topics: [topic], timeoutMs: 10_000, validateOnly: false });
    if (topics[0]?.errorCode !== 0) throw new Error(`The topic ${name} was not made: ${topics[0]?.errorCode}`);
    await this.#untilLed(name, partitions);
    return name;
  }

  /** Sends one batch of values. */
  async produce(
    topic: string,
    values: readonly (string | null)[],
    {
      partition = 0,
      producer = NOBODY,
      timestampMs = Date.now(),
      key = null,
      transactionalId = null,
    }: ProduceOptions = {},
  ) {
    return this.send(topic, batchOf(values, producer, timestampMs, key), partition, transactionalId);
  }

  /** Sends bytes as a batch. */
  async send(topic: string, records: Buffer, partition = 0, transactionalId: string | null = null) {
    const request = {
      transactionalId,
      acks: -1,
      timeoutMs: 10_000,
      topics: [{ name: topic, partitions: [{ index: partition, records }] }],
    };
    const { topics } = await this.ask(produce, 8, request);
    const answer = topics[0]?.partitions[0];
    if (answer === undefined) throw new Error('Produce was not answered.');
    return answer;
  }

  /** Fetches one partition once. */
  async fetch(
    topic: string,
    offset: number,
    {
      partition = 0,
      committed = false,
      maxWaitMs = 0,
      minBytes = 1,
      maxBytes = 1 << 20,
      partitionBytes = 1 << 20,
      connection,
    }: FetchOptions = {},
  ): Promise<Fetched> {
    const wanted = {
      index: partition,
      currentLeaderEpoch: -1,
      fetchOffset: offset,
      logStartOffset: -1,
      maxBytes: partitionBytes,
    };
    const request = {
      replicaId: -1,
      maxWaitMs,
      minBytes,
      maxBytes,
      isolationLevel: committed ? 1 : 0,
      sessionId: 0,
      sessionEpoch: -1,
      topics: [{ name: topic, partitions: [wanted] }],
      forgottenTopics: [],
      rackId: '',
    };
    const { topics } = await (connection === undefined
      ? this.ask(fetch, 11, request)
      : connection.request(fetch, 11, request));
    const answer = topics[0]?.partitions[0];
    if (answer === undefined) throw new Error('Fetch was not answered.');
    return { ...answer, ...readerOf({ topic, partition }, answer, offset, committed) };
  }

  /** Everything of a partition that a reader sees at present. */
  async readAll(topic: string, committed = true, partition = 0): Promise<readonly ReadRecord[]> {
    const records: ReadRecord[] = [];
    let offset = await this.beginning(topic, partition);
    for (;;) {
      const answer = await this.fetch(topic, offset, { committed, partition });
      if ((answer.records?.length ?? 0) === 0) return records;
      records.push(...answer.seen);
      offset = answer.nextOffset;
    }
  }

  /** The first offset of a partition. */
  async beginning(topic: string, partition = 0): Promise<number> {
    const wanted = [{ name: topic, partitions: [{ index: partition, timestamp: EARLIEST }] }];
    const { topics } = await this.ask(listOffsets, 5, { replicaId: -1, topics: wanted });
    return topics[0]?.partitions[0]?.offset ?? -1;
  }

  async values(topic: string, committed = true, partition = 0): Promise<readonly (string | null)[]> {
    return (await this.readAll(topic, committed, partition)).map(({ value }) => value);
  }

  /** Kafka tells that a topic is made before its partitions have a leader. */
  async #untilLed(topic: string, partitions: number): Promise<void> {
    for (let partition = 0; partition < partitions; partition++) {
      while ((await this.fetch(topic, 0, { partition })).errorCode !== 0) await new Promise(setImmediate);
    }
  }
}

type ProduceOptions = {
  readonly partition?: number;
  readonly producer?: BatchProducer;
  readonly timestampMs?: number;
  readonly key?: string | null;
  readonly transactionalId?: string | null;
};

type FetchOptions = {
  readonly partition?: number;
  readonly committed?: boolean;
  readonly maxWaitMs?: number;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  readonly partitionBytes?: number;
  readonly connection?: Connection;
};

/** One batch, with the same key and time for all. */
export function batchOf(
  values: readonly (string | null)[],
  producer: BatchProducer = NOBODY,
  timestampMs = Date.now(),
  key: string | null = null,
): Buffer {
  const builder = new BatchBuilder();
  const keyBytes = Buffer.from(key ?? '');
  for (const value of values) {
    const bytes = Buffer.from(value ?? '');
    const [keyStart, valueStart] = [key === null ? -1 : 0, value === null ? -1 : 0];
    builder.add(timestampMs, keyBytes, keyStart, keyBytes.length, bytes, valueStart, bytes.length);
  }
  return Buffer.from(builder.finish(producer));
}

function readerOf(
  place: { readonly topic: string; readonly partition: number },
  answer: Answered,
  from: number,
  committed: boolean,
) {
  const aborted = committed ? (answer.abortedTransactions ?? []) : null;
  const options = { ...place, from, until: Number.MAX_SAFE_INTEGER, aborted };
  const { ranges, nextOffset } = decodeBatches(answer.records ?? Buffer.alloc(0), options);
  const seen = ranges.flatMap(({ buffer, count, offsets, keyStart, keyEnd, valueStart, valueEnd }) => {
    const text = (start = -1, end = -1) => (start < 0 ? null : buffer.toString('utf8', start, end));
    return Array.from({ length: count }, (_, i) => ({
      offset: offsets[i] as number,
      key: text(keyStart[i], keyEnd[i]),
      value: text(valueStart[i], valueEnd[i]),
    }));
  });
  return { seen, values: seen.map(({ value }) => value), nextOffset };
}

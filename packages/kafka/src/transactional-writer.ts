import type { Header } from '@millrace/kafka-wire';
import { BatchQueues, type OutputRanges, type Round } from './batch-queues.ts';
import { Connection, type RequestProbe } from './connection.ts';
import { type BrokerAddress, KafkaError, OtherBroker, ProducerFenced, UnknownTopic, WriterPoisoned } from './errors.ts';
import { type Epoch, type GroupOffsets, initialise, TransactionCalls } from './transaction-calls.ts';

/** What the broker or its metadata said in so many words: nothing is unknown. */
const REFUSALS = [KafkaError, ProducerFenced, UnknownTopic, OtherBroker];
/** The default of a topic's max.message.bytes. */
const DEFAULT_MAX_MESSAGE_BYTES = 1_048_588;
const TRANSACTION_TIMEOUT_MS = 60_000;
/** A request of many partitions stays far below the broker's socket.request.max.bytes (100 MB). */
const ROUND_BYTES = 8 << 20;
/** Requests of one connection are served in order, so several may be on their way; Kafka remembers five batches per partition. */
const MAX_ROUNDS_IN_FLIGHT = 5;

export type WriterOptions = {
  readonly broker: BrokerAddress;
  readonly transactionalId: string;
  /** The broker aborts a transaction that is open for longer, milliseconds; at most its transaction.max.timeout.ms. */
  readonly transactionTimeoutMs?: number;
  /** What a topic takes as one batch (its max.message.bytes); Kafka's default where this is absent. */
  readonly maxMessageBytes?: (topic: string) => number;
  readonly requestTimeoutMs?: number;
  readonly probe?: RequestProbe | undefined;
};

type RequiredWriterOptions = WriterOptions & { readonly transactionTimeoutMs: number };

/**
 * Writes one transaction at a time under a stable transactional id: `begin`, `add`…, `commit` or `abort`.
 *
 * A failed call ends the writer (E5): no transaction of its epoch is ended after it, since a request that is still on its way could
 * otherwise join the next one (KIP-890). Every later call rejects with {@link WriterPoisoned}, or with {@link ProducerFenced} where
 * another instance has taken over (E3); opening it again raises the epoch and has the broker abort what is open.
 */
export class TransactionalWriter {
  readonly #options: RequiredWriterOptions;
  readonly #epoch: Epoch;
  readonly #queues: BatchQueues;
  #connection: Connection;
  #calls: TransactionCalls;
  #state: 'ready' | 'open' | 'ending' = 'ready';
  #failure: Error | null = null;
  #sending: Promise<void> = Promise.resolve();
  #bytesInFlight = 0;

  /**
   * Initialises the id. Rejects with BrokerUnreachable, OtherBroker, or with KafkaError where the broker refuses the id or its
   * time-out (INVALID_TRANSACTION_TIMEOUT).
   */
  static async open(options: WriterOptions): Promise<TransactionalWriter> {
    const { transactionTimeoutMs = TRANSACTION_TIMEOUT_MS } = options;
    const all = { ...options, transactionTimeoutMs };
    const connection = await connect(all);
    try {
      return new TransactionalWriter(all, connection, await initialise(connection, all));
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private constructor(options: RequiredWriterOptions, connection: Connection, epoch: Epoch) {
    this.#options = options;
    this.#connection = connection;
    this.#epoch = epoch;
    this.#calls = new TransactionCalls(connection, options, epoch);
    this.#queues = new BatchQueues(options.maxMessageBytes ?? (() => DEFAULT_MAX_MESSAGE_BYTES));
  }

  /** Begins to gather a transaction. */
  begin(): void {
    this.#expect('ready');
    this.#state = 'open';
  }

  /** Adds one record; its bytes are copied. Throws RecordTooLarge before anything of the record is used. */
  add(
    topic: string,
    partition: number,
    timestampMs: number,
    key: Uint8Array | null,
    value: Uint8Array | null,
    headers: readonly Header[] = [],
  ): void {
    this.#expect('open');
    this.#queues.add(topic, partition, timestampMs, key, value, headers);
  }

  /**
   * Adds many records, each to the partition of its key as the Java client chooses it (murmur2), records without a key in turn.
   * The bytes are copied. Throws RecordTooLarge; then the transaction is to be aborted.
   */
  addAll(topic: string, partitions: number, ranges: OutputRanges): void {
    this.#expect('open');
    this.#queues.addAll(topic, partitions, ranges);
  }

  /** Bytes that were added and are not acknowledged. */
  get pendingBytes(): number {
    return this.#queues.bytes + this.#bytesInFlight;
  }

  /** Sends the batches that are full while the transaction goes on; resolves when they are acknowledged. */
  async flushPart(): Promise<void> {
    this.#expect('open');
    await this.#guard(this.#inTurn(() => this.#sendRounds(false)));
  }

  /**
   * Sends everything that was added together with the group's offsets and commits; resolves when the commit is decided. The records
   * become visible a moment later, when Kafka has written the markers. Does nothing for an empty transaction.
   */
  async commit(offsets: GroupOffsets | null): Promise<void> {
    this.#expect('open');
    this.#state = 'ending';
    const withOffsets = offsets === null || offsets.offsets.length === 0 ? null : offsets;
    if (!this.#queues.isEmpty || withOffsets !== null) {
      await this.#guard(this.#inTurn(() => this.#reconnect()));
      const offsetsSent = withOffsets === null ? undefined : this.#guard(this.#calls.sendOffsets(withOffsets));
      await allSettled([this.#guard(this.#inTurn(() => this.#sendRounds(true))), offsetsSent]);
      await this.#guard(this.#calls.end(true));
    }
    this.#finish();
  }

  /** Gives the transaction up: nothing of it becomes visible. */
  async abort(): Promise<void> {
    this.#expect('open');
    this.#state = 'ending';
    await this.#guard(this.#inTurn(() => this.#reconnect()));
    if (this.#queues.isEnlisted) await this.#guard(this.#calls.end(false));
    this.#finish();
  }

  /** Closes the connection; the broker aborts a transaction that is open when the id is initialised again, or by time-out. */
  close(): void {
    this.#failure ??= new Error('it was closed.');
    this.#connection.close();
  }

  /** One after the other: sequence numbers of a partition must arrive in order. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#sending = this.#sending.then(work);
    return this.#sending;
  }

  /** A connection that was lost while nothing was on its way leaves nothing unknown: a quiet pipeline goes on with a new one. */
  async #reconnect(): Promise<void> {
    if (this.#connection.isOpen || this.#failure !== null) return;
    this.#connection = await connect(this.#options);
    this.#calls = new TransactionCalls(this.#connection, this.#options, this.#epoch);
  }

  async #sendRounds(everything: boolean): Promise<void> {
    await this.#reconnect();
    const unenlisted = this.#queues.takeUnenlisted(everything);
    if (unenlisted.length > 0) await this.#calls.addPartitions(unenlisted);
    const sent: Promise<void>[] = [];
    for (let round = this.#takeRound(everything); round !== null; round = this.#takeRound(everything)) {
      const one = this.#guard(this.#produce(round));
      one.catch(() => undefined); // Told below; the rounds behind a failed one fail with it.
      sent.push(one);
      await sent.at(-MAX_ROUNDS_IN_FLIGHT);
    }
    await Promise.all(sent);
  }

  #takeRound(everything: boolean): Round | null {
    const { producerId, producerEpoch } = this.#epoch;
    return this.#queues.takeRound(everything, ROUND_BYTES, { producerId, epoch: producerEpoch, transactional: true });
  }

  async #produce(round: Round): Promise<void> {
    this.#bytesInFlight += round.bytes;
    try {
      await this.#calls.produce(round);
    } finally {
      this.#bytesInFlight -= round.bytes;
    }
  }

  #finish(): void {
    this.#queues.reset();
    this.#state = 'ready';
  }

  /** The first failure ends the writer, and its connection at once: what still waits is not sent any more. */
  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
      this.#connection.close();
      throw isRefusal(this.#failure) ? this.#failure : new WriterPoisoned(this.#options.transactionalId, this.#failure);
    }
  }

  #expect(state: 'ready' | 'open'): void {
    if (this.#failure instanceof ProducerFenced) throw this.#failure;
    if (this.#failure !== null) throw new WriterPoisoned(this.#options.transactionalId, this.#failure);
    if (this.#state !== state) {
      throw new Error(
        `The writer of ${this.#options.transactionalId} is ${this.#state}, and must be ${state} for this call.`,
      );
    }
  }
}

function connect({ broker: address, probe, requestTimeoutMs }: WriterOptions): Promise<Connection> {
  return Connection.open({ address, probe, ...(requestTimeoutMs && { requestTimeoutMs }) });
}

function isRefusal(error: Error): boolean {
  return REFUSALS.some((kind) => error instanceof kind);
}

/** Waits for all, so that nothing goes on behind a failure; rejects with the first of them. */
async function allSettled(work: readonly (Promise<void> | undefined)[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

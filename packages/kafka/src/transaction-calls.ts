import {
  addOffsetsToTxn,
  addPartitionsToTxn,
  ERRORS,
  endTxn,
  initProducerId,
  produce,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import { groupByTopic, type Round } from './batch-queues.ts';
import { firstRefusal, type Refusal, refusal, refused, untilSettled } from './broker-call.ts';
import { findCoordinatorHere, topicsLedHere } from './cluster.ts';
import type { Connection } from './connection.ts';
import { KafkaError, type PartitionPlace, ProducerFenced } from './errors.ts';

const VERSIONS = {
  initProducerId: 1,
  addPartitions: 1,
  addOffsets: 1,
  txnOffsetCommit: 2,
  produce: 7,
  endTxn: 1,
} as const;
const ALL_IN_SYNC = -1;
const PRODUCE_TIMEOUT_MS = 25_000;
/** The epoch is not the newest one of the transactional id. */
const FENCING: ReadonlySet<number> = new Set([
  ERRORS.INVALID_PRODUCER_EPOCH,
  ERRORS.PRODUCER_FENCED,
  ERRORS.INVALID_PRODUCER_ID_MAPPING,
]);

/** A transactional id and how long the broker lets a transaction of it be open, milliseconds. */
export type TransactionalId = { readonly transactionalId: string; readonly transactionTimeoutMs: number };
export type Epoch = { readonly producerId: bigint; readonly producerEpoch: number };

/** What a group's offsets become with the transaction: the next offset to read, by partition. */
export type GroupOffsets = {
  readonly group: string;
  readonly offsets: readonly (PartitionPlace & { readonly offset: number })[];
};

/**
 * Takes over a transactional id: raises its epoch, which fences older instances, and has the broker end what they left open; waits
 * until that is done.
 */
export async function initialise(connection: Connection, id: TransactionalId): Promise<Epoch> {
  await findCoordinatorHere(connection, id.transactionalId, 'transactional id');
  return call(id, 'InitProducerId', {
    send: () => connection.request(initProducerId, VERSIONS.initProducerId, id),
    refusalOf: ({ errorCode }) => refusal(errorCode, placeOf(id)),
  });
}

/** The requests of one epoch's transactions over one connection. */
export class TransactionCalls {
  readonly #connection: Connection;
  readonly #id: TransactionalId;
  readonly #producer: Epoch & { readonly transactionalId: string };
  readonly #topicsFound = new Set<string>();
  readonly #groupsFound = new Set<string>();

  constructor(connection: Connection, id: TransactionalId, { producerId, producerEpoch }: Epoch) {
    this.#connection = connection;
    this.#id = id;
    this.#producer = { transactionalId: id.transactionalId, producerId, producerEpoch };
  }

  async addPartitions(
    topics: readonly { readonly name: string; readonly partitions: readonly number[] }[],
  ): Promise<void> {
    const unknown = topics.map(({ name }) => name).filter((name) => !this.#topicsFound.has(name));
    if (unknown.length > 0) await topicsLedHere(this.#connection, unknown);
    for (const name of unknown) this.#topicsFound.add(name);
    const body = { ...this.#producer, topics };
    await this.#call('AddPartitionsToTxn', {
      send: () => this.#connection.request(addPartitionsToTxn, VERSIONS.addPartitions, body),
      refusalOf: (answer) => firstRefusal(answer.topics),
    });
  }

  /** Not sent again whatever the answer is: the caller's next batches may be on their way. */
  async produce({ topics }: Round): Promise<void> {
    const { transactionalId } = this.#producer;
    const body = { transactionalId, acks: ALL_IN_SYNC, timeoutMs: PRODUCE_TIMEOUT_MS, topics };
    const answer = await this.#connection.request(produce, VERSIONS.produce, body);
    const failed = firstRefusal(answer.topics);
    if (failed !== null) throw this.#errorOf(refused('Produce', failed));
  }

  async sendOffsets({ group, offsets }: GroupOffsets): Promise<void> {
    if (!this.#groupsFound.has(group)) await findCoordinatorHere(this.#connection, group, 'group');
    this.#groupsFound.add(group);
    await this.#call('AddOffsetsToTxn', {
      send: () => this.#connection.request(addOffsetsToTxn, VERSIONS.addOffsets, { ...this.#producer, groupId: group }),
      refusalOf: ({ errorCode }) => refusal(errorCode, placeOf(this.#id)),
    });
    const topics = groupByTopic(offsets).map(([name, list]) => ({
      name,
      partitions: list.map(({ partition, offset }) => ({ index: partition, offset, leaderEpoch: -1, metadata: '' })),
    }));
    const body = { ...this.#producer, groupId: group, topics };
    await this.#call('TxnOffsetCommit', {
      send: () => this.#connection.request(txnOffsetCommit, VERSIONS.txnOffsetCommit, body),
      refusalOf: (answer) => firstRefusal(answer.topics),
    });
  }

  async end(committed: boolean): Promise<void> {
    await this.#call('EndTxn', {
      send: () => this.#connection.request(endTxn, VERSIONS.endTxn, { ...this.#producer, committed }),
      refusalOf: ({ errorCode }) => refusal(errorCode, placeOf(this.#id)),
    });
  }

  #call<T>(api: string, how: Call<T>): Promise<T> {
    return call(this.#id, api, how);
  }

  #errorOf(error: unknown): unknown {
    return fencedOr(this.#id, error);
  }
}

type Call<T> = { readonly send: () => Promise<T>; readonly refusalOf: (answer: T) => Refusal | null };

async function call<T>(id: TransactionalId, api: string, how: Call<T>): Promise<T> {
  try {
    return await untilSettled(api, how.send, how.refusalOf);
  } catch (error) {
    throw fencedOr(id, error);
  }
}

function fencedOr({ transactionalId, transactionTimeoutMs }: TransactionalId, error: unknown): unknown {
  const isFenced = error instanceof KafkaError && FENCING.has(error.code);
  return isFenced ? new ProducerFenced(transactionalId, transactionTimeoutMs) : error;
}

function placeOf({ transactionalId, transactionTimeoutMs }: TransactionalId): string {
  return `the transactional id ${transactionalId} (time-out ${transactionTimeoutMs} ms)`;
}

import { ATTRIBUTES, type BatchHeader } from '@millrace/kafka-wire';
import type { AbortedRange } from './aborted-ranges.ts';
import type { Marker } from './control-batch.ts';
import { type LogRefusal, refuse } from './log-refusal.ts';

/** One of a producer's last batches. */
export type SentBatch = {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstOffset: number;
  readonly lastOffset: number;
  readonly timestampMs: number;
};

/** What a partition knows of a producer. */
export type ProducerState = {
  readonly producerId: bigint;
  readonly epoch: number;
  /** Of the last marker's coordinator; −1 before one. */
  readonly coordinatorEpoch: number;
  /** Of its last batch or marker. */
  readonly lastTimestampMs: number;
  /** By the broker's clock: its expiry counts from here. */
  readonly lastSeenMs: number;
  /** The first offset of its open transaction; −1 for none. */
  readonly transactionStart: number;
  /** Of this epoch, the last five, oldest first. */
  readonly batches: readonly SentBatch[];
};

const REMEMBERED_BATCHES = 5;
const MAX_SEQUENCE = 2 ** 31 - 1;

/** The idempotent and transactional producers of a partition. */
export class ProducerStates {
  readonly #byId = new Map<bigint, ProducerState>();
  /** First offsets by producer: in the order of their offsets, since a transaction that opens does so at the end of the log. */
  readonly #open = new Map<bigint, number>();

  constructor(states: readonly ProducerState[] = []) {
    for (const state of states) this.#byId.set(state.producerId, state);
    const open = states.filter(({ transactionStart }) => transactionStart >= 0);
    open.sort((a, b) => a.transactionStart - b.transactionStart);
    for (const { producerId, transactionStart } of open) this.#open.set(producerId, transactionStart);
  }

  get all(): readonly ProducerState[] {
    return [...this.#byId.values()];
  }

  get(producerId: bigint): ProducerState | undefined {
    return this.#byId.get(producerId);
  }

  /** Where the earliest open transaction begins; null where none is open. */
  get firstOpenOffset(): number | null {
    for (const start of this.#open.values()) return start;
    return null;
  }

  /** What is wrong with the next batch of a client, or the batch that it repeats; null where it may be appended. */
  check({ attributes, producerId, producerEpoch, baseSequence, count }: BatchHeader): LogRefusal | SentBatch | null {
    const state = this.#byId.get(producerId);
    if (producerId < 0n || state === undefined) return null;
    const lastSequence = sequenceAfter(baseSequence, count - 1);
    const isSameEpoch = producerEpoch === state.epoch;
    const sent = state.batches.find((b) => b.firstSequence === baseSequence && b.lastSequence === lastSequence);
    if (isSameEpoch && sent !== undefined) return sent;
    if (producerEpoch < state.epoch) return staleEpoch(state, producerEpoch);
    const last = isSameEpoch ? (state.batches.at(-1)?.lastSequence ?? -1) : -1;
    const expected = sequenceAfter(last, 1);
    if (baseSequence !== expected) {
      const who = `Producer ${producerId} (epoch ${producerEpoch})`;
      return refuse('OUT_OF_ORDER_SEQUENCE_NUMBER', `${who} sent sequence ${baseSequence} where ${expected} is next.`);
    }
    if (state.transactionStart >= 0 && !(attributes & ATTRIBUTES.transactional)) {
      const what = `Producer ${producerId} sent a batch outside its transaction`;
      return refuse('INVALID_TXN_STATE', `${what}, which is open since offset ${state.transactionStart}.`);
    }
    return null;
  }

  /** What is wrong with a marker; null where it may be appended. */
  checkMarker({ producerId, producerEpoch, coordinatorEpoch }: Marker): LogRefusal | null {
    const state = this.#byId.get(producerId);
    if (state === undefined) return null;
    if (producerEpoch < state.epoch) return staleEpoch(state, producerEpoch);
    if (coordinatorEpoch >= state.coordinatorEpoch) return null;
    const message = `A coordinator of epoch ${coordinatorEpoch} ended a transaction of producer ${producerId}`;
    return refuse('TRANSACTION_COORDINATOR_FENCED', `${message}; the last one had epoch ${state.coordinatorEpoch}.`);
  }

  /** A data batch of a producer is in the log. */
  noteBatch(header: BatchHeader, nowMs: number): void {
    const { attributes, producerId, producerEpoch, baseOffset, lastOffset, maxTimestamp, baseSequence } = header;
    if (producerId < 0n) return;
    const before = this.#byId.get(producerId);
    const sent: SentBatch = {
      firstSequence: baseSequence,
      lastSequence: sequenceAfter(baseSequence, lastOffset - baseOffset),
      firstOffset: baseOffset,
      lastOffset,
      timestampMs: maxTimestamp,
    };
    const former = before?.epoch === producerEpoch ? before.batches : [];
    const isOpening = (attributes & ATTRIBUTES.transactional) !== 0 && !this.#open.has(producerId);
    if (isOpening) this.#open.set(producerId, baseOffset);
    this.#byId.set(producerId, {
      producerId,
      epoch: producerEpoch,
      coordinatorEpoch: before?.coordinatorEpoch ?? -1,
      lastTimestampMs: maxTimestamp,
      lastSeenMs: nowMs,
      transactionStart: this.#open.get(producerId) ?? -1,
      batches: [...former.slice(1 - REMEMBERED_BATCHES), sent],
    });
  }

  /** A marker is in the log at `offset`; gives the range of data that it aborts, null for none. */
  noteMarker(marker: Marker, offset: number, timestampMs: number, nowMs: number): AbortedRange | null {
    const { producerId, producerEpoch, coordinatorEpoch, isCommit } = marker;
    const before = this.#byId.get(producerId);
    const firstOffset = this.#open.get(producerId);
    this.#open.delete(producerId);
    this.#byId.set(producerId, {
      producerId,
      epoch: producerEpoch,
      coordinatorEpoch,
      lastTimestampMs: timestampMs,
      lastSeenMs: nowMs,
      transactionStart: -1,
      batches: before?.epoch === producerEpoch ? before.batches : [],
    });
    if (isCommit || firstOffset === undefined) return null;
    return { producerId, firstOffset, lastOffset: offset, lastStableOffset: this.firstOpenOffset ?? offset + 1 };
  }

  /** Forgets producers that were not seen for so long; never one whose transaction is open. */
  expire(nowMs: number, expirationMs: number): void {
    for (const { producerId, lastSeenMs, transactionStart } of this.all)
      if (transactionStart < 0 && nowMs - lastSeenMs >= expirationMs) this.#byId.delete(producerId);
  }
}

/** Sequence numbers go on with 0 behind 2³¹ − 1. */
function sequenceAfter(sequence: number, by: number): number {
  return sequence + by > MAX_SEQUENCE ? sequence + by - MAX_SEQUENCE - 1 : sequence + by;
}

function staleEpoch({ producerId, epoch }: ProducerState, found: number): LogRefusal {
  const message = `Producer ${producerId} wrote with epoch ${found}; it has been at epoch ${epoch} since.`;
  return refuse('INVALID_PRODUCER_EPOCH', message);
}

import {
  type AbortedTransactions,
  ATTRIBUTES,
  type BatchHeader,
  decodeBatches,
  type LogPlace,
  type RecordRanges,
} from '@millrace/kafka-wire';
import type { LatestOffsets } from './latest-offsets.ts';
import type { LogConfig } from './log-config.ts';
import type { ProducerStates } from './producer-states.ts';
import { deleteHorizonOf, ThinnedBatch, withHorizon } from './thinned-batch.ts';
import type { WorkBudget } from './work-budget.ts';

/** A batch as it was read, or as it is to be written. */
export type StoredBatch = { readonly batch: Buffer; readonly header: BatchHeader };

export type CompactionRules = {
  readonly place: LogPlace;
  readonly config: LogConfig;
  readonly nowMs: number;
  readonly latest: LatestOffsets;
  /** Records at this offset and behind are kept: what they stand for has not been taken away yet. */
  readonly until: number;
  readonly states: ProducerStates;
  /** Stands where the walk stands. */
  readonly aborted: AbortedTransactions;
};

/** Decides, batch by batch in the order of the log, what of it stays. */
export class Compactor {
  readonly #rules: CompactionRules;
  readonly #budget: WorkBudget;
  /** Producers with data since their last marker. */
  readonly #inTransaction = new Set<bigint>();

  constructor(rules: CompactionRules, budget: WorkBudget) {
    this.#rules = rules;
    this.#budget = budget;
  }

  /** What stays of the next batch: itself, a thinner one, or nothing. */
  *next(stored: StoredBatch): Generator<undefined, StoredBatch | null> {
    const { attributes } = stored.header;
    return (attributes & ATTRIBUTES.control) !== 0 ? this.#marker(stored) : yield* this.#data(stored);
  }

  /**
   * A marker stays while data of its transaction does, since only it says that the transaction has ended; then for
   * delete.retention.ms, for readers in between; and while it is the last that is known of its producer.
   */
  #marker(stored: StoredBatch): StoredBatch | null {
    const { nowMs, config, states, aborted } = this.#rules;
    const { producerId, producerEpoch, lastOffset } = stored.header;
    aborted.ended(producerId, lastOffset);
    if (this.#inTransaction.delete(producerId)) return stored;
    const state = states.get(producerId);
    if (state !== undefined && state.batches.length === 0 && state.epoch === producerEpoch) return stored;
    const horizonMs = deleteHorizonOf(stored.header);
    if (horizonMs === null) return withHorizon(stored.batch, stored.header, nowMs + config.deleteRetentionMs);
    return horizonMs <= nowMs ? null : stored;
  }

  *#data(stored: StoredBatch): Generator<undefined, StoredBatch | null> {
    const { header } = stored;
    const { producerId, lastOffset } = header;
    const isTransactional = (header.attributes & ATTRIBUTES.transactional) !== 0;
    if (isTransactional) this.#inTransaction.add(producerId);
    const isAborted = isTransactional && this.#rules.aborted.contains(producerId, lastOffset);
    const kept = isAborted ? this.#emptied(stored) : yield* this.#thinned(stored);
    const isLastOfProducer = this.#rules.states.get(producerId)?.batches.at(-1)?.lastOffset === lastOffset;
    return kept.header.count > 0 || isLastOfProducer ? kept : null;
  }

  #emptied({ batch, header }: StoredBatch): StoredBatch {
    return new ThinnedBatch(batch, header, deleteHorizonOf(header)).finish();
  }

  *#thinned(stored: StoredBatch): Generator<undefined, StoredBatch> {
    const { batch, header } = stored;
    if (header.count === 0) return stored;
    const { place, nowMs, config } = this.#rules;
    const wanted = { ...place, from: header.baseOffset, until: header.lastOffset + 1, aborted: null };
    const { ranges } = decodeBatches(batch, wanted);
    const horizonMs = deleteHorizonOf(header);
    const keepsTombstones = horizonMs === null || nowMs < horizonMs;
    const hasTombstones = keepsTombstones && ranges.some((records) => records.valueStart.includes(-1));
    const newHorizonMs = horizonMs ?? (hasTombstones ? nowMs + config.deleteRetentionMs : null);
    const thinned = new ThinnedBatch(batch, header, newHorizonMs);
    for (const records of ranges) {
      for (let i = 0; i < records.count; i++) {
        if (this.#budget.spend(1)) yield;
        if (this.#staysAlive(records, i, keepsTombstones)) thinned.keep(records, i);
      }
    }
    return thinned.count === header.count && newHorizonMs === horizonMs ? stored : thinned.finish();
  }

  #staysAlive(records: RecordRanges, i: number, keepsTombstones: boolean): boolean {
    const { buffer, offsets, keyStart, keyEnd, valueStart } = records;
    const offset = offsets[i] as number;
    if (offset >= this.#rules.until) return true;
    if ((keyStart[i] as number) < 0) return false;
    const latest = this.#rules.latest.get(buffer, keyStart[i] as number, keyEnd[i] as number);
    return offset >= (latest ?? offset) && (keepsTombstones || (valueStart[i] as number) >= 0);
  }
}

import type { StateBase } from '@millrace/engine';
import type { RecoveredState } from './state-log-fold.ts';
import { type GenerationStart, jsonRecord, STATE_FORMAT, type StateRecord, type StoredCut } from './state-record.ts';

/**
 * When the next generation is due: its deltas exceed `minDeltaBytes` and `stateMultiple` times the last base.
 * `sliceBytes`: how much of a base is written in one commit.
 */
export type GenerationLimits = {
  readonly minDeltaBytes: number;
  readonly stateMultiple: number;
  readonly sliceBytes: number;
};

export const DEFAULT_LIMITS: GenerationLimits = { minDeltaBytes: 64 << 20, stateMultiple: 3, sliceBytes: 4 << 20 };

type OpenBase = { readonly base: StateBase; readonly generation: number; bytes: number; deltaBytes: number };

/** Decides, commit by commit, which records a task's state topic gets. */
export class GenerationWriter<Entry> {
  readonly #meaning: Readonly<Record<string, string>>;
  readonly #limits: GenerationLimits;
  /** The generation that the state at hand began with (W2). */
  readonly epoch: number;
  #generation: number;
  #baseBytes: number;
  #deltaBytes: number;
  #complete: boolean;
  #open: OpenBase | null = null;

  /** `recovered`: what the topic holds; with `fresh` its state is not used any more and a new generation begins at once. */
  constructor(
    meaning: Readonly<Record<string, string>>,
    recovered: RecoveredState<unknown> | null,
    fresh: boolean,
    limits: GenerationLimits = DEFAULT_LIMITS,
  ) {
    this.#meaning = meaning;
    this.#limits = limits;
    this.#generation = recovered?.generation ?? 0;
    this.epoch = recovered === null || fresh ? this.#generation + 1 : recovered.epoch;
    this.#baseBytes = recovered?.baseBytes ?? 0;
    this.#deltaBytes = recovered?.deltaBytes ?? 0;
    this.#complete = recovered !== null && !fresh;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The records of one commit, in order. Call it right after the cut: `openBase` copies the state as it stands then. */
  recordsOf(delta: readonly Uint8Array[], entry: Entry, openBase: () => StateBase): StateRecord[] {
    const records: StateRecord[] = [];
    if (this.#open === null && this.#isDue()) records.push(this.#start(openBase()));
    for (const value of delta) records.push({ kind: 'delta', value });
    const deltaBytes = delta.reduce((sum, value) => sum + value.length, 0);
    this.#deltaBytes += deltaBytes;
    if (this.#open !== null) this.#slice(this.#open, deltaBytes, records);
    const cut: StoredCut<Entry> = { format: STATE_FORMAT, generation: this.#generation, entry };
    records.push(jsonRecord('cut', cut));
    return records;
  }

  #isDue(): boolean {
    if (!this.#complete) return true;
    const { minDeltaBytes, stateMultiple } = this.#limits;
    return this.#deltaBytes > Math.max(minDeltaBytes, stateMultiple * this.#baseBytes);
  }

  #start(base: StateBase): StateRecord {
    this.#open = { base, generation: this.#generation + 1, bytes: 0, deltaBytes: 0 };
    const generation = this.#generation + 1;
    const start: GenerationStart = { format: STATE_FORMAT, generation, epoch: this.epoch, meaning: this.#meaning };
    return jsonRecord('g-start', start);
  }

  /** A first generation has nothing to fall back on: its base is written whole. */
  #slice(open: OpenBase, deltaBytes: number, records: StateRecord[]): void {
    open.deltaBytes += deltaBytes;
    const { records: slices, done } = open.base.next(
      this.#complete ? this.#limits.sliceBytes : Number.POSITIVE_INFINITY,
    );
    for (const value of slices) {
      records.push({ kind: 'base', value });
      open.bytes += value.length;
    }
    if (!done) return;
    records.push(jsonRecord('g-end', { format: STATE_FORMAT, generation: open.generation, baseBytes: open.bytes }));
    this.#generation = open.generation;
    this.#baseBytes = open.bytes;
    this.#deltaBytes = open.deltaBytes;
    this.#complete = true;
    this.#open = null;
  }
}

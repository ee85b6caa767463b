import type { AnyIngestSource, IngestRecord } from '@millrace/connectors-node';
import type { StateBase } from '@millrace/engine';
import type { TransactionalWriter } from '@millrace/kafka';
import type { GenerationWriter } from '../state-log/generation-writer.ts';
import { recordKey } from '../state-log/state-record.ts';
import { Wakeup } from './wakeup.ts';

/** A position in the system outside, as JSON, is all the state of an ingest task. */
const NO_STATE: StateBase = { next: () => ({ records: [], done: true }) };

/** How often a source that is up to date is asked again, milliseconds. */
const POLL_MS = 50;

export type IngestTaskParts = {
  readonly source: AnyIngestSource;
  readonly position: unknown;
  readonly writer: TransactionalWriter;
  readonly generations: GenerationWriter<unknown>;
  readonly dataTopic: string;
  readonly stateTopic: string;
  /** Stop when everything that was due at this time is in; null: go on. */
  readonly dueMs: number | null;
  readonly clock: () => number;
};

/**
 * Brings a system outside into a topic: each step's records and the position behind them are one transaction, so that a restart
 * goes on exactly where the last committed step ended.
 */
export class IngestTask {
  readonly #parts: IngestTaskParts;
  readonly #wakeup = new Wakeup();
  #stopping = false;

  constructor(parts: IngestTaskParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#stopping = true;
    this.#wakeup.wake();
  }

  async run(): Promise<void> {
    const { source, clock, dueMs, writer } = this.#parts;
    let position = this.#parts.position;
    try {
      while (!this.#stopping) {
        const step = source.next(position, dueMs ?? clock());
        if (step.records.length > 0) {
          await this.#commit(step.records, step.position);
          position = step.position;
        } else if (dueMs !== null) return;
        else await this.#wakeup.wait(POLL_MS);
      }
    } finally {
      writer.close();
    }
  }

  async #commit(records: readonly IngestRecord[], position: unknown): Promise<void> {
    const { writer, dataTopic, stateTopic, generations, clock } = this.#parts;
    writer.begin();
    for (const { partition, timestampMs, key, value } of records) {
      writer.add(dataTopic, partition, timestampMs, key, value);
    }
    for (const { kind, value } of generations.recordsOf([], position, () => NO_STATE)) {
      writer.add(stateTopic, 0, clock(), recordKey(kind), value);
    }
    await writer.commit(null);
  }
}

import type { Row } from '@millrace/model';
import type { SinkPlan } from '../contract/executable-plan.ts';
import { OutputBuffer } from '../output-buffer.ts';

/** A sink's end of the graph: rows become records of the next cut. */
export class SinkNode {
  readonly id: string;
  readonly #plan: SinkPlan;
  written = 0;
  #buffer = new OutputBuffer();

  constructor(plan: SinkPlan) {
    this.id = plan.id;
    this.#plan = plan;
  }

  get pendingBytes(): number {
    return this.#buffer.length;
  }

  get pendingRecords(): number {
    return this.#buffer.count;
  }

  /** A record's timestamp is the row's event time; Kafka has none before 1970. Without one the cut's time is put in. */
  write(row: Row): void {
    const { time, encoder } = this.#plan;
    const timestampMs = time < 0 ? Number.NaN : Math.max(0, row[time] as number);
    encoder.encode(row, timestampMs, this.#buffer);
    this.written += 1;
  }

  /** The records since the last call, or null; the buffer changes hands. */
  take(nowMs: number): OutputBuffer | null {
    if (this.#buffer.count === 0) return null;
    const taken = this.#buffer;
    for (let i = 0; i < taken.count; i++) {
      if (Number.isNaN(taken.timestamps[i] as number)) taken.timestamps[i] = nowMs;
    }
    this.#buffer = new OutputBuffer(taken.bytes.length, taken.timestamps.length);
    return taken;
  }
}

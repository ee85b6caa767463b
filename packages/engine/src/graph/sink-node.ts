import { type Row, toMillis } from '@millrace/model';
import type { SinkPlan } from '../contract/executable-plan.ts';
import { OutputBuffer } from '../output-buffer.ts';
import { isTime } from '../watermark/is-time.ts';

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
    const { time, timePrecision, encoder } = this.#plan;
    const eventTime = time < 0 ? null : row[time];
    const timestampMs = isTime(eventTime) ? Math.max(0, toMillis(eventTime, timePrecision)) : Number.NaN;
    encoder.encode(row, timestampMs, this.#buffer);
    this.written += 1;
  }

  /** The records since the last call, or null; the buffer changes hands, the next one is as large as this one was full. */
  take(nowMs: number): OutputBuffer | null {
    const taken = this.#buffer;
    if (taken.count === 0) return null;
    for (let i = 0; i < taken.count; i++) {
      if (Number.isNaN(taken.timestamps[i] as number)) taken.timestamps[i] = nowMs;
    }
    this.#buffer = new OutputBuffer(Math.max(1 << 16, taken.length), Math.max(1 << 10, taken.count));
    return taken;
  }
}

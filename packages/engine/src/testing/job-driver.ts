import type { Cut, CutEntry, DeadLetter } from '../contract/cut.ts';
import type { ExecutablePlan } from '../contract/executable-plan.ts';
import type { Job } from '../contract/job.ts';
import type { RecordRanges } from '../contract/records.ts';
import { makeJob } from '../make-job.ts';

/** A record of a test's log. Text is a row as JSON. */
export type LogRecord = {
  readonly value: string | null;
  readonly timestampMs?: number;
  readonly key?: string;
  readonly headers?: string;
};

/** A row [time, key, n] as a record. */
export function row(time: number | null, key: string | null = 'a', n: number | null = 1): LogRecord {
  return { value: JSON.stringify([time, key, n]) };
}

type Committed = { readonly state: readonly Uint8Array[]; readonly entry: CutEntry; readonly nowMs: number };

/** Logs in memory and a job that reads them; what was not cut is forgotten when it crashes. */
export class JobDriver {
  readonly plan: ExecutablePlan;
  /** Committed values by sink, in order. */
  readonly outputs = new Map<string, string[]>();
  readonly deadLetters: DeadLetter[] = [];
  job: Job;
  nowMs = 0;
  logAppendTime = false;
  readonly #logs = new Map<string, LogRecord[][]>();
  readonly #partitions: ReadonlyMap<string, number>;
  #committed: Committed | null = null;

  constructor(plan: ExecutablePlan, partitions = 1) {
    this.plan = plan;
    this.#partitions = new Map(plan.sources.map(({ id }) => [id, partitions]));
    for (const { id } of plan.sources)
      this.#logs.set(
        id,
        Array.from({ length: partitions }, () => []),
      );
    this.job = this.#makeJob();
  }

  log(partition: number, source = 'source'): LogRecord[] {
    return this.#logs.get(source)?.[partition] as LogRecord[];
  }

  /** Appends records, tells the ends and hands everything over. */
  append(partition: number, records: readonly LogRecord[], source = 'source'): this {
    this.log(partition, source).push(...records);
    this.announce();
    this.feed(partition, Number.POSITIVE_INFINITY, source);
    return this;
  }

  /** Tells the job where all logs end. */
  announce(): this {
    for (const [source, logs] of this.#logs) {
      logs.forEach(({ length }, partition) => {
        const ends = { highWatermark: length, lastStableOffset: length };
        this.job.ends(source, partition, ends, this.nowMs);
      });
    }
    return this;
  }

  /** Hands over up to `most` records of a partition that were not handed over before. */
  feed(partition: number, most = Number.POSITIVE_INFINITY, source = 'source'): void {
    const from = this.job.fedUpTo(source, partition);
    const records = this.log(partition, source).slice(from, from + most);
    this.job.feed({
      source,
      partition,
      records: records.length === 0 ? [] : [rangesOf(records, from)],
      nextOffset: from + records.length,
      logAppendTime: this.logAppendTime,
      nowMs: this.nowMs,
    });
  }

  run(maxRows = 1_000): this {
    while (this.job.run(maxRows));
    return this;
  }

  tick(nowMs: number): this {
    this.nowMs = nowMs;
    this.job.tick(nowMs);
    return this;
  }

  /** Takes a cut and commits it. */
  cut(): Cut {
    const cut = this.job.cut(this.nowMs);
    for (const [sink, buffer] of cut.outputs) {
      const values = this.outputs.get(sink) ?? [];
      for (let i = 0; i < buffer.count; i++) {
        values.push(new TextDecoder().decode(buffer.bytes.subarray(buffer.valueStart[i], buffer.valueEnd[i])));
      }
      this.outputs.set(sink, values);
    }
    this.deadLetters.push(...cut.deadLetters);
    const entry = JSON.parse(JSON.stringify(cut.entry)) as CutEntry;
    this.#committed = { state: [...(this.#committed?.state ?? []), ...cut.delta], entry, nowMs: this.nowMs };
    return cut;
  }

  /** Throws the job away and restores another from the last cut. */
  crash(): this {
    this.job = this.#makeJob();
    if (this.#committed === null) return this;
    this.job.restore(this.#committed.state, this.#committed.entry);
    this.nowMs = this.#committed.nowMs;
    return this;
  }

  /** Committed values of a sink, parsed. */
  rows(sink: string): unknown[] {
    return (this.outputs.get(sink) ?? []).map((value) => JSON.parse(value) as unknown);
  }

  #makeJob(): Job {
    return makeJob(this.plan, this.#partitions);
  }
}

/** Records as a reader hands them over: bytes of one buffer. */
export function rangesOf(records: readonly LogRecord[], firstOffset: number): RecordRanges {
  const bytes: number[] = [];
  const column = (of: (record: LogRecord) => string | null | undefined) => {
    const starts = new Int32Array(records.length);
    const ends = new Int32Array(records.length);
    records.forEach((record, i) => {
      const text = of(record);
      starts[i] = typeof text === 'string' ? bytes.length : -1;
      bytes.push(...new TextEncoder().encode(text ?? ''));
      ends[i] = typeof text === 'string' ? bytes.length : -1;
    });
    return { starts, ends };
  };
  const keys = column(({ key }) => key);
  const values = column(({ value }) => value);
  const headers = column(({ headers }) => headers ?? '\0');
  return {
    buffer: Uint8Array.from(bytes),
    count: records.length,
    offsets: Float64Array.from(records, (_, i) => firstOffset + i),
    timestamps: Float64Array.from(records, ({ timestampMs }) => timestampMs ?? -1),
    keyStart: keys.starts,
    keyEnd: keys.ends,
    valueStart: values.starts,
    valueEnd: values.ends,
    headersStart: headers.starts,
    headersEnd: headers.ends,
  };
}

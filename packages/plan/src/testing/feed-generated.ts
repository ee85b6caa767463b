import { type GeneratorSettings, generatorRow } from '@millrace/connectors-spec';
import type { Job, OutputBuffer, RecordRanges } from '@millrace/engine';

/** The first `count` records of a generator, by partition, as a reader would hand them over. */
export function generatedRecords(settings: GeneratorSettings, count: number, startMs: number): readonly RecordRanges[] {
  const rows = Array.from({ length: count }, (_, n) => generatorRow(settings, n, startMs));
  return Array.from({ length: settings.partitions }, (_, partition) => {
    const own = rows.filter((row) => row.partition === partition);
    return rangesOf(own.map(({ value, dueMs }) => ({ value, timestampMs: startMs + dueMs })));
  });
}

type TestRecord = { readonly value: string | Uint8Array; readonly timestampMs: number };

/** Records of one partition, from offset 0. */
export function rangesOf(records: readonly TestRecord[]): RecordRanges {
  const values = records.map(({ value }) => (typeof value === 'string' ? new TextEncoder().encode(value) : value));
  const buffer = Uint8Array.from(values.flatMap((value) => [...value]));
  const ends = new Int32Array(records.length);
  let end = 0;
  values.forEach((value, i) => {
    end += value.length;
    ends[i] = end;
  });
  const none = new Int32Array(records.length).fill(-1);
  return {
    buffer,
    count: records.length,
    offsets: Float64Array.from(records, (_, offset) => offset),
    timestamps: Float64Array.from(records, ({ timestampMs }) => timestampMs),
    keyStart: none,
    keyEnd: none,
    valueStart: Int32Array.from(ends, (_, i) => (i === 0 ? 0 : (ends[i - 1] as number))),
    valueEnd: ends,
    headersStart: none,
    headersEnd: none,
  };
}

/** Runs all records of a source to their end and closes it. */
export function runToEnd(job: Job, source: string, partitions: readonly RecordRanges[], nowMs: number): void {
  partitions.forEach((records, partition) => {
    const end = records.count;
    job.ends(source, partition, { highWatermark: end, lastStableOffset: end }, nowMs);
    job.feed({ source, partition, records: [records], nextOffset: end, logAppendTime: true, nowMs });
  });
  while (job.run(10_000));
  job.end(source);
  while (job.run(10_000));
}

/** The values that a sink has written, parsed. */
export function valuesOf(output: OutputBuffer | undefined): readonly Readonly<Record<string, unknown>>[] {
  if (output === undefined) return [];
  return Array.from({ length: output.count }, (_, i) => {
    const bytes = output.bytes.subarray(output.valueStart[i], output.valueEnd[i]);
    return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
  });
}

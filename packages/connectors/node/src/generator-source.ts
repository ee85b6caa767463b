import { dueMsOf, GENERATOR_LEAD_MS, type GeneratorSettings, generatorRow } from '@millrace/connectors-spec';
import type { IngestRecord, IngestSource } from './ingest-source.ts';

/** The number of the next row and the event time of the start, fixed when the task first began. */
export type GeneratorPosition = { readonly next: number; readonly startMs: number };

/** Rows of one step: a transaction of at most about a megabyte. */
const STEP_ROWS = 5_000;

const encoder = new TextEncoder();

/** Drives a generator: its rows come at full speed until the present and in real time from then on. */
export function makeGeneratorSource(settings: GeneratorSettings): IngestSource<GeneratorPosition> {
  return {
    first: (nowMs) => ({ next: 0, startMs: settings.startMs ?? nowMs - GENERATOR_LEAD_MS }),
    next({ next, startMs }, nowMs) {
      const records: IngestRecord[] = [];
      let n = next;
      while (n < next + STEP_ROWS && startMs + dueMsOf(settings, n) <= nowMs) {
        const { partition, key, value, orderedAtMs } = generatorRow(settings, n, startMs);
        records.push({ partition, timestampMs: orderedAtMs, key: encoder.encode(key), value: encoder.encode(value) });
        n += 1;
      }
      return { records, position: { next: n, startMs } };
    },
  };
}

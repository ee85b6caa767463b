import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BatchBuilder, singleRecordBatchBytes } from './batch-builder.ts';
import { decodeBatches } from './decode-batches.ts';
import { encodeHeaders, type Header, readHeaders } from './headers.ts';

const OPTIONS = { topic: 't', partition: 0, from: 0, until: Number.POSITIVE_INFINITY, aborted: null };
const PRODUCER = { producerId: 7n, epoch: 3, baseSequence: 11, transactional: true };

type Rec = { timestampMs: number; key: Buffer | null; value: Buffer | null; headers: Header[] };

const bytesOrNull = fc.option(fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)));
const record = fc.record({
  timestampMs: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 4_102_444_800_000 })),
  key: bytesOrNull,
  value: bytesOrNull,
  headers: fc.array(fc.tuple(fc.string(), bytesOrNull), { maxLength: 3 }),
});

function add(batch: BatchBuilder, { timestampMs, key, value, headers }: Rec): void {
  const section = headers.length === 0 ? null : encodeHeaders(headers);
  const [ke, ve] = [key?.length ?? -1, value?.length ?? -1];
  batch.add(
    timestampMs,
    key ?? Buffer.alloc(0),
    ke < 0 ? -1 : 0,
    ke,
    value ?? Buffer.alloc(0),
    ve < 0 ? -1 : 0,
    ve,
    section,
  );
}

describe('a batch that was built', () => {
  test('decodes to the records that were added', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 50 }), (records) => {
        const batch = new BatchBuilder(64);
        for (const one of records) add(batch, one);
        const length = batch.length;
        const bytes = batch.finish(PRODUCER);
        expect(bytes.length).toBe(length);
        const { ranges, nextOffset } = decodeBatches(bytes, OPTIONS);
        expect(nextOffset).toBe(records.length);
        const [read] = ranges;
        const slice = (start: number, end: number) => (start < 0 ? null : bytes.subarray(start, end));
        const decoded = records.map((_, i) => ({
          timestampMs: read?.timestamps[i],
          key: slice(read?.keyStart[i] as number, read?.keyEnd[i] as number),
          value: slice(read?.valueStart[i] as number, read?.valueEnd[i] as number),
          headers: read === undefined ? [] : readHeaders(read, i),
        }));
        expect(decoded).toEqual(records);
      }),
    );
  });

  test('carries producer, epoch, sequence, times and flags where the format has them', () => {
    const batch = new BatchBuilder();
    for (const timestampMs of [50, 40, 70]) add(batch, { timestampMs, key: null, value: null, headers: [] });
    const bytes = batch.finish(PRODUCER);
    expect([bytes.readInt16BE(21), bytes.readInt32BE(23)]).toEqual([0x10, 2]);
    expect([bytes.readBigInt64BE(27), bytes.readBigInt64BE(35)]).toEqual([50n, 70n]);
    expect([bytes.readBigInt64BE(43), bytes.readInt16BE(51), bytes.readInt32BE(53)]).toEqual([7n, 3, 11]);
    expect(bytes.readInt32BE(57)).toBe(3);
  });

  test('with one record has exactly the bytes that were foretold', () => {
    fc.assert(
      fc.property(record, (one) => {
        const batch = new BatchBuilder();
        add(batch, one);
        const headersBytes = one.headers.length === 0 ? 1 : encodeHeaders(one.headers).length;
        expect(singleRecordBatchBytes(one.key?.length ?? -1, one.value?.length ?? -1, headersBytes)).toBe(batch.length);
      }),
    );
  });
});

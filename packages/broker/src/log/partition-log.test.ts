import { decodeBatches, ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import type { PartitionLog } from './partition-log.ts';
import { makeBatch } from './testing/make-batch.ts';
import { granted, NOW_MS, openLog } from './testing/open-log.ts';

const ALL = { maxBytes: 1 << 20, isReadCommitted: false, minOneBatch: true };

function values(log: PartitionLog, offset = 0): [number, string][] {
  const found: [number, string][] = [];
  for (let at = offset; at < log.highWatermark; ) {
    const { records } = granted(log.read({ ...ALL, offset: at }));
    const decoded = decodeBatches(records, { ...log.place, from: at, until: Number.MAX_SAFE_INTEGER, aborted: null });
    for (const { buffer, offsets, valueStart, valueEnd } of decoded.ranges)
      for (const [i, recordOffset] of offsets.entries())
        found.push([recordOffset, buffer.toString('utf8', valueStart[i], valueEnd[i])]);
    if (decoded.nextOffset === at) break;
    at = decoded.nextOffset;
  }
  return found;
}

describe('what is appended', () => {
  test('is read in order, with offsets one after another', () => {
    const log = openLog();
    const first = log.append(makeBatch({ records: [{ value: 'a' }, { value: 'b' }] }), NOW_MS);
    const second = log.append(makeBatch({ records: [{ value: 'c' }] }), NOW_MS);
    expect(first).toEqual({ baseOffset: 0, lastOffset: 1, logAppendTimeMs: -1, isDuplicate: false });
    expect(second).toEqual({ baseOffset: 2, lastOffset: 2, logAppendTimeMs: -1, isDuplicate: false });
    expect(values(log)).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]);
    expect(values(log, 2)).toEqual([[2, 'c']]);
  });

  test.each([false, true])('is there after a stop (in order: %s)', (isClean) => {
    const files = new MemoryFiles();
    const config = { segmentBytes: 300 };
    const log = openLog({ files, config });
    for (let i = 0; i < 20; i++) granted(log.append(makeBatch({ records: [{ value: `v${i}` }] }), NOW_MS));
    if (isClean) log.close();
    const again = openLog({ files, config, isClean });
    expect(values(again)).toEqual(Array.from({ length: 20 }, (_, i) => [i, `v${i}`]));
    expect(again.append(makeBatch(), NOW_MS)).toMatchObject({ baseOffset: 20 });
    expect(again.recovery).toEqual({ cut: [], damaged: [] });
  });

  test('is out of range before and behind', () => {
    const log = openLog();
    granted(log.append(makeBatch(), NOW_MS));
    expect(log.read({ ...ALL, offset: 2 })).toMatchObject({ error: ERRORS.OFFSET_OUT_OF_RANGE });
    expect(granted(log.read({ ...ALL, offset: 1 })).records.length).toBe(0);
    granted(log.deleteBefore(1, NOW_MS));
    expect(log.read({ ...ALL, offset: 0 })).toMatchObject({ error: ERRORS.OFFSET_OUT_OF_RANGE });
  });
});

describe('one read', () => {
  const log = openLog({ config: { indexIntervalBytes: 100 } });
  for (let i = 0; i < 6; i++) granted(log.append(makeBatch({ records: [{ value: `v${i}` }, { value: 'x' }] }), NOW_MS));
  const bytes = log.sizeBytes / 6;
  const batches = (maxBytes: number, minOneBatch: boolean, offset = 2) =>
    granted(log.read({ offset, maxBytes, minOneBatch, isReadCommitted: false })).records.length / bytes;

  test.each([
    ['whole batches that fit', bytes * 3 - 1, false, 2],
    ['all to the end', bytes * 100, false, 5],
    ['nothing where not even one fits', bytes - 1, false, 0],
    ['one that does not fit where one is wanted', bytes - 1, true, 1],
    ['one and no more where nothing fits', 0, true, 1],
  ])('gives %s', (_, maxBytes, minOneBatch, expected) => {
    expect(batches(maxBytes, minOneBatch)).toBe(expected);
  });

  test('begins with the batch that holds the offset', () => {
    const { records } = granted(log.read({ ...ALL, offset: 5 }));
    expect(records.readBigInt64BE(0)).toBe(4n);
  });

  test('gives a batch that is larger than what is read at once', () => {
    const large = openLog({ config: { maxMessageBytes: 1 << 24 } });
    granted(large.append(makeBatch(), NOW_MS));
    granted(large.append(makeBatch({ records: [{ value: 'x'.repeat(1 << 20) }] }), NOW_MS));
    const { records } = granted(large.read({ offset: 1, maxBytes: 10, minOneBatch: true, isReadCommitted: false }));
    expect(records.length).toBeGreaterThan(1 << 20);
  });
});

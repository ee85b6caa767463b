import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import type { LogConfig } from './log-config.ts';
import { makeBatch } from './testing/make-batch.ts';
import { FOLDER, granted, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

const BATCH_BYTES = makeBatch().length;

/** One batch per time; its records' time is the broker's. */
function logOf(times: readonly number[], config: Partial<LogConfig>, timestamp = (time: number) => time) {
  const files = new MemoryFiles();
  const log = openLog({ files, config: { ...config }, nowMs: 0 });
  for (const time of times) granted(log.append(makeBatch({ records: [{ timestampMs: timestamp(time) }] }), time));
  const segments = () => files.list(FOLDER).filter((name) => name.endsWith('.log')).length;
  return { log, segments };
}

describe('a new segment begins', () => {
  test.each<[string, readonly number[], Partial<LogConfig>, number]>([
    ['by size', [0, 0, 0, 0, 0], { segmentBytes: BATCH_BYTES * 2 }, 3],
    ['not before', [0, 0], { segmentBytes: BATCH_BYTES * 2 }, 1],
    ['by time', [0, 50, 100, 101, 150], { segmentMs: 100 }, 2],
    ['by max.compaction.lag.ms', [0, 51], { cleanupPolicy: ['compact'], maxCompactionLagMs: 50 }, 2],
    ['not by it where nothing is compacted', [0, 51], { maxCompactionLagMs: 50 }, 1],
  ])('%s', (_, times, config, segments) => {
    expect(logOf(times, config).segments()).toBe(segments);
  });

  test('in the place of none that is empty', () => {
    const files = new MemoryFiles();
    const log = openLog({ files, config: { segmentMs: 100 }, nowMs: 0 });
    granted(log.append(makeBatch({ records: [{ timestampMs: -1 }] }), 1000));
    expect(files.list(FOLDER)).toEqual(['00000000000000000000.log']);
  });

  test('by the broker’s clock where records have no time', () => {
    expect(logOf([0, 50, 101], { segmentMs: 100 }, () => -1).segments()).toBe(2);
  });
});

describe('retention', () => {
  const config = { segmentBytes: BATCH_BYTES * 2 };

  test('by time takes whole segments whose latest record is past', () => {
    const { log } = logOf([0, 10, 20, 30, 40], { ...config, retentionMs: 100 });
    expect(log.retain(110)).toBeNull();
    expect(log.logStartOffset).toBe(0);
    log.retain(111);
    expect(log.logStartOffset).toBe(2);
    expect(readAll(log, false).map(({ offset }) => offset)).toEqual([2, 3, 4]);
  });

  test('by time takes all in the end, and appends go on', () => {
    const { log, segments } = logOf([0, 10, 20], { ...config, retentionMs: 100 });
    log.retain(1000);
    expect([log.logStartOffset, log.highWatermark, log.sizeBytes, segments()]).toEqual([3, 3, 0, 1]);
    log.retain(2000);
    expect(granted(log.append(makeBatch(), 2000)).baseOffset).toBe(3);
  });

  test('by time counts from the append where records have no time', () => {
    const { log } = logOf([0, 10, 20], { ...config, retentionMs: 100 }, () => -1);
    log.retain(110);
    expect(log.logStartOffset).toBe(0);
    log.retain(111);
    expect(log.logStartOffset).toBe(2);
  });

  test('by size takes segments while that many bytes stay', () => {
    const { log } = logOf([0, 0, 0, 0, 0], { ...config, retentionBytes: BATCH_BYTES * 3 });
    log.retain(0);
    expect([log.logStartOffset, log.sizeBytes]).toEqual([2, BATCH_BYTES * 3]);
  });

  test('takes nothing of a topic that is only compacted, or without limits', () => {
    const limits = { retentionMs: 1, retentionBytes: 1 };
    for (const none of [
      { ...limits, cleanupPolicy: ['compact'] as const },
      { retentionMs: -1, retentionBytes: -1 },
    ]) {
      const { log } = logOf([0, 0, 0, 0, 0], { ...config, ...none });
      log.retain(1e9);
      expect(log.logStartOffset).toBe(0);
    }
  });

  test('obeys a configuration that was changed', () => {
    const { log } = logOf([0, 0, 0], config);
    log.config = { ...log.config, retentionMs: 10 };
    log.retain(100);
    expect(log.logStartOffset).toBe(3);
  });
});

test('records are deleted to the very offset, files where nothing of them is left', () => {
  const { log, segments } = logOf([0, 0, 0, 0, 0], { segmentBytes: BATCH_BYTES * 2 });
  expect(granted(log.deleteBefore(3, 0)).logStartOffset).toBe(3);
  expect(readAll(log, false).map(({ offset }) => offset)).toEqual([3, 4]);
  expect(segments()).toBe(2);
  expect(granted(log.deleteBefore(1, 0)).logStartOffset).toBe(3);
  expect(log.deleteBefore(6, 0)).toMatchObject({ error: 1 });
});

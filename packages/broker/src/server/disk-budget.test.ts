import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchBuilder } from '@millrace/kafka-wire';
import { afterEach, expect, test } from 'vitest';
import { nodeFiles } from '../files/node-files.ts';
import { DEFAULT_LOG_CONFIG, type LogConfig } from '../log/log-config.ts';
import { PartitionLog } from '../log/partition-log.ts';
import { keepWithin } from './disk-budget.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A log of segments with one batch of about 1 kB each; `times[i]`: when the i-th was appended. */
function filled(topic: string, times: readonly number[], config: Partial<LogConfig> = {}): PartitionLog {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-budget-'));
  folders.push(folder);
  const log = PartitionLog.open({
    files: nodeFiles,
    folder,
    place: { topic, partition: 0 },
    config: { ...DEFAULT_LOG_CONFIG, segmentBytes: 1_000, ...config },
    nowMs: 0,
    isClean: true,
    fsync: false,
  });
  for (const time of times) {
    const builder = new BatchBuilder();
    builder.add(time, Buffer.from('k'), 0, 1, Buffer.alloc(900), 0, 900);
    log.append(builder.finish({ producerId: -1n, epoch: -1, baseSequence: -1, transactional: false }), time);
  }
  return log;
}

test('the oldest segments of all logs go until they fit, the active ones never', () => {
  const [a, b] = [filled('a', [1, 2, 9]), filled('b', [3, 4, 5])];
  const each = a.sizeBytes / 3;
  expect(keepWithin([a, b], 6 * each, 10).deleted).toEqual([]);
  expect(keepWithin([a, b], 3 * each, 10)).toMatchObject({
    missingBytes: 0,
    deleted: [{ place: { topic: 'a' } }, { place: { topic: 'a' } }, { place: { topic: 'b' } }],
  });
  expect([a.logStartOffset, b.logStartOffset]).toEqual([2, 1]);
  expect(keepWithin([a, b], 0, 10).missingBytes).toBe(2 * each);
  expect([a.highWatermark - a.logStartOffset, b.highWatermark - b.logStartOffset]).toEqual([1, 1]);
});

test('what is compacted or kept for ever stays whole, and is told as missing', () => {
  const state = filled('state', [1, 2, 3], { retentionMs: -1 });
  const table = filled('table', [1, 2, 3], { cleanupPolicy: ['compact'] });
  const total = state.sizeBytes + table.sizeBytes;
  expect(keepWithin([state, table], 100, 10)).toEqual({ deleted: [], missingBytes: total - 100 });
});

import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Files } from '../files/files.ts';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { makeBatch } from './testing/make-batch.ts';
import { FOLDER, granted, NOW_MS, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

const BATCH_BYTES = makeBatch({ records: [{ value: 'v0' }] }).length;
const FIRST = `${FOLDER}/00000000000000000000.log`;
const SEGMENTS_OF_FIVE = { segmentBytes: BATCH_BYTES * 5 };

function fill(files: Files, count: number, options: { fsync?: boolean; config?: typeof SEGMENTS_OF_FIVE } = {}) {
  const log = openLog({ files, ...options });
  for (let i = 0; i < count; i++) granted(log.append(makeBatch({ records: [{ value: `v${i}` }] }), NOW_MS));
  expect(log.flush()).toBeNull();
  return log;
}

function damage(files: MemoryFiles, path: string, at: number): void {
  const file = files.open(path);
  const byte = Buffer.alloc(1);
  file.read(at, byte);
  file.write(at, Buffer.from([(byte[0] as number) ^ 0xff]));
}

function offsets(log: ReturnType<typeof openLog>, from = 0): number[] {
  return readAll(log, false, 1 << 20, from).map(({ offset }) => offset);
}

describe('the end of the file', () => {
  test.each([1, 20, 60, 61, BATCH_BYTES - 1])('with %i bytes of a batch is cut at that batch', (bytes) => {
    const files = new MemoryFiles();
    fill(files, 4);
    files.open(FIRST).truncate(BATCH_BYTES * 3 + bytes);
    const log = openLog({ files });
    expect(log.recovery).toEqual({ cut: [{ file: FIRST, position: BATCH_BYTES * 3, bytes, offset: 3 }], damaged: [] });
    expect(files.contentOf(FIRST).length).toBe(BATCH_BYTES * 3);
    expect(granted(log.append(makeBatch(), NOW_MS)).baseOffset).toBe(3);
    expect(offsets(log)).toEqual([0, 1, 2, 3]);
  });

  test('is cut where the last batch has a wrong CRC, or zeros stand', () => {
    const files = new MemoryFiles();
    fill(files, 3);
    damage(files, FIRST, BATCH_BYTES * 3 - 1);
    expect(openLog({ files }).recovery.cut).toEqual([
      { file: FIRST, position: BATCH_BYTES * 2, bytes: BATCH_BYTES, offset: 2 },
    ]);
    files.open(FIRST).write(BATCH_BYTES * 2, Buffer.alloc(5000));
    expect(openLog({ files }).recovery.cut).toMatchObject([{ position: BATCH_BYTES * 2, bytes: 5000 }]);
  });
});

describe('damage in the middle', () => {
  /** The byte of batch 2 that is damaged: of its length, its offset, its CRC, its records. */
  test.each([8, 0, 7, 17, BATCH_BYTES - 1])('at byte %i of a batch is reported, and the rest is read', (byte) => {
    const files = new MemoryFiles();
    fill(files, 5);
    damage(files, FIRST, BATCH_BYTES * 2 + byte);
    const log = openLog({ files });
    const report = { file: FIRST, position: BATCH_BYTES * 2, bytes: BATCH_BYTES, offset: 2 };
    expect(log.recovery).toEqual({ cut: [], damaged: [report] });
    const read = { maxBytes: 1 << 20, isReadCommitted: false, minOneBatch: true };
    expect(granted(log.read({ ...read, offset: 0 })).records.length).toBe(BATCH_BYTES * 2);
    expect(log.read({ ...read, offset: 2 })).toMatchObject({
      error: ERRORS.CORRUPT_MESSAGE,
      message: expect.stringContaining(`${FIRST} at byte ${BATCH_BYTES * 2}`),
    });
    expect(offsets(log, 3)).toEqual([3, 4]);
    expect(granted(log.append(makeBatch(), NOW_MS)).baseOffset).toBe(5);
    expect(offsets(log, 3)).toEqual([3, 4, 5]);
    log.close();
    expect(openLog({ files, isClean: true }).recovery.damaged).toEqual([report]);
  });

  test('at the end of a closed segment costs that end alone', () => {
    const files = new MemoryFiles();
    fill(files, 12, { config: SEGMENTS_OF_FIVE });
    damage(files, FIRST, BATCH_BYTES * 4 + 30);
    const log = openLog({ files, config: SEGMENTS_OF_FIVE });
    expect(log.recovery.damaged).toEqual([{ file: FIRST, position: BATCH_BYTES * 4, bytes: BATCH_BYTES, offset: 4 }]);
    expect(offsets(log, 5)).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  test('of what was never synced is the loss of what nobody was told of: all from there on is cut', () => {
    const files = new MemoryFiles();
    const log = fill(files, 3, { fsync: true });
    for (let i = 0; i < 5; i++) granted(log.append(makeBatch({ records: [{ value: 'xx' }] }), NOW_MS));
    damage(files, FIRST, BATCH_BYTES * 4 + 30);
    const again = openLog({ files, fsync: true });
    expect(again.recovery).toMatchObject({ cut: [{ position: BATCH_BYTES * 4, offset: 4 }], damaged: [] });
    expect(offsets(again)).toEqual([0, 1, 2, 3]);
  });

  test('of what was synced is reported with fsync too', () => {
    const files = new MemoryFiles();
    fill(files, 5, { fsync: true });
    damage(files, FIRST, BATCH_BYTES * 2 + 30);
    expect(openLog({ files, fsync: true }).recovery.damaged).toMatchObject([{ offset: 2 }]);
  });
});

describe('caches that are missing or damaged are made anew', () => {
  const names = ['00000000000000000000.index', '00000000000000000005.index', '00000000000000000005.snapshot'];
  test.each(names.flatMap((name) => [[name, 'removed'] as const, [name, 'damaged'] as const]))('%s %s', (name, how) => {
    const files = new MemoryFiles();
    const log = fill(files, 12, { config: SEGMENTS_OF_FIVE });
    granted(log.append(makeBatch({ producerId: 1n, epoch: 0, sequence: 0 }), NOW_MS));
    const producers = log.producers();
    log.close();
    if (how === 'removed') files.remove(`${FOLDER}/${name}`);
    else damage(files, `${FOLDER}/${name}`, 5);
    const again = openLog({ files, config: SEGMENTS_OF_FIVE, isClean: true });
    expect(offsets(again)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(again.producers()).toEqual(producers);
    again.close();
    expect(files.list(FOLDER)).toContain(name);
  });

  test('also where only the index’s entries are damaged', () => {
    const files = new MemoryFiles();
    fill(files, 4).close();
    const path = `${FOLDER}/00000000000000000000.index`;
    damage(files, path, files.contentOf(path).length - 1);
    expect(offsets(openLog({ files, isClean: true }))).toEqual([0, 1, 2, 3]);
  });
});

test('after a stop in order no batch is read before somebody asks', () => {
  const files = new MemoryFiles();
  fill(files, 12, { config: SEGMENTS_OF_FIVE }).close();
  const read: string[] = [];
  const watched: Files = {
    list: (folder) => files.list(folder),
    makeFolder: () => {},
    open(path) {
      const file = files.open(path);
      return {
        ...file,
        read: (at, into) => {
          read.push(path);
          return file.read(at, into);
        },
      };
    },
    remove: (path) => files.remove(path),
    rename: (from, to) => files.rename(from, to),
    syncFolder: (folder) => files.syncFolder(folder),
  };
  const log = openLog({ files: watched, config: SEGMENTS_OF_FIVE, isClean: true });
  expect(log.highWatermark).toBe(12);
  expect(read.filter((path) => path.endsWith('.log'))).toEqual([]);
  expect(offsets(log).length).toBe(12);
});

test('the start of the log and the producers outlive the segments that told of them', () => {
  const files = new MemoryFiles();
  const config = SEGMENTS_OF_FIVE;
  const log = openLog({ files, config });
  granted(log.append(makeBatch({ producerId: 1n, epoch: 0, sequence: 0 }), NOW_MS));
  for (let i = 0; i < 8; i++) granted(log.append(makeBatch(), NOW_MS));
  granted(log.deleteBefore(7, NOW_MS));
  const again = openLog({ files, config });
  expect([again.logStartOffset, again.highWatermark]).toEqual([7, 9]);
  expect(again.producers()).toMatchObject([{ producerId: 1n, batches: [{ lastSequence: 0 }] }]);
  granted(again.deleteBefore(9, NOW_MS));
  expect(again.sizeBytes).toBe(0);
  const empty = openLog({ files, config });
  expect([empty.logStartOffset, empty.highWatermark]).toEqual([9, 9]);
  expect(empty.producers()).toMatchObject([{ producerId: 1n }]);
});

test('a log that nobody used is closed without a write', () => {
  const files = new MemoryFiles();
  fill(files, 12, { config: SEGMENTS_OF_FIVE }).close();
  for (let i = 0; i < 3; i++) {
    files.stopAfter(0);
    openLog({ files, config: SEGMENTS_OF_FIVE, isClean: true }).close();
    files.kill();
  }
  const log = openLog({ files, config: SEGMENTS_OF_FIVE, isClean: true });
  granted(log.append(makeBatch({ producerId: 1n, epoch: 0, sequence: 0 }), NOW_MS));
  log.close();
  expect(files.list(FOLDER).filter((name) => name.endsWith('snapshot')).length).toBe(3);
  expect(openLog({ files, config: SEGMENTS_OF_FIVE, isClean: true }).producers().length).toBe(1);
});

test('a file that is shorter than its index says is looked through', () => {
  const files = new MemoryFiles();
  fill(files, 4).close();
  files.open(FIRST).truncate(BATCH_BYTES * 3 - 1);
  const log = openLog({ files, isClean: true });
  expect(log.highWatermark).toBe(2);
  expect(log.recovery.cut).toMatchObject([{ offset: 2 }]);
});

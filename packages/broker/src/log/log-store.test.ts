import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Files, OpenFile } from '../files/files.ts';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { makeBatch } from './testing/make-batch.ts';
import { FOLDER, granted, NOW_MS, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

const TRANSACTIONAL = { producerId: 1n, epoch: 0, sequence: 0, transactional: true };
const FIRST = `${FOLDER}/00000000000000000000.log`;

describe('a full disk', () => {
  test.each([0, 1, 40, 69])('with %i bytes left refuses a batch, and nothing has changed', (room) => {
    const files = new MemoryFiles();
    const log = openLog({ files });
    granted(log.append(makeBatch(), NOW_MS));
    const before = [log.highWatermark, log.lastStableOffset, log.sizeBytes, log.producers()];
    files.capacityBytes = files.usedBytes + room;
    const refused = log.append(makeBatch(TRANSACTIONAL), NOW_MS);
    expect(refused).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR, message: expect.stringContaining('ENOSPC') });
    expect([log.highWatermark, log.lastStableOffset, log.sizeBytes, log.producers()]).toEqual(before);
    expect(files.contentOf(FIRST).length).toBe(log.sizeBytes);
    expect(readAll(log, false).length).toBe(1);
    files.capacityBytes = Number.POSITIVE_INFINITY;
    expect(granted(log.append(makeBatch(TRANSACTIONAL), NOW_MS)).baseOffset).toBe(1);
    expect(readAll(openLog({ files }), false).length).toBe(2);
  });

  test('refuses a marker, and the transaction stays open', () => {
    const files = new MemoryFiles();
    const log = openLog({ files });
    granted(log.append(makeBatch(TRANSACTIONAL), NOW_MS));
    files.capacityBytes = 0;
    const marker = { producerId: 1n, producerEpoch: 0, isCommit: true, coordinatorEpoch: 0 };
    expect(log.appendMarker(marker, NOW_MS)).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
    expect(log.lastStableOffset).toBe(0);
  });

  test('does not keep a new segment from being tried again', () => {
    const files = new MemoryFiles();
    const log = openLog({ files, config: { segmentBytes: 100 } });
    granted(log.append(makeBatch(), NOW_MS));
    files.capacityBytes = files.usedBytes;
    expect(log.append(makeBatch(), NOW_MS)).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
    files.capacityBytes = Number.POSITIVE_INFINITY;
    granted(log.append(makeBatch(), NOW_MS));
    expect(readAll(openLog({ files }), false).map(({ offset }) => offset)).toEqual([0, 1]);
  });
});

/** Files whose log files do as `change` says. */
function changedFiles(files: MemoryFiles, change: (file: OpenFile) => Partial<OpenFile>): Files {
  return {
    list: (folder) => files.list(folder),
    makeFolder: () => {},
    open: (path) => ({ ...files.open(path), ...(path.endsWith('.log') ? change(files.open(path)) : {}) }),
    remove: (path) => files.remove(path),
    rename: (from, to) => files.rename(from, to),
    syncFolder: (folder) => files.syncFolder(folder),
  };
}

function failure(): never {
  throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
}

test('what a failed write left is gone before the next batch is written, even if that failed at first', () => {
  const files = new MemoryFiles();
  let isFailing = false;
  const broken = changedFiles(files, (file) => ({
    write(at, bytes) {
      file.write(at, isFailing ? bytes.subarray(0, 100) : bytes);
      if (isFailing) failure();
    },
    truncate: (size) => (isFailing ? failure() : file.truncate(size)),
  }));
  const log = openLog({ files: broken });
  isFailing = true;
  expect(log.append(makeBatch({ records: Array(9).fill({}) }), NOW_MS)).toMatchObject({
    error: ERRORS.KAFKA_STORAGE_ERROR,
  });
  expect(log.append(makeBatch(), NOW_MS)).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
  isFailing = false;
  granted(log.append(makeBatch(), NOW_MS));
  expect(files.contentOf(FIRST).length).toBe(log.sizeBytes);
});

test('once a sync has failed nothing is taken until the log is opened anew', () => {
  const files = new MemoryFiles();
  let isFailing = false;
  const broken = changedFiles(files, (file) => ({ sync: () => (isFailing ? failure() : file.sync()) }));
  const log = openLog({ files: broken, fsync: true });
  granted(log.append(makeBatch(), NOW_MS));
  isFailing = true;
  expect(log.flush()).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
  isFailing = false;
  expect(log.flush()).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
  expect(log.append(makeBatch(), NOW_MS)).toMatchObject({ error: ERRORS.KAFKA_STORAGE_ERROR });
  expect(readAll(log, false).length).toBe(1);
  const again = openLog({ files, fsync: true });
  granted(again.append(makeBatch(), NOW_MS));
  expect(again.flush()).toBeNull();
});

test('a flush syncs each file once, and nothing where nothing was written', () => {
  const files = new MemoryFiles();
  let syncs = 0;
  const counted = changedFiles(files, (file) => ({
    sync() {
      syncs += 1;
      file.sync();
    },
  }));
  const log = openLog({ files: counted, fsync: true });
  syncs = 0;
  for (let i = 0; i < 3; i++) granted(log.append(makeBatch(), NOW_MS));
  expect(syncs).toBe(0);
  log.flush();
  log.flush();
  expect(syncs).toBe(1);
});

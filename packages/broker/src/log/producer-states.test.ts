import { ERRORS } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { makeBatch, type TestBatch } from './testing/make-batch.ts';
import { granted, NOW_MS, openLog } from './testing/open-log.ts';

const PRODUCER = { producerId: 7n, epoch: 3 };
const MARKER = { producerId: 7n, producerEpoch: 3, isCommit: true, coordinatorEpoch: 2 };
const MAX_SEQUENCE = 2 ** 31 - 1;

function batchOf(count: number, batch: TestBatch): Buffer {
  return makeBatch({ ...PRODUCER, records: Array.from({ length: count }, () => ({})), ...batch });
}

describe('a producer that sends a batch again', () => {
  test('is told the offsets of the first time, for its last five batches', () => {
    const log = openLog();
    for (let i = 0; i < 6; i++) granted(log.append(batchOf(2, { sequence: i * 2 }), NOW_MS));
    for (let i = 1; i < 6; i++)
      expect(log.append(batchOf(2, { sequence: i * 2 }), NOW_MS)).toEqual({
        baseOffset: i * 2,
        lastOffset: i * 2 + 1,
        logAppendTimeMs: -1,
        isDuplicate: true,
      });
    expect(log.append(batchOf(2, { sequence: 0 }), NOW_MS)).toMatchObject({
      error: ERRORS.OUT_OF_ORDER_SEQUENCE_NUMBER,
    });
    expect(log.highWatermark).toBe(12);
  });

  test('is told so with the broker’s time of the first time', () => {
    const log = openLog({ config: { timestampType: 'LogAppendTime' } });
    granted(log.append(batchOf(1, { sequence: 0 }), 5000));
    const again = log.append(batchOf(1, { sequence: 0 }), 6000);
    expect(again).toMatchObject({ logAppendTimeMs: 5000, isDuplicate: true });
  });

  test.each([true, false])('is told so after a restart too (in order: %s)', (isClean) => {
    const files = new MemoryFiles();
    const log = openLog({ files });
    for (let i = 0; i < 3; i++) granted(log.append(batchOf(1, { sequence: i }), NOW_MS));
    if (isClean) log.close();
    const again = openLog({ files, isClean });
    expect(again.append(batchOf(1, { sequence: 1 }), NOW_MS)).toMatchObject({ baseOffset: 1, isDuplicate: true });
    expect(again.append(batchOf(1, { sequence: 4 }), NOW_MS)).toMatchObject({
      error: ERRORS.OUT_OF_ORDER_SEQUENCE_NUMBER,
    });
  });
});

test.each<[string, TestBatch, keyof typeof ERRORS | null]>([
  ['the next sequence number', { sequence: 2 }, null],
  ['a gap', { sequence: 3 }, 'OUT_OF_ORDER_SEQUENCE_NUMBER'],
  ['a part of what was sent', { sequence: 1 }, 'OUT_OF_ORDER_SEQUENCE_NUMBER'],
  ['an older epoch', { sequence: 2, epoch: 2 }, 'INVALID_PRODUCER_EPOCH'],
  ['a new epoch from 0 on', { sequence: 0, epoch: 4 }, null],
  ['a new epoch from elsewhere', { sequence: 2, epoch: 4 }, 'OUT_OF_ORDER_SEQUENCE_NUMBER'],
  ['an unknown producer from anywhere', { sequence: 9, producerId: 8n }, null],
  ['no producer', { sequence: -1, epoch: -1, producerId: -1n }, null],
])('after sequence numbers 0 and 1: %s', (_, batch, error) => {
  const log = openLog();
  granted(log.append(batchOf(2, { sequence: 0 }), NOW_MS));
  const done = log.append(batchOf(1, batch), NOW_MS);
  expect(done).toMatchObject(error === null ? { baseOffset: 2 } : { error: ERRORS[error] });
  expect(log.highWatermark).toBe(error === null ? 3 : 2);
});

test('sequence numbers go on with 0 behind the largest, also inside a batch', () => {
  const log = openLog();
  granted(log.append(batchOf(1, { sequence: MAX_SEQUENCE - 1 }), NOW_MS));
  granted(log.append(batchOf(3, { sequence: MAX_SEQUENCE }), NOW_MS));
  expect(log.producers()[0]?.batches.at(-1)).toMatchObject({ firstSequence: MAX_SEQUENCE, lastSequence: 1 });
  granted(log.append(batchOf(1, { sequence: 2 }), NOW_MS));
});

describe('a transaction', () => {
  test('holds the last stable offset at its first batch until its marker', () => {
    const log = openLog();
    granted(log.append(makeBatch(), NOW_MS));
    granted(log.append(batchOf(1, { sequence: 0, transactional: true }), NOW_MS));
    granted(log.append(makeBatch({ producerId: 9n, epoch: 0, sequence: 0, transactional: true }), NOW_MS));
    expect([log.lastStableOffset, log.highWatermark]).toEqual([1, 3]);
    granted(log.appendMarker(MARKER, NOW_MS));
    expect([log.lastStableOffset, log.highWatermark]).toEqual([2, 4]);
    granted(log.appendMarker({ ...MARKER, producerId: 9n, isCommit: false }, NOW_MS));
    expect([log.lastStableOffset, log.highWatermark]).toEqual([5, 5]);
    const read = { offset: 0, maxBytes: 1 << 20, minOneBatch: true };
    expect(granted(log.read({ ...read, isReadCommitted: true })).abortedTransactions).toEqual([
      { producerId: 9n, firstOffset: 2 },
    ]);
    expect(granted(log.read({ ...read, isReadCommitted: false })).abortedTransactions).toBeNull();
  });

  test('takes no batch that is not part of it', () => {
    const log = openLog();
    granted(log.append(batchOf(1, { sequence: 0, transactional: true }), NOW_MS));
    expect(log.append(batchOf(1, { sequence: 1 }), NOW_MS)).toMatchObject({ error: ERRORS.INVALID_TXN_STATE });
  });

  test('is ended by no marker of an older epoch or coordinator', () => {
    const log = openLog();
    granted(log.append(batchOf(1, { sequence: 0, transactional: true }), NOW_MS));
    expect(log.appendMarker({ ...MARKER, producerEpoch: 2 }, NOW_MS)).toMatchObject({
      error: ERRORS.INVALID_PRODUCER_EPOCH,
    });
    granted(log.appendMarker(MARKER, NOW_MS));
    const zombie = log.appendMarker({ ...MARKER, coordinatorEpoch: 1 }, NOW_MS);
    expect(zombie).toMatchObject({ error: ERRORS.TRANSACTION_COORDINATOR_FENCED });
  });

  test('goes on in sequence behind a marker, and from 0 behind one of a new epoch', () => {
    const log = openLog();
    granted(log.append(batchOf(1, { sequence: 0, transactional: true }), NOW_MS));
    granted(log.appendMarker(MARKER, NOW_MS));
    granted(log.append(batchOf(1, { sequence: 1, transactional: true }), NOW_MS));
    granted(log.appendMarker({ ...MARKER, producerEpoch: 4 }, NOW_MS));
    const stale = log.append(batchOf(1, { sequence: 2, transactional: true }), NOW_MS);
    expect(stale).toMatchObject({ error: ERRORS.INVALID_PRODUCER_EPOCH });
    granted(log.append(batchOf(1, { epoch: 4, sequence: 0, transactional: true }), NOW_MS));
  });
});

test('a producer is forgotten when it was long away, but not with an open transaction', () => {
  const log = openLog({ config: { producerIdExpirationMs: 100 } });
  granted(log.append(batchOf(1, { sequence: 0 }), NOW_MS));
  granted(log.append(makeBatch({ producerId: 9n, epoch: 0, sequence: 0, transactional: true }), NOW_MS));
  log.expireProducers(NOW_MS + 99);
  expect(log.producers().map(({ producerId }) => producerId)).toEqual([7n, 9n]);
  log.expireProducers(NOW_MS + 100);
  expect(log.producers().map(({ producerId }) => producerId)).toEqual([9n]);
});

test('the last marker’s coordinator and time are told of a producer', () => {
  const log = openLog();
  granted(log.append(batchOf(2, { sequence: 0, transactional: true }), NOW_MS));
  expect(log.producers()[0]).toMatchObject({
    epoch: 3,
    coordinatorEpoch: -1,
    transactionStart: 0,
    lastTimestampMs: 1000,
  });
  granted(log.appendMarker(MARKER, NOW_MS + 5));
  expect(log.producers()[0]).toMatchObject({ coordinatorEpoch: 2, transactionStart: -1, lastTimestampMs: NOW_MS + 5 });
});

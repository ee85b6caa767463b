import { ERRORS } from '@millrace/kafka-wire';
import { expect, test } from 'vitest';
import type { LogConfig } from './log-config.ts';
import { changed, makeBatch } from './testing/make-batch.ts';
import { granted, NOW_MS, openLog } from './testing/open-log.ts';

const BATCH = makeBatch({ records: [{}, {}] });
const damaged = Buffer.from(BATCH).fill(0xff, BATCH.length - 1);
const idempotent = makeBatch({ producerId: 1n, epoch: 0, sequence: 0 });
const compact: Partial<LogConfig> = { cleanupPolicy: ['compact'] };
const keyless = { records: [{}, { key: null }] };

test.each<[string, Buffer, Partial<LogConfig>, keyof typeof ERRORS]>([
  ['nothing', Buffer.alloc(0), {}, 'CORRUPT_MESSAGE'],
  ['half a batch', BATCH.subarray(0, BATCH.length - 1), {}, 'CORRUPT_MESSAGE'],
  ['a wrong CRC', damaged, {}, 'CORRUPT_MESSAGE'],
  ['format v1', changed(BATCH, 16, [1]), {}, 'INVALID_RECORD'],
  ['format v3', changed(BATCH, 16, [3]), {}, 'CORRUPT_MESSAGE'],
  ['two batches', Buffer.concat([BATCH, BATCH]), {}, 'INVALID_RECORD'],
  ['a batch beyond max.message.bytes', BATCH, { maxMessageBytes: BATCH.length - 1 }, 'MESSAGE_TOO_LARGE'],
  ['a batch beyond segment.bytes', BATCH, { segmentBytes: BATCH.length - 1 }, 'RECORD_LIST_TOO_LARGE'],
  ['a base offset', changed(BATCH, 7, [1]), {}, 'INVALID_RECORD'],
  ['more offsets than records', changed(BATCH, 23, [0, 0, 0, 2]), {}, 'INVALID_RECORD'],
  ['fewer offsets than records', changed(BATCH, 23, [0, 0, 0, 0]), {}, 'INVALID_RECORD'],
  ['no records', changed(changed(BATCH, 23, [255, 255, 255, 255]), 57, [0, 0, 0, 0]), {}, 'INVALID_RECORD'],
  ['a control batch', changed(BATCH, 22, [0x20]), {}, 'INVALID_RECORD'],
  ['an unknown codec', changed(BATCH, 22, [0x05]), {}, 'INVALID_RECORD'],
  ['a transaction of nobody', changed(BATCH, 22, [0x10]), {}, 'INVALID_RECORD'],
  ['a negative sequence number', changed(idempotent, 53, [255, 255, 255, 255]), {}, 'INVALID_RECORD'],
  ['LogAppendTime set by a client', changed(BATCH, 22, [0x08]), {}, 'INVALID_TIMESTAMP'],
  ['a time beyond all numbers', changed(BATCH, 35, [127]), {}, 'INVALID_TIMESTAMP'],
  ['a time too far ahead', makeBatch({ records: [{ timestampMs: NOW_MS + 3_600_001 }] }), {}, 'INVALID_TIMESTAMP'],
  ['a time too far back', BATCH, { timestampBeforeMaxMs: -1 }, 'INVALID_TIMESTAMP'],
  ['no key in a compacted topic', makeBatch(keyless), compact, 'INVALID_RECORD'],
  ['no key in a compacted topic, compressed', makeBatch({ ...keyless, gzip: true }), compact, 'INVALID_RECORD'],
])('%s is refused', (_, batch, config, error) => {
  const log = openLog({ config });
  expect(log.append(Buffer.from(batch), NOW_MS)).toMatchObject({
    error: ERRORS[error],
    message: expect.stringMatching(/orders\[0\]/),
  });
  expect(log.highWatermark).toBe(0);
});

test.each<[string, Buffer, Partial<LogConfig>]>([
  ['a batch of just max.message.bytes', BATCH, { maxMessageBytes: BATCH.length }],
  ['a time just not too far ahead', makeBatch({ records: [{ timestampMs: NOW_MS + 3_600_000 }] }), {}],
  ['no time at all', makeBatch({ records: [{ timestampMs: -1 }] }), { timestampBeforeMaxMs: 10 }],
  ['no key where nothing is compacted', makeBatch(keyless), {}],
  ['keys in a compacted topic', makeBatch({ records: [{}, { value: null }], gzip: true }), compact],
  [
    'a time too far ahead that the broker replaces',
    makeBatch({ records: [{ timestampMs: 1e13 }] }),
    { timestampType: 'LogAppendTime' },
  ],
])('%s is taken', (_, batch, config) => {
  const log = openLog({ config });
  granted(log.append(Buffer.from(batch), NOW_MS));
});

test('the bytes of a batch stay what the client sent, but for the offset', () => {
  const log = openLog();
  granted(log.append(Buffer.from(BATCH), NOW_MS));
  granted(log.append(Buffer.from(BATCH), NOW_MS));
  const { records } = granted(log.read({ offset: 2, maxBytes: 1 << 20, isReadCommitted: false, minOneBatch: true }));
  expect(records.readBigInt64BE(0)).toBe(2n);
  expect(records.readInt32BE(12)).toBe(0);
  expect(records.subarray(16)).toEqual(BATCH.subarray(16));
});

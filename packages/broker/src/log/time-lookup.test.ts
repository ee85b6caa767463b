import { describe, expect, test } from 'vitest';
import { makeBatch } from './testing/make-batch.ts';
import { granted, openLog } from './testing/open-log.ts';

const TIMES = [[10, 30, 20], [15], [40, 35], [40], [5]] as const;

describe.each([
  ['one segment', {}, false],
  ['a segment per batch', { segmentBytes: 120 }, false],
  ['an index entry per batch', { indexIntervalBytes: 1 }, true],
])('with %s', (_, config, gzip) => {
  const log = openLog({ config });
  for (const times of TIMES)
    granted(log.append(makeBatch({ records: times.map((timestampMs) => ({ timestampMs })), gzip }), 0));

  test.each([
    [0, { offset: 0, timestampMs: 10 }],
    [10, { offset: 0, timestampMs: 10 }],
    [11, { offset: 1, timestampMs: 30 }],
    [31, { offset: 4, timestampMs: 40 }],
    [40, { offset: 4, timestampMs: 40 }],
    [41, null],
  ])('the first record of %i or later', (time, expected) => {
    expect(log.offsetForTime(time)).toEqual(expected);
  });

  test('the latest record is the first of those', () => {
    expect(log.offsetOfMaxTimestamp()).toEqual({ offset: 4, timestampMs: 40 });
  });
});

test('deleted records are not found', () => {
  const log = openLog();
  granted(log.append(makeBatch({ records: [{ timestampMs: 30 }, { timestampMs: 10 }, { timestampMs: 20 }] }), 0));
  granted(log.deleteBefore(1, 0));
  expect(log.offsetForTime(5)).toEqual({ offset: 1, timestampMs: 10 });
  expect(log.offsetForTime(25)).toBeNull();
});

test('nothing has no latest record, nor have records without time', () => {
  const log = openLog();
  expect(log.offsetOfMaxTimestamp()).toBeNull();
  granted(log.append(makeBatch({ records: [{ timestampMs: -1 }] }), 0));
  expect(log.offsetOfMaxTimestamp()).toBeNull();
});

test('under LogAppendTime the broker’s time counts', () => {
  const log = openLog({ config: { timestampType: 'LogAppendTime' } });
  granted(log.append(makeBatch({ records: [{ timestampMs: 10 }, {}] }), 500));
  expect(log.offsetForTime(100)).toEqual({ offset: 0, timestampMs: 500 });
});

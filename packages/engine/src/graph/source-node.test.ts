import { describe, expect, test } from 'vitest';
import type { EventTime } from '../contract/executable-plan.ts';
import { JobDriver, type LogRecord, row } from '../testing/job-driver.ts';
import { makePass } from '../testing/test-operators.ts';
import { COLUMNS, chain, testSink, testSource } from '../testing/test-plan.ts';

type Case = {
  readonly title: string;
  readonly eventTime?: Partial<EventTime> | null;
  readonly logAppendTime?: boolean;
  readonly record: LogRecord;
  readonly nowMs?: number;
  /** The row that goes on, or what the reason of its dead letter contains. */
  readonly gives: readonly unknown[] | string;
  readonly counter: 'passed' | 'dead' | 'quarantined';
  readonly watermark: number;
};

const HOUR_MS = 3_600_000;
const NONE = Number.NEGATIVE_INFINITY;
const skew = { maxFutureSkewMs: HOUR_MS };

const CASES: readonly Case[] = [
  {
    title: 'the event time is the column that is named [T1]',
    record: row(7),
    gives: [7, 'a', 1],
    counter: 'passed',
    watermark: 7,
  },
  {
    title: 'or the record timestamp, as a last column [T1]',
    eventTime: { from: 'record' },
    record: { ...row(7), timestampMs: 9 },
    gives: [7, 'a', 1, 9],
    counter: 'passed',
    watermark: 9,
  },
  {
    title: 'a record timestamp of −1 is none (kafkameter#19) [T2]',
    eventTime: { from: 'record' },
    record: { ...row(7), timestampMs: -1 },
    gives: 'The record has no timestamp (−1)',
    counter: 'dead',
    watermark: NONE,
  },
  {
    title: 'a column value of −1 ms is a time before 1970 [T2] [A4]',
    record: row(-1),
    gives: [-1, 'a', 1],
    counter: 'passed',
    watermark: -1,
  },
  {
    title: 'an event time of NULL is refused [T2]',
    record: row(null),
    gives: 'The event time time is missing or NULL.',
    counter: 'dead',
    watermark: NONE,
  },
  {
    title: 'a record without a value is refused (kafkajs#642) [E8]',
    record: { value: null },
    gives: 'The record has no value (a tombstone)',
    counter: 'dead',
    watermark: NONE,
  },
  {
    title: 'what the decoder refuses is refused with its reason (arroyo#1103) [E8]',
    record: { value: '{' },
    gives: 'The value is not JSON',
    counter: 'dead',
    watermark: NONE,
  },
  {
    title: 'a row at now + maxFutureSkew is used [T5]',
    eventTime: skew,
    nowMs: 1_000,
    record: row(HOUR_MS + 1_000),
    gives: [HOUR_MS + 1_000, 'a', 1],
    counter: 'passed',
    watermark: HOUR_MS + 1_000,
  },
  {
    title: 'a row beyond it is quarantined [T5]',
    eventTime: skew,
    nowMs: 1_000,
    record: row(HOUR_MS + 1_001),
    gives:
      'The event time 1970-01-01 01:00:01.001Z lies 1 h ahead of the clock; this source takes 1 h (maxFutureSkew).',
    counter: 'quarantined',
    watermark: NONE,
  },
  {
    title: 'clamp keeps its time for windows and cuts it for the watermark [T5]',
    eventTime: { ...skew, futurePolicy: 'clamp' },
    nowMs: 1_000,
    record: row(3 * HOUR_MS),
    gives: [3 * HOUR_MS, 'a', 1],
    counter: 'passed',
    watermark: HOUR_MS + 1_000,
  },
  {
    title: 'accept uses it like any row [T5]',
    eventTime: { ...skew, futurePolicy: 'accept' },
    nowMs: 1_000,
    record: row(3 * HOUR_MS),
    gives: [3 * HOUR_MS, 'a', 1],
    counter: 'passed',
    watermark: 3 * HOUR_MS,
  },
  {
    title: 'with LogAppendTime the record timestamp is the clock, so that a replay decides alike [T5]',
    eventTime: skew,
    logAppendTime: true,
    nowMs: 100 * HOUR_MS,
    record: { ...row(HOUR_MS + 6), timestampMs: 5 },
    gives: 'lies 1 h ahead of the clock',
    counter: 'quarantined',
    watermark: NONE,
  },
  {
    title: 'without LogAppendTime it is not [T5]',
    eventTime: skew,
    nowMs: HOUR_MS,
    record: { ...row(HOUR_MS + 6), timestampMs: 5 },
    gives: [HOUR_MS + 6, 'a', 1],
    counter: 'passed',
    watermark: HOUR_MS + 6,
  },
  {
    title: 'a source without event time takes every row [W7]',
    eventTime: null,
    record: row(null),
    gives: [null, 'a', 1],
    counter: 'passed',
    watermark: NONE,
  },
];

describe('what a source makes of a record', () => {
  for (const { title, eventTime, logAppendTime, record, nowMs, gives, counter, watermark } of CASES) {
    test(title, () => {
      const driver = new JobDriver(
        chain(eventTime === undefined ? {} : { eventTime }, [{ id: 'pass', make: makePass }]),
      );
      driver.logAppendTime = logAppendTime === true;
      driver.nowMs = nowMs ?? 0;
      const { entry } = driver.append(0, [record]).run().cut();
      if (typeof gives === 'string') expect(driver.deadLetters[0]?.reason).toContain(gives);
      else expect(driver.rows('out')).toEqual([gives]);
      const counted = { passed: 0, dead: 0, quarantined: 0, read: 1, [counter]: 1 };
      expect(entry.counters['source']).toEqual(counted);
      expect(driver.job.progress().sources['source']?.watermark).toBe(watermark);
      expect(entry.sources['source']?.partitions[0]?.position).toBe(1);
    });
  }
});

const BROKEN: LogRecord = { value: '{', key: 'k', headers: 'h', timestampMs: 4 };

test('a dead record is a dead letter with its bytes, headers and position [E8]', () => {
  const driver = new JobDriver(chain({}, []));
  driver
    .append(0, [row(1), BROKEN])
    .run()
    .cut();
  const [letter] = driver.deadLetters;
  const text = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? undefined);
  expect(letter).toMatchObject({
    node: 'source',
    position: { topic: 'topic', partition: 0, offset: 1, timestampMs: 4 },
  });
  expect([text(letter?.key), text(letter?.value), text(letter?.headers)]).toEqual(['k', '{', 'h']);
});

test('a dead letter keeps its bytes when the buffer of the fetch is used again [E8]', () => {
  const driver = new JobDriver(chain({}, []));
  const buffer = Buffer.from('{');
  const none = Int32Array.of(-1);
  const zero = Int32Array.of(0);
  const ranges = { offsets: Float64Array.of(0), timestamps: Float64Array.of(-1), keyStart: none, keyEnd: none };
  const records = [
    { ...ranges, buffer, count: 1, valueStart: zero, valueEnd: Int32Array.of(1), headersStart: none, headersEnd: none },
  ];
  driver.job.feed({ source: 'source', partition: 0, records, nextOffset: 1, logAppendTime: false, nowMs: 0 });
  driver.run().cut();
  buffer.fill(0);
  expect(new TextDecoder().decode(driver.deadLetters[0]?.value ?? undefined)).toBe('{');
});

test('with a connected error port dead records are rows there and no dead letters [E8]', () => {
  const plan = {
    sources: [testSource({ to: ['out'], errorsTo: ['errors'] })],
    operators: [],
    sinks: [testSink('out'), testSink('errors')],
  };
  const driver = new JobDriver(plan);
  driver
    .append(0, [BROKEN, { value: '[', timestampMs: -1 }])
    .run()
    .cut();
  expect(driver.deadLetters).toEqual([]);
  expect(driver.rows('errors')).toEqual([
    [expect.stringContaining('not JSON'), 'source', 'topic', 0, 0, 4, 'k', '{'],
    [expect.stringContaining('not JSON'), 'source', 'topic', 0, 1, null, null, '['],
  ]);
});

test('a dead record between others stops nothing [E8]', () => {
  const driver = new JobDriver(chain({ columns: COLUMNS }, []));
  driver
    .append(0, [row(1), BROKEN, row(2), { value: null }, row(3)])
    .run()
    .cut();
  expect(driver.rows('out')).toEqual([1, 2, 3].map((time) => [time, 'a', 1]));
  expect(driver.deadLetters.map(({ position }) => position?.offset)).toEqual([1, 3]);
});

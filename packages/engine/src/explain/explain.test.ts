import { describe, expect, test } from 'vitest';
import type { Explanation, WatermarkHolder } from '../contract/explanation.ts';
import { JobDriver, row } from '../testing/job-driver.ts';
import { makePass, makeWindow } from '../testing/test-operators.ts';
import { chain, type SourceSettings, testOperator, testSink, testSource } from '../testing/test-plan.ts';
import { sentence } from './sentence.ts';

const WINDOW = { id: 'window', make: makeWindow(10), to: { out: [], late: [] } };
const rows = (...times: number[]) => times.map((time) => row(time));

function driverOf(source: SourceSettings = {}, partitions = 2): JobDriver {
  return new JobDriver(chain({ topic: 'orders', ...source }, [{ id: 'pass', make: makePass }, WINDOW]), partitions);
}

const held = (partition: number, why: object) => ({
  kind: 'partition',
  source: 'source',
  topic: 'orders',
  partition,
  why,
});

describe('what holds the watermark of a node', () => {
  test('the partition with the oldest newest row: its place, its silence and when it counts as idle [W6]', () => {
    const driver = driverOf()
      .append(0, rows(3, 28))
      .append(1, rows(1, 2, 7))
      .run();
    driver.nowMs = 4;
    driver.announce();
    expect(driver.job.explain('window')).toEqual({
      node: 'window',
      watermark: 7,
      holder: held(1, { kind: 'event-time', offset: 2, maxTime: 7, silentForMs: 4, idleInMs: 26 }),
      nextClose: { start: 0, end: 10, missingMs: 3 },
      open: [
        { start: 0, end: 10, rows: 4, keys: 1 },
        { start: 20, end: 30, rows: 1, keys: 1 },
      ],
    });
  });

  test('a partition that never had a record (Flink Q&A) [W6] [W3]', () => {
    const driver = driverOf().append(0, rows(0, 20)).run();
    driver.tick(10);
    expect(driver.job.explain('window')).toMatchObject({
      watermark: Number.NEGATIVE_INFINITY,
      holder: held(1, { kind: 'no-record', silentForMs: 10, idleInMs: 20 }),
      nextClose: { end: 10, missingMs: Number.POSITIVE_INFINITY },
    });
  });

  test('without an idle time-out it is said that it never counts as idle [W6]', () => {
    const driver = driverOf({ eventTime: { idleTimeoutMs: Number.POSITIVE_INFINITY } })
      .append(0, rows(0))
      .run();
    expect(driver.job.explain('window').holder).toEqual(held(1, { kind: 'no-record', silentForMs: 0, idleInMs: null }));
  });

  test('a partition with readable rows that were not read, for which the others wait [W6] [W7]', () => {
    const driver = driverOf().append(0, rows(0, 5)).append(1, rows(7)).run();
    driver.job.ends('source', 1, { highWatermark: 13, lastStableOffset: 13 }, 0);
    driver.append(0, rows(20)).job.ends('source', 1, { highWatermark: 13, lastStableOffset: 13 }, 0);
    driver.run();
    expect(driver.job.explain('window').holder).toEqual(held(1, { kind: 'backlog', unread: 12 }));
    expect(driver.job.progress().sources['source']?.partitions[1]).toMatchObject({ state: 'waiting', unread: 12 });
  });

  test('a partition behind an open transaction, with the producer that holds it [W6] [W3]', () => {
    const driver = driverOf().append(0, rows(20)).append(1, rows(7)).run();
    driver.job.ends('source', 1, { highWatermark: 4, lastStableOffset: 1, blockedBy: 'payments-7' }, 0);
    const why = { kind: 'open-transaction', unread: 3, transactionalId: 'payments-7' };
    expect(driver.job.explain('window').holder).toEqual(held(1, why));
  });

  test('nobody when all partitions are idle, or the input has ended [W6] [W3]', () => {
    const driver = driverOf().append(0, rows(5)).run().tick(30);
    expect(driver.job.explain('window').holder).toEqual({ kind: 'all-idle' });
    driver.job.end('source');
    expect(driver.job.explain('window')).toMatchObject({ holder: { kind: 'ended' }, nextClose: null });
  });

  test('the input that is furthest behind among those that take part, through nodes in between [W6] [W2]', () => {
    const driver = new JobDriver({
      sources: [
        testSource({ to: ['pass'] }),
        testSource({ id: 'other', topic: 'other', to: ['window'] }),
        testSource({ id: 'timeless', topic: 'timeless', eventTime: null, to: ['window'] }),
      ],
      operators: [
        testOperator({ id: 'pass', make: makePass, to: { out: ['window'] } }),
        testOperator({ ...WINDOW, to: { out: ['out'], late: [] } }),
      ],
      sinks: [testSink('out')],
    });
    driver.append(0, rows(12)).append(0, rows(20), 'other').run();
    expect(driver.job.explain('window').holder).toMatchObject({ source: 'source', why: { maxTime: 12 } });
    driver.tick(15).append(0, rows(25), 'other').run().tick(30);
    expect(driver.job.explain('window').holder).toMatchObject({ source: 'other', why: { maxTime: 25 } });
    expect(driver.job.explain('out')).toMatchObject({ watermark: 25, open: [], nextClose: null });
    expect(driver.job.explain('other').holder).toMatchObject({ source: 'other' });
    expect(driver.job.explain('timeless')).toMatchObject({ holder: { kind: 'no-sources' } });
    driver.tick(1_000);
    expect(driver.job.explain('window').holder).toEqual({ kind: 'all-idle' });
    expect(driver.job.explain('out').watermark).toBe(25);
  });

  test('is known again after a restart [W6] [W5]', () => {
    const driver = driverOf().append(0, rows(20)).append(1, rows(7)).run();
    driver.cut();
    const before = driver.job.explain('window');
    expect(driver.crash().announce().job.explain('window')).toEqual(before);
  });
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 2026-03-01 14:05:00 UTC. */
const START_MS = 1_772_373_900_000;
const NOON_MS = START_MS - 2 * 3_600_000;

type Said = {
  readonly title: string;
  readonly holder: WatermarkHolder;
  readonly watermark?: number;
  readonly sizeMs?: number;
  readonly startMs?: number;
  readonly nowMs?: number;
  readonly says: string;
};

const partition = (why: Extract<WatermarkHolder, { kind: 'partition' }>['why']): WatermarkHolder => ({
  kind: 'partition',
  source: 'orders',
  topic: 'orders',
  partition: 3,
  why,
});
const byTime = (silentForMs: number, idleInMs: number | null) =>
  partition({ kind: 'event-time', offset: 7, maxTime: 0, silentForMs, idleInMs });
const CLOSES = 'The window 14:05–14:06 closes when the watermark reaches 14:06:00.';

const SAID: readonly Said[] = [
  {
    title: 'held by event time',
    holder: byTime(42_000, 18_000),
    says: `${CLOSES} It is at 14:05:26.6, held by orders[3], silent for 42 s. In 18 s orders[3] counts as idle.`,
  },
  {
    title: 'a partition that is not silent',
    holder: byTime(300, 29_701),
    says: `${CLOSES} It is at 14:05:26.6, held by orders[3], whose rows are the furthest behind.`,
  },
  {
    title: 'no idle time-out',
    holder: byTime(7_500_000, null),
    says: `${CLOSES} It is at 14:05:26.6, held by orders[3], silent for 2 h 5 min. orders[3] has no idle time-out: this window waits until a row arrives there.`,
  },
  {
    title: 'a partition that never had a row, and no watermark yet',
    holder: partition({ kind: 'no-record', silentForMs: 90_000, idleInMs: 4_000 }),
    watermark: Number.NEGATIVE_INFINITY,
    says: `${CLOSES} There is none yet, held by orders[3], which never had a row, silent for 1 min 30 s. In 4 s orders[3] counts as idle.`,
  },
  {
    title: 'backlog',
    holder: partition({ kind: 'backlog', unread: 12_400 }),
    says: `${CLOSES} It is at 14:05:26.6, held by orders[3]. orders[3] has 12,400 unread rows: it is behind, not idle.`,
  },
  {
    title: 'an open transaction',
    holder: partition({ kind: 'open-transaction', unread: 1, transactionalId: 'payments-7' }),
    says: `${CLOSES} It is at 14:05:26.6, held by orders[3]. There the producer payments-7 has not ended its transaction: 1 offset waits behind it.`,
  },
  {
    title: 'all idle',
    holder: { kind: 'all-idle' },
    says: `${CLOSES} It is at 14:05:26.6. No partition has rows. Event time stands still.`,
  },
  {
    title: 'an input without event time',
    holder: { kind: 'no-sources' },
    watermark: Number.NEGATIVE_INFINITY,
    says: `${CLOSES} There is none yet. Its input has no event time.`,
  },
  { title: 'an input that has ended', holder: { kind: 'ended' }, says: 'The window 14:05–14:06 is closing now.' },
  {
    title: 'windows of seconds show seconds, and a watermark is cut, not rounded',
    holder: { kind: 'all-idle' },
    sizeMs: 10_000,
    watermark: START_MS + 9_999,
    says: 'The window 14:05:00–14:05:10 closes when the watermark reaches 14:05:10. It is at 14:05:09.9. No partition has rows. Event time stands still.',
  },
  {
    title: 'a window of another day shows its date',
    holder: { kind: 'all-idle' },
    nowMs: START_MS + 9 * DAY_MS,
    says: 'The window 2026-03-01 14:05–14:06 closes when the watermark reaches 2026-03-01 14:06:00. It is at 2026-03-01 14:05:26.6. No partition has rows. Event time stands still.',
  },
  {
    title: 'a window of a day shows both dates, and those of years before 1970 their own',
    holder: { kind: 'all-idle' },
    startMs: -DAY_MS,
    sizeMs: DAY_MS,
    watermark: -MINUTE_MS,
    nowMs: NOON_MS,
    says: 'The window 1969-12-31 00:00–1970-01-01 00:00 closes when the watermark reaches 1970-01-01 00:00:00. It is at 1969-12-31 23:59:00. No partition has rows. Event time stands still.',
  },
];

for (const { title, holder, watermark = START_MS + 26_640, says, ...window } of SAID) {
  test(`in words: ${title} [W6]`, () => {
    const { startMs: start = START_MS, sizeMs = MINUTE_MS, nowMs = NOON_MS } = window;
    const nextClose = { start, end: start + sizeMs, missingMs: start + sizeMs - watermark };
    const explanation: Explanation = { node: 'window', watermark, holder, nextClose, open: [] };
    expect(sentence(explanation, nowMs)).toBe(says);
  });
}

test('in words: nothing waits, and no clock is needed within one day [W6]', () => {
  const explanation = {
    node: 'window',
    watermark: START_MS,
    holder: { kind: 'all-idle' },
    nextClose: null,
    open: [],
  } as const;
  expect(sentence(explanation)).toBe('No window is open.');
  const nextClose = { start: START_MS, end: START_MS + MINUTE_MS, missingMs: MINUTE_MS };
  expect(sentence({ ...explanation, nextClose })).toContain('reaches 14:06:00. It is at 14:05:00.');
});

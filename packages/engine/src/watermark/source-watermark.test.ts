import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventTime } from '../contract/executable-plan.ts';
import { EVENT_TIME } from '../testing/test-plan.ts';
import { Participation } from './participation.ts';
import { SourceWatermark } from './source-watermark.ts';

const NONE = Number.NEGATIVE_INFINITY;

/** row: partition, time. quiet: partition is at its end from then on. busy: it is not. idle: declared. */
type Step =
  | { readonly row: readonly [partition: number, time: number] }
  | { readonly dead: number }
  | { readonly quiet: number; readonly at: number }
  | { readonly busy: number }
  | { readonly tick: number }
  | { readonly idle: number; readonly at: number }
  | 'restart'
  | 'end';

const row = (partition: number, time: number): Step => ({ row: [partition, time] });
const quiet = (at: number, ...partitions: number[]): Step[] =>
  partitions.map((partition) => ({ quiet: partition, at }));
const tick = (at: number): Step => ({ tick: at });

class Run {
  readonly eventTime: EventTime;
  readonly partitions: number;
  time: SourceWatermark;

  constructor(eventTime: Partial<EventTime>, partitions: number) {
    this.eventTime = { ...EVENT_TIME, ...eventTime };
    this.partitions = partitions;
    this.time = new SourceWatermark(this.eventTime, partitions);
  }

  take(step: Step): number {
    const { time } = this;
    if (step === 'end') time.end();
    else if (step === 'restart') this.#restart();
    else if ('row' in step) time.row(step.row[0], step.row[1], 0);
    else if ('dead' in step) time.record(step.dead);
    else if ('quiet' in step) time.observe(step.quiet, true, step.at);
    else if ('busy' in step) time.observe(step.busy, false, 0);
    else if ('idle' in step) time.declareIdle(step.idle, step.at);
    else {
      for (let next = time.nextIdle(step.tick); next !== null; next = time.nextIdle(step.tick)) time.letGo(next);
      time.goOn(step.tick);
    }
    return this.time.watermark;
  }

  #restart(): void {
    const cut = JSON.parse(JSON.stringify(this.time.cut(() => 0)));
    this.time = new SourceWatermark(this.eventTime, this.partitions);
    this.time.restore(cut);
  }
}

type Case = {
  readonly title: string;
  readonly eventTime?: Partial<EventTime>;
  readonly partitions?: number;
  /** Each step or list of steps, and the watermark behind it. */
  readonly steps: readonly (readonly [Step | readonly Step[], number])[];
};

const CASES: readonly Case[] = [
  {
    title: 'a partition stands at its largest event time minus maxOutOfOrder [W1]',
    eventTime: { maxOutOfOrderMs: 5 },
    steps: [
      [row(0, 10), 5],
      [row(0, 8), 5],
      [row(0, 12), 7],
    ],
  },
  {
    title: 'a source stands at the smallest of its partitions and waits for all [W2]',
    partitions: 3,
    steps: [
      [row(0, 10), NONE],
      [row(1, 20), NONE],
      [row(2, 15), 10],
      [row(0, 30), 15],
      [row(2, 40), 20],
      [row(1, 50), 30],
    ],
  },
  {
    title: 'two partitions at the same time hold it both [W2]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 10)], 10],
      [row(0, 20), 10],
      [row(1, 20), 20],
    ],
  },
  {
    title: 'event times before 1970 are times as others [W1]',
    steps: [
      [row(0, -20), -20],
      [row(0, -1), -1],
    ],
  },
  {
    title: 'a quiet partition is let go after the time-out, not before [W3]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(100, 0)], 10],
      [tick(129), 10],
      [tick(130), 20],
    ],
  },
  {
    title: 'a partition that never had a record is let go by the same rule (Flink Q&A, beam#40176) [W3]',
    partitions: 2,
    steps: [
      [[...quiet(0, 1), row(0, 0), row(0, 5), row(0, 10), row(0, 20)], NONE],
      [tick(29), NONE],
      [tick(30), 20],
    ],
  },
  {
    title: 'partitions that fall quiet at the same time are let go one by one, the furthest behind first [W3] [T6]',
    partitions: 4,
    steps: [
      [[row(2, 20), ...quiet(0, 2, 0, 1, 3)], NONE],
      [tick(30), 20],
      [tick(1_000), 20],
    ],
  },
  {
    title: 'a partition with a backlog that nobody reads is not idle, however long (FLINK-5479) [W3]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), { busy: 0 }, ...quiet(0, 1)], 10],
      [tick(1_000_000), 10],
    ],
  },
  {
    title: 'quiet begins anew after each record [W3]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0)], 10],
      [[tick(29), { busy: 0 }, row(0, 11), ...quiet(29, 0)], 11],
      [tick(58), 11],
      [tick(59), 20],
    ],
  },
  {
    title: 'with the time-out never nothing becomes idle [W3]',
    eventTime: { idleTimeoutMs: Number.POSITIVE_INFINITY },
    partitions: 2,
    steps: [
      [[row(0, 10), ...quiet(0, 0, 1)], NONE],
      [tick(1e12), NONE],
    ],
  },
  {
    title: 'when all partitions are idle the watermark stays [W3]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 1), ...quiet(5, 0)], 10],
      [tick(30), 10],
      [tick(35), 10],
      [tick(1_000_000), 10],
    ],
  },
  {
    title: 'one that resumes holds again at once, and the watermark does not fall [W4] [W2]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0), tick(30)], 20],
      [row(1, 50), 50],
      [row(0, 12), 50],
      [row(1, 90), 50],
      [row(0, 60), 60],
    ],
  },
  {
    title: 'a dead record ends idleness and moves nothing [W3] [E8]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0), tick(30), { dead: 0 }], 20],
      [row(1, 50), 20],
    ],
  },
  {
    title: 'a declared partition is let go at once, until its next record [W3]',
    partitions: 2,
    steps: [
      [[row(1, 20), { idle: 0, at: 0 }], 20],
      [row(1, 30), 30],
      [[{ busy: 0 }, tick(1_000), row(1, 40)], 40],
      [[row(0, 35), row(1, 60)], 40],
      [row(0, 50), 50],
    ],
  },
  {
    title: 'a restored idle partition stays idle until its first record [W3] [W5]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0), tick(30), 'restart'], 20],
      [row(1, 50), 50],
      [[{ busy: 0 }, row(1, 55)], 55],
      [[row(0, 12), row(1, 90)], 55],
    ],
  },
  {
    title: 'a restored declared partition stays declared until its first record [W3] [W5]',
    partitions: 2,
    steps: [
      [[row(1, 20), { idle: 0, at: 0 }, 'restart', row(1, 50)], 50],
      [[row(0, 12), row(1, 90)], 50],
    ],
  },
  {
    title: 'after a restart the largest event times count, not the next ones [W5]',
    eventTime: { maxOutOfOrderMs: 5 },
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), 'restart', row(0, 6)], 5],
      [row(0, 30), 15],
    ],
  },
  {
    title: 'quiet of before a restart counts once the partition is known to be at its end, not before [W3] [W5]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0), 'restart', tick(1_000)], 10],
      [[...quiet(1_000, 0), tick(1_000)], 20],
    ],
  },
  {
    title: 'quiet of before a restart is forgotten when rows have come since [W3] [W5]',
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0), 'restart', { busy: 0 }, tick(1_000)], 10],
      [[...quiet(1_000, 0), tick(1_029)], 10],
      [tick(1_030), 20],
    ],
  },
  {
    title: 'with closeWhenQuiet the watermark goes on with the clock from idleness, however seldom it is told [L6]',
    eventTime: { closeWhenQuiet: true },
    partitions: 2,
    steps: [
      [[row(0, 10), row(1, 20), ...quiet(0, 0, 1), tick(29)], 10],
      [tick(30), 20],
      [tick(37), 27],
      [tick(130), 120],
      [tick(130), 120],
      [row(0, 50), 120],
      [tick(1_000), 120],
    ],
  },
  {
    title: 'without closeWhenQuiet it does not (Kafka Streams suppress) [L6]',
    steps: [[[row(0, 9), ...quiet(0, 0), tick(1e9)], 9]],
  },
  {
    title: 'closeWhenQuiet gives no watermark to a source that never had a row [L6]',
    eventTime: { closeWhenQuiet: true },
    steps: [[[...quiet(0, 0), tick(1_000), tick(2_000)], NONE]],
  },
  {
    title:
      'after a restart closeWhenQuiet goes on from the cut, once all partitions are known to be at their ends [L6] [W5]',
    eventTime: { closeWhenQuiet: true },
    steps: [
      [[row(0, 9), ...quiet(0, 0), tick(40), 'restart', tick(1_000)], 19],
      [[...quiet(1_000, 0), tick(1_000), tick(1_005)], 24],
      [[{ busy: 0 }, tick(2_000)], 24],
    ],
  },
  {
    title: 'the end is +∞, also after a restart [W3] [W5]',
    partitions: 2,
    steps: [
      [[row(0, 10), 'end'], Number.POSITIVE_INFINITY],
      ['restart', Number.POSITIVE_INFINITY],
    ],
  },
];

describe('the watermark of a source', () => {
  for (const { title, eventTime = {}, partitions = 1, steps } of CASES) {
    test(title, () => {
      const run = new Run(eventTime, partitions);
      for (const [step, watermark] of steps) {
        const list = (Array.isArray(step) ? step : [step]) as readonly Step[];
        for (const each of list) run.take(each);
        expect(run.time.watermark, JSON.stringify(list)).toBe(watermark);
      }
    });
  }
});

const partition = fc.integer({ min: 0, max: 2 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(partition, fc.integer({ min: -50, max: 200 })).map(([p, t]) => row(p, t)) },
  { weight: 2, arbitrary: fc.record({ quiet: partition, at: fc.integer({ min: 0, max: 200 }) }) },
  fc.record({ busy: partition }),
  fc.record({ dead: partition }),
  fc.record({ idle: partition, at: fc.integer({ min: 0, max: 200 }) }),
  { weight: 2, arbitrary: fc.record({ tick: fc.integer({ min: 0, max: 300 }) }) },
  fc.constant<Step>('restart'),
);

test('the watermark never falls, whatever comes, restarts included [W2] [W5]', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), fc.boolean(), (steps, closeWhenQuiet) => {
      const run = new Run({ closeWhenQuiet, maxOutOfOrderMs: 3 }, 3);
      let before = NONE;
      for (const step of steps) {
        const watermark = run.take(step);
        expect(watermark).toBeGreaterThanOrEqual(before);
        before = watermark;
      }
    }),
  );
});

test('while nobody is idle it is the smallest of the largest event times [W1] [W2]', () => {
  const rows = fc.array(fc.tuple(partition, fc.integer({ min: -50, max: 200 })), { maxLength: 40 });
  fc.assert(
    fc.property(rows, (steps) => {
      const run = new Run({ maxOutOfOrderMs: 3 }, 3);
      const largest = [NONE, NONE, NONE];
      for (const [p, time] of steps) {
        run.take(row(p, time));
        largest[p] = Math.max(largest[p] as number, time);
        expect(run.time.watermark).toBe(Math.min(...largest) - 3);
      }
    }),
  );
});

test('how often the clock is told changes nothing [W3] [L6]', () => {
  const schedule = fc.array(fc.record({ quiet: partition, at: fc.integer({ min: 0, max: 100 }) }), { maxLength: 5 });
  const rows = fc.array(fc.tuple(partition, fc.integer({ min: 0, max: 100 })), { maxLength: 6 });
  fc.assert(
    fc.property(rows, schedule, fc.boolean(), (times, quiets, closeWhenQuiet) => {
      const often = new Run({ closeWhenQuiet }, 3);
      const once = new Run({ closeWhenQuiet }, 3);
      for (const run of [often, once]) {
        for (const [p, time] of times) run.take(row(p, time));
        for (const step of quiets) run.take(step);
      }
      for (let at = 100; at <= 300; at++) often.take(tick(at));
      once.take(tick(300));
      expect(once.time.watermark).toBe(often.time.watermark);
    }),
  );
});

test('a source holds nobody back when all its partitions are idle, and again with its next record [W2] [W3]', () => {
  const run = new Run({}, 2);
  const states: number[] = [];
  for (const step of [row(0, 1), ...quiet(0, 0, 1), tick(30), row(1, 5), 'end'] as Step[]) {
    run.take(step);
    states.push(run.time.participation);
  }
  const { active, idle, ended } = Participation;
  expect(states).toEqual([active, active, active, idle, active, ended]);
});

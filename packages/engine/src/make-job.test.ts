import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balance } from './balance.ts';
import type { Operator, OperatorContext } from './contract/operator.ts';
import { makeJob } from './make-job.ts';
import { JobDriver, type LogRecord, row } from './testing/job-driver.ts';
import { makeNumbering, makePass, makeWindow } from './testing/test-operators.ts';
import {
  chain,
  type OperatorSettings,
  type SourceSettings,
  testOperator,
  testSink,
  testSource,
} from './testing/test-plan.ts';

const PASS: OperatorSettings = { id: 'pass', make: makePass };
const WINDOW: OperatorSettings = { id: 'window', make: makeWindow(10), to: { out: [], late: [] } };
const rows = (...times: number[]) => times.map((time) => row(time));

function windowed(source: SourceSettings = {}, partitions = 1, more: readonly OperatorSettings[] = []): JobDriver {
  return new JobDriver(chain(source, [PASS, WINDOW, ...more]), partitions);
}

describe('lateness', () => {
  test('is judged with the watermark as it stood before the record [W1] [L1]', () => {
    const driver = windowed();
    driver
      .append(0, rows(1, 25, 5, 9, 30))
      .run()
      .cut();
    expect(driver.rows('out')).toEqual([
      [9, 'a', 1, 1, 0],
      [29, 'a', 1, 1, 20],
    ]);
    expect(driver.rows('late')).toEqual([
      [5, 'a', 1, 25],
      [9, 'a', 1, 25],
    ]);
  });

  test('a node sees the watermark as it stood before the row [W1]', () => {
    const seen: number[] = [];
    const make = (context: OperatorContext): Operator => ({ process: () => seen.push(context.watermark()) });
    new JobDriver(chain({ eventTime: { maxOutOfOrderMs: 2 } }, [{ id: 'watcher', make }]))
      .append(0, rows(5, 9, 3, 12))
      .run();
    expect(seen).toEqual([Number.NEGATIVE_INFINITY, 3, 7, 7]);
  });

  test('a window ends when the watermark reaches its end, and a row before that is counted [L1] [L3]', () => {
    const driver = windowed({ eventTime: { maxOutOfOrderMs: 2 } });
    driver
      .append(0, rows(9, 11, 3))
      .run()
      .cut();
    expect(driver.rows('out')).toEqual([]);
    driver.append(0, rows(12, 4)).run().cut();
    expect(driver.rows('out')).toEqual([[9, 'a', 2, 2, 0]]);
    expect(driver.rows('late')).toEqual([[4, 'a', 1, 10]]);
  });

  test('a day late by one second is counted on the late port (ksql#4579) [L2]', () => {
    const day = 86_400_000;
    const driver = new JobDriver(chain({}, [{ ...WINDOW, make: makeWindow(day) }]));
    const { entry } = driver
      .append(0, rows(day, day - 1_000))
      .run()
      .cut();
    expect(driver.rows('late')).toEqual([[day - 1_000, 'a', 1, day]]);
    expect(entry.counters['window']).toMatchObject({ late: 1, lateAssignments: 1, 'out.late': 1, in: 2 });
  });

  test('with the defaults there is no hidden grace (kafka#6260) [L3] [T6]', () => {
    const driver = new JobDriver(
      chain({ eventTime: { maxOutOfOrderMs: 5_000 } }, [{ ...WINDOW, make: makeWindow(60_000) }]),
    );
    driver
      .append(0, rows(0, 60_000, 120_000, 179_999))
      .run()
      .cut();
    expect(driver.rows('out').map((values) => (values as number[])[0])).toEqual([59_999, 119_999]);
  });
});

describe('idleness', () => {
  test('an empty partition holds the windows until the time-out (Flink Q&A, FLINK-3121) [W3]', () => {
    const driver = windowed({}, 2);
    driver
      .append(0, rows(0, 5, 10, 20))
      .run()
      .tick(29)
      .cut();
    expect(driver.rows('out')).toEqual([]);
    driver.tick(30).cut();
    expect(driver.rows('out').map((values) => (values as number[])[0])).toEqual([9, 19]);
  });

  test('four partitions and one key fire with the defaults [T6] [W3]', () => {
    const eventTime = { maxOutOfOrderMs: 5_000, idleTimeoutMs: 30_000 };
    const driver = new JobDriver(chain({ eventTime }, [{ ...WINDOW, make: makeWindow(60_000) }]), 4);
    driver.append(2, rows(1_000, 65_000)).run().tick(29_999).cut();
    expect(driver.rows('out')).toEqual([]);
    driver.tick(30_000).cut();
    expect(driver.rows('out')).toHaveLength(1);
  });

  test('a partition that has a backlog is not idle, though nobody reads it (FLINK-5479) [W3]', () => {
    const driver = windowed({}, 2);
    driver.append(0, rows(0, 20)).append(1, rows(1)).run();
    driver.job.ends('source', 1, { highWatermark: 9, lastStableOffset: 9 }, 0);
    driver.tick(1_000_000).cut();
    expect(driver.rows('out')).toEqual([]);
  });

  test('a partition below an open transaction is not idle [W3]', () => {
    const driver = windowed({}, 2);
    driver.append(0, rows(0, 20)).append(1, rows(1)).run();
    driver.job.ends('source', 1, { highWatermark: 9, lastStableOffset: 1 }, 0);
    driver.tick(1_000_000).cut();
    expect(driver.rows('out')).toEqual([]);
  });

  test('a partition at its high watermark behind a marker is idle [W3]', () => {
    const driver = windowed({}, 2);
    driver.append(0, rows(0, 20)).append(1, rows(1)).run();
    driver.job.ends('source', 1, { highWatermark: 2, lastStableOffset: 2 }, 0);
    driver.job.feed({ source: 'source', partition: 1, records: [], nextOffset: 2, logAppendTime: false, nowMs: 0 });
    driver.run().tick(30).cut();
    expect(driver.rows('out')).toHaveLength(1);
  });

  test('one that resumes takes part at once; its older rows may be late [W4]', () => {
    const driver = windowed({}, 2);
    driver.append(0, rows(0, 20)).append(1, rows(1)).run().tick(30);
    driver.append(1, rows(2, 21)).run().append(0, rows(90)).run().cut();
    expect(driver.rows('late')).toEqual([[2, 'a', 1, 20]]);
    expect(driver.job.progress().watermarks['window']).toBe(21);
  });

  test('a dead record ends idleness too: the partition holds the others again [W4] [E8]', () => {
    const driver = windowed({}, 2);
    driver.append(0, rows(0, 20)).append(1, rows(1)).run().tick(30);
    driver
      .append(1, [{ value: '{' }])
      .run()
      .append(0, rows(90))
      .run()
      .cut();
    expect(driver.job.progress().watermarks['window']).toBe(20);
    expect(driver.job.progress().sources['source']?.partitions[1]?.state).toBe('active');
  });

  test('a person lets a partition go: written in the cut, ended by its next record [W3] [W5]', () => {
    const driver = windowed({ eventTime: { idleTimeoutMs: Number.POSITIVE_INFINITY } }, 2);
    driver.append(0, rows(0, 20)).run();
    driver.job.declareIdle('source', 1);
    expect(driver.cut().entry.sources['source']?.partitions[1]?.idle).toBe('declared');
    expect(driver.rows('out')).toHaveLength(1);
    driver.crash().announce().append(0, rows(35)).run().tick(1e9).cut();
    expect(driver.rows('out')).toHaveLength(2);
    driver.append(1, rows(36)).run().append(0, rows(99)).run().cut();
    expect(driver.rows('out')).toHaveLength(2);
    expect(driver.cut().entry.sources['source']?.partitions[1]?.idle).toBe('active');
  });

  test('with closeWhenQuiet the last window closes without a further record (Kafka Streams suppress) [L6]', () => {
    const driver = windowed({ eventTime: { closeWhenQuiet: true } });
    driver.append(0, rows(0, 9)).run().tick(30).cut();
    expect(driver.rows('out')).toEqual([]);
    driver.tick(31).cut();
    expect(driver.rows('out')).toEqual([[9, 'a', 2, 2, 0]]);
  });
});

describe('several inputs', () => {
  const two = (other: SourceSettings = {}) =>
    new JobDriver({
      sources: [testSource({ to: ['window'] }), testSource({ id: 'other', topic: 'other', ...other, to: ['window'] })],
      operators: [testOperator({ ...WINDOW, to: { out: ['out'], late: ['late'] } })],
      sinks: [testSink('out'), testSink('late')],
    });
  const watermark = (driver: JobDriver) => driver.job.progress().watermarks['window'];

  test('a node stands at the smallest watermark of its inputs [W2]', () => {
    const driver = two().append(0, rows(20)).append(0, rows(12), 'other').run();
    expect(watermark(driver)).toBe(12);
    driver.append(0, rows(50), 'other').run();
    expect(watermark(driver)).toBe(20);
  });

  test('an input whose partitions are all idle holds nobody back, and again when it resumes [W2] [W3]', () => {
    const driver = two().append(0, rows(20)).run().tick(15).append(0, rows(30)).run().tick(30);
    expect(watermark(driver)).toBe(30);
    driver.append(0, rows(21), 'other').append(0, rows(90)).run();
    expect(watermark(driver)).toBe(30);
    driver.append(0, rows(40), 'other').run();
    expect(watermark(driver)).toBe(40);
  });

  test('it does not fall over a restart, though an input that resumed stands further back [W2] [W5]', () => {
    const driver = two().append(0, rows(20)).run().tick(30).append(0, rows(40)).run();
    driver.append(0, rows(21), 'other').run();
    expect(watermark(driver)).toBe(40);
    driver.cut();
    driver.crash().announce();
    expect(watermark(driver)).toBe(40);
    driver.append(0, rows(25), 'other').run().cut();
    expect(driver.rows('late')).toEqual([
      [21, 'a', 1, 40],
      [25, 'a', 1, 40],
    ]);
  });

  test('when all inputs are idle it stays [W3]', () => {
    const driver = two().append(0, rows(20)).append(0, rows(12), 'other').run().tick(30).tick(1_000_000);
    expect(watermark(driver)).toBe(20);
  });

  test('an input that goes on by the clock leads when the others are idle, and holds nobody else back [L6] [W2]', () => {
    const driver = two({ eventTime: { closeWhenQuiet: true } });
    driver.append(0, rows(20)).append(0, rows(12), 'other').run().tick(30);
    driver.tick(1_030);
    expect(watermark(driver)).toBe(1_012);
    driver.append(0, rows(2_000)).run();
    expect(watermark(driver)).toBe(2_000);
  });

  test('an input that has ended takes no part; when all have ended it is +∞ and all fires [W3]', () => {
    const driver = two().append(0, rows(20)).append(0, rows(12), 'other').run();
    driver.job.end('other');
    expect(watermark(driver)).toBe(20);
    driver.tick(1_000_000);
    expect(watermark(driver)).toBe(20);
    driver.job.end('source');
    driver.cut();
    expect(watermark(driver)).toBe(Number.POSITIVE_INFINITY);
    expect(driver.rows('out')).toHaveLength(2);
  });

  test('a source without event time takes no part in watermarks [W2]', () => {
    const driver = two({ eventTime: null }).append(0, rows(20)).run();
    expect(watermark(driver)).toBe(20);
  });
});

describe('the watermark behind a node', () => {
  test('passes window behind window in one step: what is due fires first, then it goes on [O2] [L3]', () => {
    const second: OperatorSettings = { id: 'second', make: makeWindow(20) };
    const driver = windowed({}, 1, [second]);
    driver
      .append(0, rows(1, 11, 45))
      .run()
      .cut();
    expect(driver.rows('out')).toEqual([[19, 'a', 2, 2, 0]]);
    driver.append(0, rows(59, 100)).run().cut();
    expect(driver.rows('out')).toEqual([
      [19, 'a', 2, 2, 0],
      [59, 'a', 2, 2, 40],
    ]);
    expect(driver.rows('late')).toEqual([]);
  });

  test('stays behind by what the node may still send [O2]', () => {
    const operators = [{ ...PASS, watermarkHoldMs: 15 }, WINDOW];
    const driver = new JobDriver(chain({}, operators));
    driver
      .append(0, rows(1, 24, 9))
      .run()
      .cut();
    expect(driver.rows('out')).toEqual([]);
    expect(driver.rows('late')).toEqual([]);
    driver.append(0, rows(25, 9)).run().cut();
    expect(driver.rows('out')).toEqual([[9, 'a', 2, 2, 0]]);
    expect(driver.rows('late')).toEqual([[9, 'a', 1, 10]]);
  });

  test('stands at each deadline while it fires, however far it goes, in ascending order [O2]', () => {
    const fired: number[][] = [];
    const make = (context: OperatorContext): Operator => ({
      process() {
        for (const deadline of [30, 10, 20, 10]) context.wakeAt(deadline);
      },
      onDeadline(deadline) {
        fired.push([deadline, context.watermark()]);
        if (deadline === 10) context.wakeAt(15);
      },
    });
    new JobDriver(chain({}, [{ id: 'waker', make }])).append(0, rows(1, 25)).run();
    expect(fired).toEqual([
      [10, 10],
      [15, 15],
      [20, 20],
    ]);
  });

  test('a deadline that has passed when it is asked for fires after the row [O2]', () => {
    const fired: number[] = [];
    const make = (context: OperatorContext): Operator => ({
      process(_, __, values) {
        if (values[0] === 3) context.wakeAt(7);
      },
      onDeadline: (deadline) => fired.push(deadline),
    });
    new JobDriver(chain({}, [{ id: 'waker', make }])).append(0, rows(10, 3)).run();
    expect(fired).toEqual([7]);
  });

  test('a source ends behind its last row, not before it [W3]', () => {
    const driver = windowed();
    driver.append(0, rows(1, 5, 12));
    driver.job.end('source');
    driver.run().cut();
    expect(driver.rows('late')).toEqual([]);
    expect(driver.rows('out')).toHaveLength(2);
    expect(driver.cut().entry.sources['source']).toMatchObject({ ended: true, watermark: 'end' });
  });
});

describe('errors of rows', () => {
  const BAD = row(3, 'bad');

  test('a refused row is the dead letter of its record; the pipeline goes on [E8] [X3]', () => {
    const driver = windowed()
      .append(0, [row(1), BAD, row(12)])
      .run();
    const { entry } = driver.cut();
    expect(driver.deadLetters).toMatchObject([{ node: 'pass', reason: 'The key is bad.', position: { offset: 1 } }]);
    expect(entry.counters['pass']).toMatchObject({ in: 3, out: 2, errors: 1, firedErrors: 0 });
  });

  test('a row fired from state has no position: its dead letter holds it as JSON [E8] [X5]', () => {
    const driver = windowed()
      .append(0, [row(1, 'a', 13), row(12)])
      .run();
    const { entry } = driver.cut();
    const [letter] = driver.deadLetters;
    expect(letter).toMatchObject({ node: 'window', position: null, key: null, headers: null });
    expect(new TextDecoder().decode(letter?.value ?? undefined)).toBe('out [9,"a",1,13,0]');
    expect(entry.counters['window']).toMatchObject({ errors: 1, firedErrors: 1 });
  });

  test('a fired row that a later node refuses is kept as that node got it [E8]', () => {
    const second: OperatorSettings = { id: 'second', make: makePass };
    const relabel: OperatorSettings = {
      id: 'relabel',
      make: (context) => ({
        process(_, kind, values) {
          for (const key of ['fine', 'bad']) context.out[0]?.(kind, [values[0] ?? null, key]);
          context.fail('Twice is enough.');
        },
      }),
    };
    const driver = windowed({}, 1, [relabel, second]).append(0, rows(1, 12)).run();
    driver.cut();
    expect(driver.deadLetters.map(({ node, value }) => [node, new TextDecoder().decode(value ?? undefined)])).toEqual([
      ['second', 'out [9,"bad"]'],
      ['relabel', 'out [9,"a",1,1,0]'],
    ]);
    expect(driver.rows('out')).toEqual([[9, 'fine']]);
  });

  test('with a connected error port they are rows there and no dead letters [E8]', () => {
    const driver = new JobDriver({
      sources: [testSource({ to: ['pass'] })],
      operators: [testOperator({ ...PASS, to: { out: ['out'] }, errorsTo: ['errors'] })],
      sinks: [testSink('out'), testSink('errors')],
    });
    driver.append(0, [BAD]).run().cut();
    expect(driver.deadLetters).toEqual([]);
    expect(driver.rows('errors')).toEqual([['The key is bad.', 'pass', 'topic', 0, 0, null, null, BAD.value]]);
  });

  test('with onError stop the pipeline stops and names node and record [X3]', () => {
    const driver = new JobDriver(chain({}, [{ ...PASS, onError: 'stop' }])).append(0, [row(1), BAD]);
    expect(() => driver.run()).toThrow(
      'The key is bad. The row is topic[0] at offset 1. Node pass is set to stop the pipeline on an error.',
    );
  });
});

describe('a cut', () => {
  test('says whether anything has changed since the one before [G2]', () => {
    const driver = windowed({ eventTime: { idleTimeoutMs: 50 } }, 2);
    const changed = () => driver.cut().changed;
    driver.append(0, rows(1)).run();
    expect([changed(), changed()]).toEqual([true, false]);
    driver.announce().tick(10);
    expect(changed()).toBe(false);
    driver.job.feed({ source: 'source', partition: 1, records: [], nextOffset: 1, logAppendTime: false, nowMs: 10 });
    expect([changed(), changed()]).toEqual([true, false]);
    driver.tick(60);
    expect([changed(), changed()]).toEqual([true, false]);
    driver.append(0, [{ value: '{' }]).run();
    expect([changed(), changed()]).toEqual([true, false]);
  });

  test('a restored job has changed nothing, a new one has: its positions are not written yet [G2] [E9]', () => {
    const driver = windowed().append(0, rows(1)).run();
    const { entry } = driver.cut();
    driver.crash();
    expect(driver.cut()).toMatchObject({ changed: false, entry: { number: entry.number } });
    const fresh = makeJob(driver.plan, new Map([['source', 1]]));
    const partition = { position: 5, maxTime: null, maxTimeOffset: -1, idle: 'active', quietSinceMs: null } as const;
    const source = { watermark: null, ended: false, partitions: [partition] };
    fresh.restore([], { number: 0, sources: { source }, watermarks: {}, counters: {} });
    expect(fresh.fedUpTo('source', 0)).toBe(5);
    expect(fresh.cut(0).changed).toBe(true);
  });

  test('gives a restored job all its counters, those of further ports too [Conservation] [W5]', () => {
    const driver = windowed()
      .append(0, [...rows(1, 25, 2), row(3, 'bad'), row(4, 'drop'), { value: '{' }])
      .run();
    const { counters } = driver.cut().entry;
    expect(counters['window']).toMatchObject({ out: 1, 'out.late': 1 });
    expect(driver.crash().cut().entry.counters).toEqual(counters);
  });

  test('a window that opens and closes between two cuts writes no state [E1]', () => {
    const driver = windowed();
    expect(driver.append(0, rows(1, 12)).run().cut().delta).toHaveLength(1);
    expect(
      driver
        .append(0, rows(15, 25, 33, 41))
        .run()
        .cut()
        .delta.map(({ length }) => length < 60),
    ).toEqual([true, true]);
    const { delta } = driver.append(0, rows(55)).run().cut();
    expect(delta).toHaveLength(2);
  });

  test('holds positions, watermarks, idle flags and counters; JSON keeps all of it [E9]', () => {
    const driver = windowed({}, 2).append(0, rows(4, 7)).run().tick(30);
    expect(JSON.parse(JSON.stringify(driver.cut().entry))).toMatchObject({
      number: 1,
      sources: {
        source: {
          watermark: 7,
          ended: false,
          partitions: [
            { position: 2, maxTime: 7, maxTimeOffset: 1, idle: 'idle', quietSinceMs: 0 },
            { position: 0, maxTime: null, maxTimeOffset: -1, idle: 'idle', quietSinceMs: 0 },
          ],
        },
      },
      watermarks: { pass: 7, window: 7 },
      counters: {
        source: { read: 2 },
        pass: { in: 2, out: 2 },
        window: { in: 2, assignments: 2 },
        out: { written: 0 },
      },
    });
  });

  test('records carry their event time, or the time of the cut where there is none [O1]', () => {
    const sinks = [testSink('timed', 0), testSink('timeless')];
    const driver = new JobDriver({ sources: [testSource({ to: ['timed', 'timeless'] })], operators: [], sinks });
    driver.append(0, rows(7)).run();
    driver.nowMs = 99;
    const { outputs } = driver.cut();
    expect([outputs.get('timed')?.timestamps[0], outputs.get('timeless')?.timestamps[0]]).toEqual([7, 99]);
  });
});

test('progress runs ahead of what is committed and steps back when the job is restored [E7] [W5]', () => {
  const driver = windowed().append(0, rows(1)).run();
  driver.cut();
  const committed = driver.job.progress();
  driver.append(0, rows(12, 23)).run();
  expect(driver.job.progress()).toMatchObject({
    counters: { source: { read: 3 }, out: { written: 2 } },
    watermarks: { window: 23 },
    sources: { source: { watermark: 23, partitions: [{ position: 3, maxTime: 23, state: 'active', unread: 0 }] } },
  });
  expect(driver.job.explain('window').nextClose).toEqual({ start: 20, end: 30, missingMs: 7 });
  expect(driver.rows('out')).toEqual([]);
  driver.crash();
  expect({ ...driver.job.progress(), sources: {} }).toEqual({ ...committed, sources: {} });
});

/** Rows with lateness, errors and drops in three partitions, a window behind a window, and a numbering that keeps a value. */
const record = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.integer({ min: 0, max: 80 }), fc.constantFrom('a', 'b', 'ä', '')).map(([t, k]) => row(t, k)),
  },
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, 'bad')),
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, 'drop')),
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, null, 13)),
  fc.constant<LogRecord>({ value: '{' }),
  fc.constant(row(null)),
);
const logs = fc.array(fc.array(record, { maxLength: 14 }), { minLength: 3, maxLength: 3 });

function full(contents: readonly (readonly LogRecord[])[]): JobDriver {
  const driver = windowed({ eventTime: { maxOutOfOrderMs: 4 } }, 3, [
    { id: 'numbers', make: makeNumbering },
    { id: 'second', make: makeWindow(20), to: { out: [], late: [] } },
  ]);
  contents.forEach((log, p) => {
    driver.log(p).push(...log);
  });
  return driver.announce();
}

function result(driver: JobDriver) {
  driver.job.end('source');
  driver.run();
  const { entry } = driver.cut();
  const letters = driver.deadLetters.map(({ node, reason, position, value }) =>
    JSON.stringify([node, reason, position, new TextDecoder().decode(value ?? undefined)]),
  );
  return { out: driver.outputs, letters: letters.sort(), counters: entry.counters, watermarks: entry.watermarks };
}

function straight(contents: readonly (readonly LogRecord[])[]) {
  const driver = full(contents);
  for (const p of [0, 1, 2]) driver.feed(p);
  return result(driver.run());
}

const pieces = fc.array(
  fc.record({ p: fc.nat(2), most: fc.integer({ min: 0, max: 3 }), maxRows: fc.integer({ min: 1, max: 4 }) }),
  {
    maxLength: 40,
  },
);

test('fetch edges are invisible: rows, dead letters, watermarks and counters (laminardb#79) [W7] [Conservation]', () => {
  fc.assert(
    fc.property(logs, pieces, (contents, schedule) => {
      const driver = full(contents);
      for (const { p, most, maxRows } of schedule) {
        driver.feed(p, most);
        driver.job.run(maxRows);
        driver.tick(0);
      }
      for (const p of [2, 0, 1]) driver.feed(p);
      expect(result(driver.run())).toEqual(straight(contents));
    }),
  );
});

const acts = fc.array(fc.tuple(fc.constantFrom('feed', 'run', 'run', 'cut', 'cut', 'crash'), fc.nat(12)), {
  maxLength: 50,
});

test('crash and restore at any place give the same results (volga#169, FLINK-4616) [E2] [W5] [Conservation]', () => {
  fc.assert(
    fc.property(logs, acts, (contents, schedule) => {
      const driver = full(contents);
      for (const [act, n] of schedule) {
        if (act === 'cut') driver.cut();
        else if (act === 'crash') driver.crash().announce();
        else if (act === 'run') driver.job.run(n + 1);
        else for (const p of [0, 1, 2]) driver.feed(p, n);
      }
      for (const p of [0, 1, 2]) driver.feed(p);
      expect(result(driver.run())).toEqual(straight(contents));
    }),
    { numRuns: 300 },
  );
});

test('the sums agree at every cut [Conservation]', () => {
  fc.assert(
    fc.property(logs, (contents) => {
      const driver = full(contents);
      for (const p of [0, 1, 2]) driver.feed(p);
      do {
        const sums = balance(driver.cut().entry.counters, driver.plan);
        expect(sums.filter(({ holds }) => !holds)).toEqual([]);
        expect(sums.map(({ node }) => node)).toEqual(
          expect.arrayContaining(['source', 'pass', 'window', 'out', 'late']),
        );
      } while (driver.job.run(3));
      const { counters } = driver.cut().entry;
      const { in: rowsIn, assignments, late } = counters['window'] as Record<string, number>;
      expect((assignments as number) + (late as number)).toBe(rowsIn);
    }),
  );
});

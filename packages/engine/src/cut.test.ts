import { describe, expect, test } from 'vitest';
import { makeJob } from './make-job.ts';
import { JobDriver, row } from './testing/job-driver.ts';
import { testSink, testSource } from './testing/test-plan.ts';
import { rows, windowed } from './testing/windowed.ts';

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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JobDriver, type LogRecord, row } from '../testing/job-driver.ts';
import { chain, testSink, testSource } from '../testing/test-plan.ts';

/** Times of the rows that were taken, in order. */
function taken(driver: JobDriver, sink = 'out'): unknown[] {
  driver.cut();
  return driver.rows(sink).map((values) => (values as unknown[])[0]);
}

function fed(...logs: readonly (readonly LogRecord[])[]): JobDriver {
  const driver = new JobDriver(chain({}, []), logs.length);
  logs.forEach((records, partition) => {
    driver.log(partition).push(...records);
  });
  driver.announce();
  logs.forEach((_, partition) => {
    driver.feed(partition);
  });
  return driver;
}

const rows = (...times: number[]) => times.map((time) => row(time));
const BROKEN: LogRecord = { value: '{' };

describe('the order in which rows are taken', () => {
  test('the partition whose head has the smallest event time goes first [W7]', () => {
    expect(taken(fed(rows(1, 4, 5), rows(2, 3, 9), rows(0, 8)).run())).toEqual([0, 1, 2, 3, 4, 5, 8, 9]);
  });

  test('a head that is late keeps its place in its partition [W7]', () => {
    expect(taken(fed(rows(5, 1, 6), rows(2, 7)).run())).toEqual([2, 5, 1, 6, 7]);
  });

  test('equal times go by partition [W7]', () => {
    const driver = fed([row(1, 'p0'), row(1, 'p0')], [row(1, 'p1'), row(2, 'p1')], [row(1, 'p2')]);
    driver.run().cut();
    expect(driver.rows('out').map((values) => (values as unknown[])[1])).toEqual(['p0', 'p0', 'p1', 'p2', 'p1']);
  });

  test('and before that by topic, whatever the order in the plan [W7]', () => {
    const sources = ['b', 'a'].map((id) => testSource({ id, topic: id, to: ['out'] }));
    const driver = new JobDriver({ sources, operators: [], sinks: [testSink('out')] });
    for (const id of ['b', 'a']) driver.append(0, [row(1, id)], id);
    driver.run().cut();
    expect(driver.rows('out').map((values) => (values as unknown[])[1])).toEqual(['a', 'b']);
  });

  test('a head without a usable event time is taken at once, before the others [W7] [T2]', () => {
    const driver = fed(rows(1, 2), [BROKEN, row(0), BROKEN]);
    expect(driver.job.run(1)).toBe(true);
    driver.cut();
    expect(driver.deadLetters.map(({ position }) => position?.partition)).toEqual([1]);
    expect(driver.job.run(2)).toBe(true);
    expect(taken(driver)).toEqual([0]);
    expect(driver.deadLetters).toHaveLength(2);
  });

  test('also while the others wait for a partition that was not fed [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(BROKEN, ...rows(1));
    driver.log(1).push(...rows(0));
    driver.announce().feed(0);
    expect(taken(driver.run())).toEqual([]);
    expect(driver.deadLetters).toHaveLength(1);
  });

  test('a partition with readable rows that were not fed makes the others wait [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(...rows(1, 2));
    driver.log(1).push(...rows(0, 3));
    driver.announce().feed(0);
    expect(taken(driver.run())).toEqual([]);
    driver.feed(1, 1);
    expect(taken(driver.run())).toEqual([0]);
    driver.feed(1);
    expect(taken(driver.run())).toEqual([0, 1, 2, 3]);
  });

  test('so does a partition of which the end is not known yet [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(...rows(1, 2));
    driver.job.ends('source', 0, { highWatermark: 2, lastStableOffset: 2 }, 0);
    driver.feed(0);
    expect(taken(driver.run())).toEqual([]);
    driver.job.ends('source', 1, { highWatermark: 0, lastStableOffset: 0 }, 0);
    expect(taken(driver.run())).toEqual([1, 2]);
  });

  test('but not rows behind an open transaction: they cannot be read [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(...rows(1, 2));
    driver.job.ends('source', 0, { highWatermark: 2, lastStableOffset: 2 }, 0);
    driver.job.ends('source', 1, { highWatermark: 5, lastStableOffset: 0 }, 0);
    driver.feed(0);
    expect(taken(driver.run())).toEqual([1, 2]);
  });

  test('nor a partition that a person declared idle, until its next record [W3] [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(...rows(1, 2, 5, 6));
    driver.log(1).push(...rows(3, 4));
    driver.announce().feed(0, 2);
    driver.job.declareIdle('source', 1);
    expect(taken(driver.run())).toEqual([1, 2]);
    driver.cut();
    driver.crash().announce().feed(0, 1);
    expect(taken(driver.run())).toEqual([1, 2, 5]);
    driver.feed(1, 1);
    driver.run().feed(0);
    expect(taken(driver.run())).toEqual([1, 2, 5, 3]);
    driver.feed(1);
    expect(taken(driver.run())).toEqual([1, 2, 5, 3, 4, 6]);
  });

  test('markers and holes are passed: the position moves without a row [W7]', () => {
    const driver = new JobDriver(chain({}, []), 2);
    driver.log(0).push(...rows(1));
    driver.job.ends('source', 0, { highWatermark: 1, lastStableOffset: 1 }, 0);
    driver.job.ends('source', 1, { highWatermark: 7, lastStableOffset: 7 }, 0);
    driver.feed(0);
    expect(taken(driver.run())).toEqual([]);
    const empty = { source: 'source', partition: 1, records: [], nextOffset: 7, logAppendTime: false, nowMs: 0 };
    driver.job.feed(empty);
    expect(taken(driver.run())).toEqual([1]);
    expect(driver.cut().entry.sources['source']?.partitions[1]?.position).toBe(7);
  });

  test('rows of a source without event time are taken at once [W7]', () => {
    const sources = [
      testSource({ to: ['out'] }),
      testSource({ id: 'timeless', topic: 'z', eventTime: null, to: ['out'] }),
    ];
    const driver = new JobDriver({ sources, operators: [], sinks: [testSink('out')] });
    driver.append(0, rows(1)).append(0, rows(100), 'timeless');
    expect(taken(driver.run())).toEqual([100, 1]);
  });

  test('run stops for maxRows, says so, and goes on in the same order [W7]', () => {
    const driver = fed(rows(1, 4), rows(2, 3));
    expect([1, 2, 3, 4, 5].map(() => driver.job.run(1))).toEqual([true, true, true, true, false]);
    expect(taken(driver)).toEqual([1, 2, 3, 4]);
  });
});

const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 });

test('a replay is one function of the logs, whatever the fetches bring together [W7]', () => {
  const logs = fc.tuple(times, times, times);
  const fetches = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 4 })), { maxLength: 30 });
  fc.assert(
    fc.property(logs, fetches, (contents, schedule) => {
      const records = contents.map((log, p) => log.map((time) => (time === 13 ? BROKEN : row(time, `p${p}`))));
      const whole = fed(...records).run();
      whole.cut();
      const pieces = new JobDriver(chain({}, []), 3);
      records.forEach((log, p) => {
        pieces.log(p).push(...log);
      });
      pieces.announce();
      for (const [p, most] of schedule) {
        pieces.feed(p, most);
        pieces.run(2);
      }
      for (const p of [2, 1, 0]) pieces.feed(p);
      pieces.run().cut();
      expect(pieces.rows('out')).toEqual(whole.rows('out'));
    }),
  );
});

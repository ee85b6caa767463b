import { describe, expect, test } from 'vitest';
import type { Operator, OperatorContext } from './contract/operator.ts';
import { JobDriver } from './testing/job-driver.ts';
import { makeWindow } from './testing/test-operators.ts';
import { chain } from './testing/test-plan.ts';
import { rows, WINDOW, windowed } from './testing/windowed.ts';

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

import { describe, expect, test } from 'vitest';
import type { Operator, OperatorContext } from '../contract/operator.ts';
import { JobDriver } from '../testing/job-driver.ts';
import { makeWindow } from '../testing/test-operators.ts';
import {
  chain,
  type OperatorSettings,
  type SourceSettings,
  testOperator,
  testSink,
  testSource,
} from '../testing/test-plan.ts';
import { PASS, rows, WINDOW, windowed } from '../testing/windowed.ts';

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

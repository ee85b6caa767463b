import { describe, expect, test } from 'vitest';
import { DistinctValues } from './distinct-values.ts';
import { inferenceOf, samplesOf } from './testing/samples.ts';

describe('keys [L7]', () => {
  const record = (id: number, user: number | null, text: string) =>
    `{"id":${id},"user":${user},"note":"${text}","price":${id}.5e0,"seen":"2026-01-01 00:00:00","always":1}`;
  const samples = [
    ...samplesOf([record(1, 1, 'x'), record(2, 1, 'y'), record(3, null, 'x')], 0),
    ...samplesOf([record(4, 2, 'x'), record(5, 2, 'x')], 1),
  ];

  test('are what stays in its partition, then what is unique, with the NULLs beside it', () => {
    expect(inferenceOf(samples).result().keys).toEqual([
      { column: 'user', distinct: { count: 2, exact: true }, nulls: 1, unique: false, staysInPartition: true },
      { column: 'id', distinct: { count: 5, exact: true }, nulls: 0, unique: true, staysInPartition: null },
      { column: 'note', distinct: { count: 2, exact: true }, nulls: 0, unique: false, staysInPartition: false },
    ]);
  });

  test('of one partition nothing is said about partitions', () => {
    expect(inferenceOf(samples.slice(0, 3)).result().keys[1]).toMatchObject({ column: 'note', staysInPartition: null });
  });

  test('one number is one value, however it is written, and not the text of it', () => {
    const { keys } = inferenceOf(samplesOf(['{"a":100}', '{"a":1e2}', '{"a":2}', '{"a":"100"}'])).result();
    expect(keys).toMatchObject([{ distinct: { count: 3, exact: true } }]);
  });
});

describe('counting different values', () => {
  const valuesOf = (from: number, to: number, partition = 0) => {
    const values = new DistinctValues();
    for (let n = from; n < to; n++) values.add(`customer-${n}`, partition);
    return values;
  };

  test('is exact up to 1024', () => {
    const values = valuesOf(0, 1024);
    values.merge(valuesOf(0, 1024));
    expect(values.count()).toEqual({ count: 1024, exact: true });
  });

  test('is an estimate of a few percent beyond', () => {
    const { count, exact } = valuesOf(0, 50_000).count();
    expect(exact).toBe(false);
    expect(Math.abs(count - 50_000)).toBeLessThan(5_000);
  });

  test('does not depend on the order, or on how values were split', () => {
    const [left, right, all] = [valuesOf(0, 4_000), valuesOf(2_000, 6_000), valuesOf(0, 6_000)];
    left.merge(right);
    expect(left.count()).toEqual(all.count());
  });

  test('a value of two partitions is found also in the other one', () => {
    const values = valuesOf(0, 10, 0);
    expect(values.staysInPartition()).toBe(true);
    values.merge(valuesOf(9, 12, 1));
    expect(values.staysInPartition()).toBe(false);
  });
});

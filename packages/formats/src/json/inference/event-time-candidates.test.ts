import { describe, expect, test } from 'vitest';
import { JsonInference } from './json-inference.ts';
import type { JsonSample } from './json-sample.ts';
import { proposedEventTime, sourceConfigOf } from './source-config.ts';
import { decodeAll, inferenceOf, inferX, samplesOf } from './testing/samples.ts';

/** The candidates of columns, without that of the records themselves. */
function candidates(...texts: readonly string[]) {
  return inferX(...texts).eventTimes.filter(({ column }) => column !== null);
}

const units = (...texts: readonly string[]) =>
  candidates(...texts).map(({ proposed, readings }) => [proposed, ...readings.map(({ unit }) => unit)]);

describe('the unit of a number that is a time [T3] (rally#79)', () => {
  const cases: readonly [string, readonly string[], readonly (string | null)[][]][] = [
    ['seconds', ['1700000000'], [['s', 's']]],
    ['milliseconds', ['1700000000000'], [['ms', 'ms']]],
    ['microseconds', ['1700000000000000'], [['us', 'us']]],
    ['nanoseconds', ['1700000000000000001'], [['ns', 'ns']]],
    ['seconds with a fraction', ['1700000000.25'], [['s', 's']]],
    ['a number in a string', ['"1700000000000"'], [['ms', 'ms']]],
    ['three units in one column', ['1700000000', '1700000000000', '1700000000000000'], [[null, 's', 'ms', 'us']]],
    ['seconds of the year 3554, or milliseconds of 1971', ['50000000000'], [[null, 's', 'ms']]],
    ['the same with microseconds', ['50000000000000'], [[null, 'ms', 'us']]],
    ['the border of seconds', ['99999999999', '100000000000'], [[null, 's', 'ms']]],
    ['text', ['"2026-01-01T00:00:00Z"'], [['text', 'text']]],
    ['text without a zone', ['"2026-01-01 00:00:00"'], [['text', 'text']]],
    ['small numbers', ['1', '2', '31535999'], []],
    ['a number of the year 5138 in any unit', ['99999999999', '-99999999999'], []],
    ['a date', ['"2026-01-01"'], []],
    ['mostly text', ['"a"', '"2026-01-01 00:00:00"'], []],
    ['a number beyond every time', ['1e35'], []],
  ];
  test.each(cases)('%s', (_, texts, expected) => {
    expect(units(...texts)).toEqual(expected);
  });

  test('two possible units stand side by side, each with its reason and what the times would be', () => {
    const [candidate] = candidates('50000000000', '50000001000');
    expect(candidate?.readings).toMatchObject([
      {
        unit: 's',
        reason:
          '2 of 2 numbers have the magnitude of seconds since 1970, although not all of them would lie between 1971 and 2100.',
        earliest: '3554-06-09T16:53:20.000Z',
      },
      {
        unit: 'ms',
        reason: 'As milliseconds since 1970 all 2 lie between 1971 and 2100, although their magnitude is another.',
        earliest: '1971-08-02T16:53:20.000Z',
        latest: '1971-08-02T16:53:21.000Z',
      },
    ]);
  });

  test('a unit as which every number makes sense is read over all, others over the numbers that speak for them', () => {
    const [candidate] = candidates('50000000000', '1700000000000');
    expect(candidate?.readings.map(({ unit, disorder }) => [unit, disorder.records])).toEqual([
      ['s', 1],
      ['ms', 2],
    ]);
  });

  test('numbers near 0 are counted and speak for no unit', () => {
    const seconds = Array.from({ length: 30 }, (_, i) => `${1_700_000_000 + i}`);
    expect(candidates(...seconds, '-1')[0]).toMatchObject({ proposed: 's', nearZero: 1, missing: 0 });
  });
});

test('the unit that was chosen is what the samples are decoded by [T3]', () => {
  const inWords = { s: '1700000000', ms: '1700000000000', us: '1700000000000001', ns: '"1700000000000000001"' };
  const samples = samplesOf([`{"s":${inWords.s},"ms":${inWords.ms},"us":${inWords.us},"ns":${inWords.ns}}`]);
  const inference = inferenceOf(samples).result();
  const decodedBy = (column: keyof typeof inWords) => {
    const config = sourceConfigOf(inference, { column, unit: column });
    expect(config.eventTime).toEqual({ column, maxOutOfOrder: '5s' });
    return [config.columns.find(({ name }) => name === column), decodeAll(config, samples)];
  };
  expect(decodedBy('s')).toEqual([
    { name: 's', type: 'TIMESTAMP_LTZ(3)', unit: 's', required: true },
    [[1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_000_001, '1700000000000000001']],
  ]);
  expect(decodedBy('ms')[0]).toEqual({ name: 'ms', type: 'TIMESTAMP_LTZ(3)', required: true });
  expect(decodedBy('us')[0]).toEqual({ name: 'us', type: 'TIMESTAMP_LTZ(6)', unit: 'us', required: true });
  expect(decodedBy('ns')).toEqual([
    { name: 'ns', type: 'TIMESTAMP_LTZ(9)', unit: 'ns', required: true },
    [[1_700_000_000, 1_700_000_000_000, 1_700_000_000_000_001, 1_700_000_000_000_000_001n]],
  ]);
});

test('without a choice numbers stay numbers: nothing is guessed [T3]', () => {
  const config = sourceConfigOf(inferX('1700000000'));
  expect(config).toEqual({ columns: [{ name: 'x', type: 'INT', required: true }] });
});

/** Event times in seconds behind 2026, by partition in order of offset. */
function timed(...partitions: readonly (readonly number[])[]): readonly JsonSample[] {
  return partitions.flatMap((seconds, partition) =>
    samplesOf(
      seconds.map((second) => `{"at":${1_767_225_600 + second}}`),
      partition,
    ).map((sample, i) => ({ ...sample, timestampMs: (1_767_225_600 + i) * 1000 })),
  );
}

describe('disorder [W1]', () => {
  const cases: readonly [string, readonly (readonly number[])[], object][] = [
    ['none', [[0, 1, 1, 5]], { records: 4, outOfOrder: 0, maxLatenessMs: 0, proposedBoundMs: 5_000 }],
    [
      'against the largest before, not the last',
      [[0, 60, 53, 54]],
      { outOfOrder: 2, maxLatenessMs: 7_000, proposedBoundMs: 10_000 },
    ],
    [
      'per partition',
      [
        [100, 101],
        [0, 1, 0],
      ],
      { records: 5, outOfOrder: 1, maxLatenessMs: 1_000 },
    ],
    ['of two days', [[200_000, 0]], { maxLatenessMs: 200_000_000, proposedBoundMs: 3 * 86_400_000 }],
    ['mostly small', [[...Array.from({ length: 199 }, (_, i) => i), 0]], { p99LatenessMs: 0, maxLatenessMs: 198_000 }],
  ];
  test.each(cases)('%s', (_, partitions, expected) => {
    const { eventTimes } = inferenceOf(timed(...partitions)).result();
    expect(eventTimes.find(({ column }) => column === 'at')?.readings[0]?.disorder).toMatchObject(expected);
  });

  test('is that of the offsets, in whatever order samples come', () => {
    const samples = timed([0, 1, 2, 3], [5, 6, 7]);
    expect(inferenceOf([...samples].reverse()).result()).toEqual(inferenceOf(samples).result());
  });
});

test('records’ own timestamps are a candidate too, behind all columns; −1 is none [T1, T2]', () => {
  const [first, ...rest] = timed([0, 3, 1]);
  const inference = inferenceOf([{ ...(first as JsonSample), timestampMs: -1 }, ...rest]).result();
  expect(inference.eventTimes.map(({ column, missing, proposed }) => [column, missing, proposed])).toEqual([
    ['at', 0, 's'],
    [null, 1, 'record'],
  ]);
  expect(inference.eventTimes[0]?.readings[0]?.behindRecordMs).toEqual({ least: -2_000, most: 1_000 });
  expect(sourceConfigOf(inference, { column: null, unit: 'record' }).eventTime).toEqual({
    record: true,
    maxOutOfOrder: '5s',
  });
  expect(new JsonInference().result().eventTimes).toEqual([]);
});

test('of several columns the one closest to the records’ timestamps comes first, and is proposed where it is sure', () => {
  const at = 1_767_225_600;
  const samples = samplesOf([`{"born":${at - 900_000_000},"at":${at}}`]).map((sample) => ({
    ...sample,
    timestampMs: at * 1000,
  }));
  const inference = inferenceOf(samples).result();
  expect(inference.eventTimes.map(({ column }) => column)).toEqual(['at', 'born', null]);
  expect(proposedEventTime(inference)).toEqual({ column: 'at', unit: 's' });
  expect(proposedEventTime(inferX('50000000000'))).toBeNull();
});

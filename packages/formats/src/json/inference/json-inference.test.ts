import { formatType } from '@millrace/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRowWriter } from '../json-encoder.ts';
import { INFERENCE_LIMITS } from './inference-limits.ts';
import { sourceConfigOf } from './source-config.ts';
import { anyRecord, anyRecords } from './testing/any-record.ts';
import { decodeAll, inferenceOf, inferX, samplesOf } from './testing/samples.ts';

describe('the type of a column, from the text of its values [X2]', () => {
  const cases: readonly [readonly string[], string][] = [
    [['true', 'false'], 'BOOLEAN'],
    [['1', '-2147483648', '2147483647'], 'INT'],
    [['1', '2147483648'], 'BIGINT'],
    [['9007199254740993'], 'BIGINT'],
    [['9223372036854775807', '-9223372036854775808'], 'BIGINT'],
    [['9223372036854775808'], 'DECIMAL(19, 0)'],
    [['1e3', '-0'], 'INT'],
    [['1.10'], 'DECIMAL(3, 2)'],
    [['0.10', '-0.5'], 'DECIMAL(2, 2)'],
    [['1.5', '1000'], 'DECIMAL(5, 1)'],
    [['1.5e0'], 'DOUBLE'],
    [['0.30000000000000004'], 'DOUBLE'],
    [['1e20'], 'DOUBLE'],
    [['1.7976931348623157e308', '5e-324'], 'DOUBLE'],
    [['0.1234567890123456789'], 'DECIMAL(19, 19)'],
    [['9007199254740993', '0.5'], 'DECIMAL(17, 1)'],
    [['9007199254740993', '1e-30'], 'JSON'],
    [['1e-400'], 'JSON'],
    [['1e400'], 'JSON'],
    [['0.5', '"NaN"', '"-Infinity"', '1.25', '1e9'], 'DOUBLE'],
    [['1', '"2"', '3'], 'INT'],
    [['"1"', '"007"'], 'STRING'],
    [['"1"', '"2"', '3'], 'JSON'],
    [['"tea"', '"2026-01-01"'], 'STRING'],
    [['"2026-01-01"'], 'DATE'],
    [['"2026-02-30"'], 'STRING'],
    [['"10:11:12"'], 'TIME(0)'],
    [['"10:11:12.1234"'], 'TIME(6)'],
    [['"2026-01-01 00:00:00"'], 'TIMESTAMP(3)'],
    [['"2026-01-01T00:00:00.1234567"'], 'TIMESTAMP(9)'],
    [['"2026-01-01T00:00:00Z"', '"2026-01-01 00:00:00+01:00"'], 'TIMESTAMP_LTZ(3)'],
    [['"2026-01-01T00:00:00"', '"2026-01-01T00:00:00Z"'], 'STRING'],
    [['[]', '[1,null,2.5]'], 'ARRAY<DECIMAL(2, 1)>'],
    [['[]'], 'ARRAY<JSON>'],
    [['[1,"a"]'], 'ARRAY<JSON>'],
    [['{"b":1,"a":{"c":[true]}}', '{"a":null,"d":"x"}'], 'ROW<b INT, a ROW<c ARRAY<BOOLEAN>>, d STRING>'],
    [['{"a b":1}'], 'JSON'],
    [['{}'], 'JSON'],
    [['null'], 'JSON'],
    [['1', '"tea"'], 'JSON'],
    [['1', '{}', '[]', 'true'], 'JSON'],
  ];
  test.each(cases)('%j is %s', (texts, type) => {
    const inference = inferX(...texts);
    expect(inference.columns.map((column) => formatType(column.type))).toEqual([type]);
    const samples = samplesOf(texts.map((text) => `{"x":${text}}`));
    for (const row of decodeAll(sourceConfigOf(inference), samples)) expect(row).toBeInstanceOf(Array);
  });
});

describe('what contradicts the type', () => {
  test('is counted, with the first place and its text cut to 80 characters', () => {
    const long = 'x'.repeat(200);
    const texts = Array.from({ length: 1000 }, (_, i) => (i === 16 || i === 40 || i === 41 ? `"${long}${i}"` : `${i}`));
    const [column] = inferX(...texts).columns;
    expect(column).toMatchObject({
      type: { kind: 'INT' },
      values: 1000,
      kinds: [
        { kind: 'int', count: 997 },
        { kind: 'text', count: 3 },
      ],
      contradictions: [
        { kind: 'text', path: '', count: 3, first: { partition: 0, offset: '17', text: 'x'.repeat(80) } },
      ],
    });
  });

  test('a number beyond a double contradicts DOUBLE [X2]', () => {
    const texts = [...Array.from({ length: 30 }, (_, i) => `${i}.5e0`), '1e400'];
    const [column] = inferX(...texts).columns;
    expect(column?.type.kind).toBe('DOUBLE');
    expect(column?.contradictions).toMatchObject([
      { kind: 'beyond', count: 1, first: { offset: '31', text: '1e400' } },
    ]);
  });

  test('inside of objects and arrays has its path', () => {
    const good = Array.from({ length: 40 }, () => '{"items":[{"n":1},{"n":2}]}');
    const [column] = inferX(...good, '{"items":[{"n":"many"}]}').columns;
    expect(column?.contradictions).toMatchObject([
      { kind: 'text', path: '/items/*/n', count: 1, first: { offset: '41', text: 'many' } },
    ]);
  });

  test('more than one in twenty makes the column JSON', () => {
    const ints = Array.from({ length: 19 }, (_, i) => `${i}`);
    expect(inferX(...ints, '"a"').columns[0]?.type.kind).toBe('INT');
    expect(inferX(...ints, '"a"', '"b"').columns[0]?.type.kind).toBe('JSON');
  });
});

test('a column is nullable where it was absent or null', () => {
  const { columns } = inferenceOf(samplesOf(['{"a":1,"b":null,"c":2}', '{"b":1,"a":2}', '{"a":3,"b":1}'])).result();
  expect(columns.map(({ name, nullable, nulls, absent }) => ({ name, nullable, nulls, absent }))).toEqual([
    { name: 'a', nullable: false, nulls: 0, absent: 0 },
    { name: 'b', nullable: true, nulls: 1, absent: 0 },
    { name: 'c', nullable: true, nulls: 0, absent: 2 },
  ]);
});

test('the last of duplicate names counts (simdjson-java#37)', () => {
  const { columns } = inferenceOf(samplesOf(['{"a":"x","\\u0061":1}'])).result();
  expect(columns).toMatchObject([{ name: 'a', type: { kind: 'INT' }, values: 1 }]);
});

test('a member whose name is none gets one, and a path to it', () => {
  const text = '{"a b":1,"a_b":2,"":3,"x/y~z":4,"__proto__":5,"a-b":6,"a:b":7,"9":8,"é":9}';
  const samples = samplesOf([text]);
  const inference = inferenceOf(samples).result();
  expect(inference.columns.map(({ name, path }) => [name, path])).toEqual([
    ['a_b_2', '/a b'],
    ['a_b', null],
    ['column', '/'],
    ['x_y_z', '/x~1y~0z'],
    ['___proto__', '/__proto__'],
    ['a-b', null],
    ['a_b_3', '/a:b'],
    ['_9', '/9'],
    ['column_2', '/é'],
  ]);
  expect(decodeAll(sourceConfigOf(inference), samples)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test('values that are no records are each counted with their reason (ksql#314, seatunnel#12038)', () => {
  const broken = { bytes: Uint8Array.of(0xff), partition: 0, offset: 9n, timestampMs: -1 };
  const inference = inferenceOf([...samplesOf(['', '{', 'null', '[]', 'NaN', '{"a":1}']), broken]).result();
  expect(inference.samples).toMatchObject({ read: 7, inferred: 1, refused: 6 });
  expect(inference.refusals.map(({ reason, count, first }) => [reason, count, first.offset])).toEqual([
    ['it is not an object', 4, '3'],
    ['it is cut off', 1, '2'],
    ['it is empty', 1, '1'],
  ]);
});

describe('limits', () => {
  const small = {
    ...INFERENCE_LIMITS,
    samples: 3,
    bytes: 60,
    bytesPerSample: 40,
    columns: 2,
    nameLength: 4,
    fields: 2,
  };
  const leftOut = (...texts: readonly string[]) => inferenceOf(samplesOf(texts), small).result().samples.leftOut;

  test('of samples and their bytes', () => {
    expect(leftOut('{}', '{}', '{}', '{}')).toEqual({ samples: 1, members: 0 });
    expect(leftOut(`{"a":"${'x'.repeat(50)}"}`)).toEqual({ samples: 1, members: 0 });
    expect(leftOut(`{"a":"${'x'.repeat(30)}"}`, `{"a":"${'x'.repeat(30)}"}`)).toEqual({ samples: 1, members: 0 });
  });

  test('of columns, whatever their order', () => {
    for (const texts of [
      ['{"c":1}', '{"b":1}', '{"a":1,"c":2}'],
      ['{"a":1,"c":2}', '{"c":1}', '{"b":1}'],
    ]) {
      const { columns, samples } = inferenceOf(samplesOf(texts), small).result();
      expect(columns.map(({ name }) => name).sort()).toEqual(['a', 'b']);
      expect(samples.leftOut.members).toBe(2);
    }
    expect(leftOut('{"abcde":1}')).toEqual({ samples: 0, members: 1 });
  });

  test.each([
    ['members', { ...INFERENCE_LIMITS, fields: 2 }, '{"a":1,"b":2,"c":3}'],
    ['depth', { ...INFERENCE_LIMITS, depth: 2 }, '{"a":{"b":{"c":1}}}'],
    ['places', { ...INFERENCE_LIMITS, places: 2 }, '{"a":1,"b":2,"c":3}'],
  ])('of %s inside of a column: it is kept as JSON', (fault, limits, text) => {
    const samples = samplesOf([`{"x":${text}}`]);
    const inference = inferenceOf(samples, limits).result();
    expect(JSON.stringify(inference.columns[0]?.type)).toContain('JSON');
    if (fault !== 'depth') expect(inference.columns[0]?.undescribed).toBe(fault);
    expect(decodeAll(sourceConfigOf(inference), samples)[0]).toBeInstanceOf(Array);
  });

  test('hold what is kept of a stranger’s records: names, fields and texts', () => {
    const limits = { ...INFERENCE_LIMITS, places: 50, columns: 20 };
    const texts = Array.from({ length: 400 }, (_, i) => `{"k${i}":{"f${i}":{"g${i}":"${'y'.repeat(2_000)}${i}"}}}`);
    const result = inferenceOf(samplesOf(texts), limits).result();
    expect(result.columns).toHaveLength(20);
    expect(result.samples.leftOut.members).toBe(380);
    expect(JSON.stringify(result).length).toBeLessThan(40_000);
  });

  test('numbers and strings of a megabyte are read in linear time', () => {
    const digits = '9'.repeat(900_000);
    const samples = samplesOf([
      `{"x":${digits}}`,
      `{"x":0.${digits}}`,
      `{"x":"${digits}"}`,
      `{"x":1${'0'.repeat(900_000)}}`,
    ]);
    expect(inferenceOf(samples).result().columns[0]?.kinds).toMatchObject([
      { kind: 'beyond', count: 2 },
      { kind: 'double', count: 1 },
      { kind: 'text', count: 1 },
    ]);
  });
});

test('the result is plain data that JSON carries', () => {
  fc.assert(
    fc.property(anyRecords, (samples) => {
      const result = inferenceOf(samples).result();
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }),
  );
});

test('merged inferences are the inference of all samples, in any order and however they were split', () => {
  const split = fc.tuple(anyRecords, fc.nat(40), fc.integer());
  fc.assert(
    fc.property(split, ([samples, at, seed]) => {
      const shuffled = [...samples].sort((a, b) => mix(a.offset, seed) - mix(b.offset, seed));
      const merged = inferenceOf(shuffled.slice(at));
      merged.merge(inferenceOf(shuffled.slice(0, at)));
      expect(merged.result()).toEqual(inferenceOf(samples).result());
    }),
    { numRuns: 500 },
  );
});

test('samples decode with the schema that they show, but for those that were counted as contradictions', () => {
  fc.assert(
    fc.property(anyRecords, (samples) => {
      const inference = inferenceOf(samples).result();
      const rows = decodeAll(sourceConfigOf(inference), samples);
      const refused = rows.filter((row) => typeof row === 'string').length - inference.samples.refused;
      const counted = inference.columns.flatMap(({ contradictions }) => contradictions);
      expect(refused).toBeLessThanOrEqual(counted.reduce((sum, { count }) => sum + count, 0));
      expect(refused).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1_000 },
  );
});

test('each value that contradicts a number, a time or a BOOLEAN is refused, and no other', () => {
  const odd = fc.constantFrom('"tea"', 'true', '{"a":1}', '[1]', '1e400');
  const common = fc.constantFrom('12', '2147483648', '1.50', '2e0', '"2026-01-01"', '"10:00:00"', 'false');
  fc.assert(
    fc.property(common, odd, fc.integer({ min: 20, max: 60 }), (usual, other, n) => {
      const texts = [...Array.from({ length: n }, () => usual), other];
      const inference = inferX(...texts);
      const isTrueBesideFalse = usual === 'false' && other === 'true';
      expect(inference.columns[0]?.contradictions.map(({ count }) => count)).toEqual(isTrueBesideFalse ? [] : [1]);
      const rows = decodeAll(sourceConfigOf(inference), samplesOf(texts.map((text) => `{"x":${text}}`)));
      expect(rows.filter((row) => typeof row === 'string')).toHaveLength(isTrueBesideFalse ? 0 : 1);
    }),
  );
});

test('a record that is decoded with the schema that it shows, and encoded again, says the same', () => {
  fc.assert(
    fc.property(anyRecord, (text) => {
      const samples = samplesOf([text]);
      const inference = inferenceOf(samples).result();
      const [row] = decodeAll(sourceConfigOf(inference), samples);
      if (row === undefined || typeof row === 'string') throw new Error(row);
      const again = makeRowWriter(inference.columns).toBytes(row);
      expect(meaningOf(new TextDecoder().decode(again))).toEqual(meaningOf(text));
    }),
    { numRuns: 500 },
  );
});

/** A JSON text as values, where absent is null, and a time has no zeros at its end and no T in it. */
function meaningOf(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (value === null) return undefined;
    if (typeof value === 'number') return value + 0;
    if (typeof value !== 'string' || !/^(\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d/.test(value)) return value;
    return value
      .replace('T', ' ')
      .replace(/(\.\d*?)0+(Z?)$/, '$1$2')
      .replace(/\.(Z?)$/, '$1');
  });
}

/** A number by which samples are shuffled. */
function mix(offset: bigint, seed: number): number {
  return Math.imul(Number(offset) + seed, 0x9e3779b1) ^ seed;
}

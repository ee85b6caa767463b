import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBatch, marker, sealed, type TestBatch } from '../testing/make-batch.ts';
import { WireError } from '../wire-error.ts';
import type { AbortedTransaction } from './aborted-transactions.ts';
import { type DecodeOptions, decodeBatches } from './decode-batches.ts';
import { readHeaders } from './headers.ts';

const A = 1n;
const B = 2n;

function decode(batches: readonly Buffer[], options: Partial<DecodeOptions> = {}) {
  const all = { topic: 'orders', partition: 3, from: 0, until: Number.POSITIVE_INFINITY, aborted: null, ...options };
  const decoded = decodeBatches(Buffer.concat(batches), all);
  const records = decoded.ranges.flatMap((ranges) =>
    Array.from({ length: ranges.count }, (_, i) => ({
      offset: ranges.offsets[i] as number,
      timestampMs: ranges.timestamps[i] as number,
      key: textOf(ranges.buffer, ranges.keyStart[i] as number, ranges.keyEnd[i] as number),
      value: textOf(ranges.buffer, ranges.valueStart[i] as number, ranges.valueEnd[i] as number),
      headers: readHeaders(ranges, i),
    })),
  );
  return { ...decoded, records, values: records.map(({ value }) => value), offsets: records.map((one) => one.offset) };
}

function textOf(buffer: Buffer, start: number, end: number): string | null {
  return start < 0 ? null : buffer.toString('utf8', start, end);
}

/** A batch of one record in a transaction. */
function inTxn(baseOffset: number, producerId: bigint, value: string, key: Buffer | null = null): Buffer {
  return makeBatch({ baseOffset, producerId, transactional: true, records: [{ key, value }] });
}

const plain = (baseOffset: number, ...values: string[]) =>
  makeBatch({ baseOffset, records: values.map((value) => ({ value })) });

describe('aborted transactions [E4]', () => {
  const aborted = (...list: [bigint, number][]): AbortedTransaction[] =>
    list.map(([producerId, firstOffset]) => ({ producerId, firstOffset }));

  const interleaved = [
    inTxn(0, A, 'a0'),
    inTxn(1, B, 'b1'),
    inTxn(2, A, 'a2'),
    plain(3, 'p3'),
    marker(4, A, 'abort'),
    inTxn(5, B, 'b5'),
    inTxn(6, A, 'a6'),
    marker(7, B, 'abort'),
    marker(8, A, 'commit'),
    inTxn(9, B, 'b9'),
    marker(10, B, 'commit'),
  ];

  test.each([
    ['in the order of the log', aborted([A, 0], [B, 1])],
    ['in another order', aborted([B, 1], [A, 0])],
  ])('of two producers that interleave are left out, the list %s', (_, list) => {
    const { values, nextOffset } = decode(interleaved, { aborted: list });
    expect(values).toEqual(['p3', 'a6', 'b9']);
    expect(nextOffset).toBe(11);
  });

  test('are left out when the fetch begins inside both', () => {
    expect(decode(interleaved.slice(2), { from: 2, aborted: aborted([B, 1], [A, 0]) }).values).toEqual([
      'p3',
      'a6',
      'b9',
    ]);
  });

  test('are all given at read_uncommitted, markers never', () => {
    expect(decode(interleaved).values).toEqual(['a0', 'b1', 'a2', 'p3', 'b5', 'a6', 'b9']);
  });

  test('of one producer are told from those before and after it (brod#659)', () => {
    const batches = [
      inTxn(0, A, 'tx1'),
      marker(1, A, 'commit'),
      inTxn(2, A, 'tx2'),
      marker(3, A, 'abort'),
      inTxn(4, A, 'tx3'),
      marker(5, A, 'commit'),
    ];
    expect(decode(batches, { aborted: aborted([A, 2]) }).values).toEqual(['tx1', 'tx3']);
  });

  test('more than one of the same producer in an answer are all left out', () => {
    const batches = [
      inTxn(0, A, 'x'),
      marker(1, A, 'abort'),
      inTxn(2, A, 'kept'),
      marker(3, A, 'commit'),
      inTxn(4, A, 'y'),
      marker(5, A, 'abort'),
    ];
    expect(decode(batches, { aborted: aborted([A, 4], [A, 0]) }).values).toEqual(['kept']);
  });

  test('with a record whose key looks like a marker stay aborted: the control flag decides', () => {
    const batches = [inTxn(0, A, 'x', Buffer.alloc(4)), inTxn(1, A, 'y'), marker(2, A, 'abort')];
    expect(decode(batches, { aborted: aborted([A, 0]) }).values).toEqual([]);
    expect(decode(batches.slice(0, 1)).records[0]?.key).toBe('\0\0\0\0');
  });

  test('agree with a log that is read record by record, whatever producers do', () => {
    const step = fc.tuple(fc.constantFrom(A, B, 3n), fc.constantFrom('write', 'write', 'commit', 'abort'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(20), (steps, skipped) => {
        const log = runTransactions(steps);
        const from = Math.min(skipped, log.batches.length);
        const listed = log.aborted.filter(({ endOffset }) => endOffset >= from).toReversed();
        const { values, nextOffset } = decode(log.batches.slice(from), { from, aborted: listed });
        expect(values).toEqual(log.visible.filter(({ offset }) => offset >= from).map(({ value }) => value));
        expect(nextOffset).toBe(log.batches.length);
      }),
    );
  });
});

/**
 * A log of transactions, all of them ended, with one offset per batch; the aborted ones and what a reader must get. A broker lists
 * those whose marker, at `endOffset`, lies at or behind the offset of the fetch.
 */
function runTransactions(steps: readonly (readonly [bigint, string])[]) {
  const batches: Buffer[] = [];
  const aborted: (AbortedTransaction & { readonly endOffset: number })[] = [];
  const visible: { offset: number; value: string }[] = [];
  const open = new Map<bigint, { offset: number; value: string }[]>();
  const end = (producerId: bigint, type: 'abort' | 'commit') => {
    const records = open.get(producerId);
    if (records === undefined) return;
    open.delete(producerId);
    batches.push(marker(batches.length, producerId, type));
    if (type === 'commit') visible.push(...records);
    else {
      const first = records[0] as { offset: number };
      aborted.push({ producerId, firstOffset: first.offset, endOffset: batches.length - 1 });
    }
  };
  for (const [producerId, action] of steps) {
    if (action !== 'write') end(producerId, action as 'abort' | 'commit');
    else {
      const offset = batches.length;
      const value = `${producerId}@${offset}`;
      batches.push(inTxn(offset, producerId, value));
      open.set(producerId, [...(open.get(producerId) ?? []), { offset, value }]);
    }
  }
  for (const producerId of [...open.keys()]) end(producerId, 'abort');
  return { batches, aborted, visible: visible.sort((a, b) => a.offset - b.offset) };
}

describe('positions [E4]', () => {
  test('an empty batch that compaction retained is passed', () => {
    const empty = makeBatch({ baseOffset: 100, lastOffset: 109, records: [] });
    expect(decode([empty], { from: 100 })).toMatchObject({ nextOffset: 110, ranges: [] });
    expect(decode([empty, plain(110, 'x')], { from: 105 })).toMatchObject({ nextOffset: 111, offsets: [110] });
  });

  test('holes of compaction are passed (ruby-kafka#555)', () => {
    const records = [1, 2, 3, 7].map((delta) => ({ delta, value: `v${delta}` }));
    const decoded = decode([makeBatch({ baseOffset: 0, lastOffset: 8, records })], { from: 1 });
    expect(decoded).toMatchObject({ offsets: [1, 2, 3, 7], nextOffset: 9 });
  });

  test('a fetch that begins inside a batch gives what is wanted of it', () => {
    expect(decode([plain(10, 'a', 'b', 'c')], { from: 11 })).toMatchObject({ offsets: [11, 12], nextOffset: 13 });
  });

  test.each([
    [0, [], 10],
    [11, [10], 11],
    [12, [10, 11], 12],
    [14, [10, 11, 12, 13], 14],
    [20, [10, 11, 12, 13], 14],
  ])('nothing at or behind `until` %i is given', (until, offsets, nextOffset) => {
    expect(decode([plain(10, 'a', 'b'), plain(12, 'c', 'd')], { from: 10, until })).toMatchObject({
      offsets,
      nextOffset,
    });
  });

  test('markers alone move the position', () => {
    expect(decode([marker(7, A, 'commit')], { from: 7, aborted: [] })).toMatchObject({ nextOffset: 8, ranges: [] });
  });

  test('a batch that the answer cuts off is left for the next fetch, wherever the cut is', () => {
    const whole = plain(0, 'a');
    const next = plain(1, 'b', 'c');
    for (let cut = 0; cut < next.length; cut++) {
      expect(decode([whole, next.subarray(0, cut)])).toMatchObject({ values: ['a'], nextOffset: 1 });
    }
  });
});

describe('records [E4]', () => {
  test('null, "" and {} are three values (kafkajs#642), of keys too', () => {
    const values = [null, '', '{}'];
    const { records } = decode([makeBatch({ baseOffset: 0, records: values.map((value) => ({ key: value, value })) })]);
    expect(records.map(({ key }) => key)).toEqual(values);
    expect(records.map(({ value }) => value)).toEqual(values);
  });

  test('headers stay ordered pairs with duplicates and nulls', () => {
    const headers = [
      ['a', Buffer.from('1')],
      ['a', Buffer.from('2')],
      ['b', null],
    ] as const;
    expect(decode([makeBatch({ baseOffset: 0, records: [{ value: 'v', headers }] })]).records[0]?.headers).toEqual(
      headers,
    );
  });

  test.each([
    ['the producer', { baseTimestamp: 5_000 }, [5_000, 4_990, 5_020], false],
    ['the broker', { baseTimestamp: 5_000, maxTimestamp: 9_000, logAppendTime: true }, [9_000, 9_000, 9_000], true],
    ['nobody', { baseTimestamp: -1, records: [{}, {}] }, [-1, -1], false],
    [
      'somebody from the second on',
      { baseTimestamp: -1, records: [{}, { timestampDelta: 1_001 }] },
      [-1, 1_000],
      false,
    ],
  ] as [string, Partial<TestBatch>, number[], boolean][])('times of %s', (_, batch, times, logAppendTime) => {
    const records = [{}, { timestampDelta: -10 }, { timestampDelta: 20 }];
    const decoded = decode([makeBatch({ baseOffset: 0, records, ...batch })]);
    expect(decoded.records.map(({ timestampMs }) => timestampMs)).toEqual(times);
    expect(decoded.logAppendTime).toBe(logAppendTime);
  });

  test('a batch of 130 000 records is read', () => {
    const records = Array.from({ length: 130_000 }, (_, i) => ({ value: String(i) }));
    const { ranges, nextOffset } = decodeBatches(makeBatch({ baseOffset: 5, records }), {
      topic: 't',
      partition: 0,
      from: 5,
      until: Number.POSITIVE_INFINITY,
      aborted: null,
    });
    expect(ranges.map(({ count }) => count)).toEqual([130_000]);
    expect(ranges[0]?.offsets.at(-1)).toBe(130_004);
    expect(nextOffset).toBe(130_005);
  });

  test('every column has an entry per record', () => {
    const { ranges } = decode([plain(0, 'a', 'b', 'c')], { from: 1 });
    const columns = ranges.flatMap(({ buffer: _, count: __, ...rest }) =>
      Object.values(rest).map(({ length }) => length),
    );
    expect(new Set(columns)).toEqual(new Set([2]));
  });

  test('gzip batches between plain ones come in the order of the log, a buffer each', () => {
    const zipped = (baseOffset: number, ...values: string[]) =>
      makeBatch({ baseOffset, gzip: true, records: values.map((value) => ({ value, key: 'k' })) });
    const { values, ranges, nextOffset } = decode([
      plain(0, 'a'),
      zipped(1, 'b', 'c'),
      plain(3, 'd'),
      plain(4, 'e'),
      zipped(5, 'f'),
    ]);
    expect(values).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(ranges.map(({ count }) => count)).toEqual([1, 2, 2, 1]);
    expect(nextOffset).toBe(6);
  });
});

describe('bytes that are not right [E4]', () => {
  const place = /orders\[3\] offset 40/;
  const good = () => plain(40, 'first', 'second');
  const changed = (change: (batch: Buffer) => void) => {
    const batch = good();
    change(batch);
    return sealed(batch);
  };

  test('every changed bit behind the CRC is detected, the place named, nothing delivered', () => {
    const bits = (good().length - 21) * 8;
    for (let bit = 0; bit < bits; bit++) {
      const batch = good();
      const at = 21 + (bit >> 3);
      batch[at] = (batch[at] as number) ^ (1 << (bit & 7));
      expect(() => decode([plain(39, 'before'), batch], { from: 39 })).toThrow(/orders\[3\] offset 40 has a wrong CRC/);
    }
  });

  test('also of a batch that would be left out', () => {
    const damaged = inTxn(40, A, 'x');
    damaged[damaged.length - 1] = 9;
    expect(() => decode([damaged], { aborted: [{ producerId: A, firstOffset: 40 }] })).toThrow(place);
  });

  test.each([
    ['format v0', changed((batch) => batch.writeInt8(0, 16)), /format v0 of before Kafka 0.11/],
    [
      'format v1, shorter than a header of today',
      changed((batch) => batch.writeInt8(1, 16)).subarray(0, 40),
      /format v1/,
    ],
    ['a later format', changed((batch) => batch.writeInt8(3, 16)), /unknown format v3/],
    ['a negative length', changed((batch) => batch.writeInt32BE(-60, 8)), /-60 bytes/],
    ['a length inside the header', changed((batch) => batch.writeInt32BE(48, 8)), /48 bytes/],
    ['more records than fit', changed((batch) => batch.writeInt32BE(1 << 30, 57)), /1073741824 records/],
    ['a negative number of records', changed((batch) => batch.writeInt32BE(-1, 57)), /-1 records/],
    ['a record too many', changed((batch) => batch.writeInt32BE(3, 57)), place],
    ['a record too few', changed((batch) => batch.writeInt32BE(1, 57)), /do not fit/],
    ['a record longer than the batch', changed((batch) => batch.writeInt8(126, 61)), /do not fit/],
    ['a value longer than its record', changed((batch) => batch.writeInt8(126, 66)), /do not fit/],
    [
      'snappy',
      makeBatch({ baseOffset: 40, codec: 2, records: [{}] }),
      /compressed with snappy.*Produce with none or gzip/,
    ],
    ['lz4', makeBatch({ baseOffset: 40, codec: 3, records: [{}] }), /compressed with lz4/],
    ['zstd', makeBatch({ baseOffset: 40, codec: 4, records: [{}] }), /compressed with zstd/],
    ['gzip that is none', makeBatch({ baseOffset: 40, codec: 1, records: [{ value: 'x' }] }), /cannot be decompressed/],
  ])('%s', (_, batch, message) => {
    expect(() => decode([batch], { from: 40 })).toThrow(WireError);
    expect(() => decode([batch], { from: 40 })).toThrow(place);
    expect(() => decode([batch], { from: 40 })).toThrow(message);
  });

  test('a gzip batch beyond 64 MB is refused', () => {
    const bomb = makeBatch({ baseOffset: 40, gzip: true, records: [{ value: Buffer.alloc((64 << 20) + 1) }] });
    expect(() => decode([bomb], { from: 40 })).toThrow(/offset 40 has more than 67108864 bytes/);
  });

  test('whatever bytes come, the answer is records or a WireError', () => {
    const edit = fc.tuple(fc.nat(400), fc.nat(255));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.nat(500), fc.boolean(), (edits, cut, resealed) => {
        const bytes = Buffer.concat([plain(0, 'one', 'two'), inTxn(2, A, 'three'), plain(3, 'four'.repeat(20))]);
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        if (resealed) sealAll(bytes);
        const run = () => decode([bytes.subarray(0, Math.max(0, bytes.length - cut))], { aborted: [] });
        expect(outcomeOf(run)).not.toBe('another error');
      }),
      { numRuns: 2_000 },
    );
  });
});

function sealAll(bytes: Buffer): void {
  for (let at = 0; at + 61 <= bytes.length; ) {
    const end = at + 12 + bytes.readInt32BE(at + 8);
    if (end - at < 61 || end > bytes.length) return;
    sealed(bytes.subarray(at, end));
    at = end;
  }
}

function outcomeOf(run: () => unknown): string {
  try {
    run();
    return 'records';
  } catch (error) {
    return error instanceof WireError ? 'refused' : 'another error';
  }
}

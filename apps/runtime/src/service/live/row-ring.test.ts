import type { Cell, Rows } from '@millrace/live';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RowPosition, RowRing } from './row-ring.ts';

const COLUMNS = [{ name: 'n', type: 'BIGINT' }];
const rowsFrom = (first: number, count: number): Cell[][] => Array.from({ length: count }, (_, i) => [first + i]);

function ringOf(limits: Partial<{ rows: number; bytes: number; frameBytes: number }> = {}): RowRing {
  return new RowRing(COLUMNS, () => {}, { rows: 100, bytes: 1_000_000, frameBytes: 60_000, ...limits });
}

function read(ring: RowRing, after: RowPosition | null): Rows | null {
  const frame = ring.read(after);
  return frame === null ? null : (JSON.parse(frame.json) as Rows);
}

/** Everything after a position: sequences in order, and how many were skipped. */
function readAll(ring: RowRing, from: RowPosition | null) {
  const sequences: number[] = [];
  let skipped = 0;
  let after = from;
  for (let frame = ring.read(after); frame !== null; frame = ring.read(after)) {
    const rows = JSON.parse(frame.json) as Rows;
    skipped += rows.skipped;
    sequences.push(...(rows.values[0] ?? []).map((_, i) => rows.first + i));
    after = frame.last;
  }
  return { sequences, skipped, after };
}

test('an empty ring has nothing; rows come in columns with their first sequence [V2]', () => {
  const ring = ringOf();
  expect(ring.read(null)).toBeNull();
  ring.append('e', 5, rowsFrom(5, 3));
  expect(read(ring, null)).toEqual({ epoch: 'e', first: 5, skipped: 0, columns: COLUMNS, values: [[5, 6, 7]] });
  expect(read(ring, { epoch: 'e', sequence: 6 })).toMatchObject({ first: 7, skipped: 0, values: [[7]] });
  expect(ring.read({ epoch: 'e', sequence: 7 })).toBeNull();
});

test('what the ring has let go is an explicit gap with its number [V2]', () => {
  const ring = ringOf({ rows: 4 });
  ring.append('e', 0, rowsFrom(0, 10));
  expect(read(ring, { epoch: 'e', sequence: 1 })).toMatchObject({ first: 6, skipped: 4, values: [[6, 7, 8, 9]] });
  expect(read(ring, null)).toMatchObject({ first: 6, skipped: 0 });
});

test('rows handed over twice are there once; a jump is a gap in the middle [V2]', () => {
  const ring = ringOf();
  ring.append('e', 0, rowsFrom(0, 4));
  ring.append('e', 2, rowsFrom(2, 4));
  ring.append('e', 9, rowsFrom(9, 2));
  expect(ring.size.rows).toBe(8);
  expect(readAll(ring, { epoch: 'e', sequence: 0 })).toEqual({
    sequences: [1, 2, 3, 4, 5, 9, 10],
    skipped: 3,
    after: { epoch: 'e', sequence: 10 },
  });
});

test('a new epoch replaces the former; what a reader missed of both is counted [V2]', () => {
  const ring = ringOf({ rows: 3 });
  ring.append('old', 0, rowsFrom(0, 5));
  ring.append('new', 100, rowsFrom(100, 4));
  expect(read(ring, { epoch: 'old', sequence: 2 })).toMatchObject({ epoch: 'new', first: 101, skipped: 3 });
  expect(read(ring, { epoch: 'old', sequence: 4 })).toMatchObject({ first: 101, skipped: 1 });
  expect(read(ring, { epoch: 'unknown', sequence: 7 })).toMatchObject({ first: 101, skipped: 1 });
});

test('a reader that reads now and then sees each row once, or a gap of exactly what it missed [V2]', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), jump: fc.nat(3), back: fc.nat(3), count: fc.nat(12) }),
    fc.record({ kind: fc.constant('read' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 15 }), (steps, rows) => {
      const ring = ringOf({ rows, frameBytes: 150 });
      ring.append('e', 0, rowsFrom(0, 1));
      let next = 1;
      let reader = readAll(ring, null);
      let seen = reader.sequences.length;
      for (const one of steps) {
        if (one.kind === 'append') {
          const first = Math.max(0, next + one.jump - one.back);
          ring.append('e', first, rowsFrom(first, one.count));
          next = Math.max(next, first + one.count);
        } else {
          const last = reader.after?.sequence ?? -1;
          reader = readAll(ring, reader.after);
          expect(reader.sequences.every((sequence, i) => sequence > (reader.sequences[i - 1] ?? last))).toBe(true);
          seen += reader.sequences.length + reader.skipped;
          expect(seen).toBe((reader.after?.sequence ?? -1) + 1);
        }
      }
    }),
  );
});

test('a frame stays within its bytes, also with long texts in any script, and loses no row', () => {
  const cell = fc.oneof(fc.string({ maxLength: 400, unit: 'grapheme' }), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 60 }), (cells) => {
      const ring = ringOf({ frameBytes: 1_500 });
      ring.append(
        'e',
        0,
        cells.map((one) => [one]),
      );
      let after: RowPosition | null = null;
      let count = 0;
      for (let frame = ring.read(after); frame !== null; frame = ring.read(after)) {
        expect(Buffer.byteLength(frame.json)).toBeLessThan(1_500 + 200);
        count += frame.last.sequence - (after?.sequence ?? -1);
        after = frame.last;
      }
      expect(count).toBe(cells.length);
    }),
  );
});

test('a row that no frame could hold has its texts cut, its numbers kept', () => {
  const ring = new RowRing([...COLUMNS, { name: 't', type: 'STRING' }], () => {}, {
    rows: 10,
    bytes: 1_000_000,
    frameBytes: 2_000,
  });
  ring.append('e', 0, [
    [7, 'ü"'.repeat(5_000)],
    [{ exact: '9'.repeat(9_000) }, 'x'],
  ]);
  const rows = read(ring, null);
  expect(rows?.values[0]?.[0]).toBe(7);
  expect(rows?.values[1]?.[0]).toMatch(/^(ü"?)+…$/);
  expect(read(ring, { epoch: 'e', sequence: 0 })?.values).toEqual([[expect.stringMatching(/^9+…$/)], ['x']]);
});

test('the ring is bounded in rows and in bytes', () => {
  const ring = ringOf({ rows: 1_000, bytes: 10_000 });
  for (let i = 0; i < 50; i++)
    ring.append(
      'e',
      i * 100,
      rowsFrom(i * 100, 100).map(() => ['x'.repeat(90)]),
    );
  expect(ring.size.bytes).toBeLessThanOrEqual(10_000);
  expect(ring.size.rows).toBeGreaterThan(90);
  const many = ringOf({ rows: 1_000 });
  for (let i = 0; i < 50; i++) many.append('e', i * 100, rowsFrom(i * 100, 100));
  expect(many.size.rows).toBe(1_000);
  expect(readAll(many, null).sequences.length).toBe(1_000);
});

test('readers at one position share one text', () => {
  const ring = ringOf();
  ring.append('e', 0, rowsFrom(0, 3));
  expect(ring.read(null)).toBe(ring.read(null));
});

test('an epoch without rows is told to who has seen another, once [E7]', () => {
  const ring = ringOf();
  ring.append('e', 0, rowsFrom(0, 4));
  ring.append('f', 0, []);
  const frame = ring.read({ epoch: 'e', sequence: 1 });
  expect(JSON.parse(frame?.json ?? '')).toEqual({ epoch: 'f', first: 0, skipped: 2, columns: COLUMNS, values: [[]] });
  expect(ring.read(frame?.last ?? null)).toBeNull();
  expect(ring.read(null)).toBeNull();
  ring.append('f', 0, rowsFrom(7, 1));
  expect(read(ring, frame?.last ?? null)).toMatchObject({ epoch: 'f', first: 0, skipped: 0, values: [[7]] });
});

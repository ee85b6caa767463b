import type { StateBase } from '@millrace/engine';
import { expect, test } from 'vitest';
import { GenerationWriter } from './generation-writer.ts';
import { StateLogFold } from './state-log-fold.ts';
import { jsonRecord, recordKey, recordKind, type StateRecord } from './state-record.ts';

type Entry = { readonly number: number };

const MEANING = { window: 'a1' };
const bytes = (...values: number[]) => Uint8Array.from(values);

/** A base of one-byte slices, one per step. */
function slices(values: readonly number[]): StateBase {
  let at = 0;
  return {
    next(maxBytes) {
      const records: Uint8Array[] = [];
      while (at < values.length && records.length < maxBytes) records.push(bytes(values[at++] as number));
      return { records, done: at === values.length };
    },
  };
}

function fold(log: readonly StateRecord[]): StateLogFold<Entry> {
  const folded = new StateLogFold<Entry>();
  for (const { kind, value } of log) folded.add(recordKind(recordKey(kind)), value);
  return folded;
}

const LIMITS = { minDeltaBytes: 4, stateMultiple: 1, sliceBytes: 1 };

test('a topic that holds nothing recovers to nothing [E9]', () => {
  expect(fold([]).result()).toBeNull();
});

test('the first commit holds a whole generation and its cut [E9]', () => {
  const writer = new GenerationWriter<Entry>(MEANING, null, false, LIMITS);
  const log = writer.recordsOf([bytes(7)], { number: 1 }, () => slices([1, 2, 3]));
  expect(log.map((record) => record.kind)).toEqual(['g-start', 'delta', 'base', 'base', 'base', 'g-end', 'cut']);
  expect(fold(log).result()).toMatchObject({ generation: 1, meaning: MEANING, entry: { number: 1 }, baseBytes: 3 });
});

test('a generation that is still being sliced does not replace the one before; deltas go to both [E9]', () => {
  const writer = new GenerationWriter<Entry>(MEANING, null, false, LIMITS);
  const log = writer.recordsOf([], { number: 1 }, () => slices([1]));
  log.push(...writer.recordsOf([bytes(5, 5, 5, 5, 5)], { number: 2 }, () => slices([])));
  log.push(...writer.recordsOf([bytes(6)], { number: 3 }, () => slices([2, 3])));
  const halfway = fold(log).result();
  expect(halfway).toMatchObject({ generation: 1, entry: { number: 3 } });
  expect(halfway?.state).toEqual([bytes(1), bytes(5, 5, 5, 5, 5), bytes(6)]);
  log.push(...writer.recordsOf([bytes(7)], { number: 4 }, () => slices([])));
  const complete = fold(log).result();
  expect(complete).toMatchObject({ generation: 2, entry: { number: 4 }, baseBytes: 2, deltaBytes: 2 });
  expect(complete?.state).toEqual([bytes(6), bytes(2), bytes(7), bytes(3)]);
});

test('a base whose writer died is started again under the same number and the torn one is dropped [E9]', () => {
  const first = new GenerationWriter<Entry>(MEANING, null, false, LIMITS);
  const log = first.recordsOf([], { number: 1 }, () => slices([1]));
  log.push(...first.recordsOf([bytes(5, 5, 5, 5, 5)], { number: 2 }, () => slices([])));
  log.push(...first.recordsOf([], { number: 3 }, () => slices([2, 3])));
  const second = new GenerationWriter<Entry>(MEANING, fold(log).result(), false, LIMITS);
  log.push(...second.recordsOf([], { number: 4 }, () => slices([8])));
  expect(fold(log).result()).toMatchObject({ generation: 2, entry: { number: 4 }, state: [bytes(8)] });
});

test('a reset begins a generation of its own and leaves the old state behind [E9]', () => {
  const first = new GenerationWriter<Entry>(MEANING, null, false, LIMITS);
  const log = first.recordsOf([bytes(1)], { number: 1 }, () => slices([2]));
  const second = new GenerationWriter<Entry>({ window: 'b2' }, fold(log).result(), true, LIMITS);
  log.push(...second.recordsOf([], { number: 1 }, () => slices([])));
  expect(fold(log).result()).toMatchObject({ generation: 2, meaning: { window: 'b2' }, state: [] });
});

test('a topic written by a newer version is refused [E9]', () => {
  const newer = [jsonRecord('g-start', { format: 2, generation: 1, meaning: {} })];
  expect(() => fold(newer)).toThrow(/format 2; this version of Millrace reads format 1/);
});

test('a record of somebody else is refused [E9]', () => {
  expect(() => recordKind(new TextEncoder().encode('hello'))).toThrow(/key hello/);
});

import { BIGINT, BOOLEAN, type ColumnType, DOUBLE, STRING, TIMESTAMP, type Value } from '@millrace/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Panes, StateValue } from '../contract/state.ts';
import { ByteSink } from './byte-sink.ts';
import { ByteSource } from './byte-source.ts';
import { JobState } from './job-state.ts';

const NUMBERS = [
  0,
  1,
  -1,
  63,
  64,
  -64,
  -65,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 50,
  2 ** 51 - 1,
  2 ** 51,
  -(2 ** 51) + 1,
  -(2 ** 51),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1e300,
  0.1,
  -0,
  Number.MIN_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

describe('packed state', () => {
  test('numbers come back as they were', () => {
    const sink = new ByteSink();
    for (const number of NUMBERS) sink.number(number);
    const source = new ByteSource(sink.take());
    expect(NUMBERS.map(() => source.number())).toEqual(NUMBERS);
    expect(source.atEnd).toBe(true);
  });

  test('a pane of small numbers takes a byte or two for each', () => {
    const sink = new ByteSink();
    for (const number of [5, -3, 1_000, 50_000]) sink.number(number);
    expect(sink.length).toBe(1 + 1 + 2 + 3);
  });

  const anyScalar: fc.Arbitrary<Value> = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.maxSafeInteger(),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', 'a\udc00b', '\udbff\udfff', 'ä€😀', '\u0000'),
    fc.uint8Array(),
  );
  const anyValue = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, anyScalar, fc.array(tie('value'))),
  })).value;

  test('values of every type come back, lists in lists and lone surrogates too', () => {
    fc.assert(
      fc.property(fc.array(anyValue), (values) => {
        const sink = new ByteSink();
        for (const value of values) sink.value(value);
        const source = new ByteSource(sink.take());
        expect(values.map(() => source.value())).toEqual(values);
        expect(source.atEnd).toBe(true);
      }),
    );
  });

  test('text is UTF-8', () => {
    const sink = new ByteSink();
    sink.string('aä€😀');
    expect([...sink.take()]).toEqual([10, ...new TextEncoder().encode('aä€😀')]);
  });

  test('bytes that are cut off are refused, not misread', () => {
    const sink = new ByteSink();
    for (const value of [1.5, 'text', 2n ** 70n, Uint8Array.of(1, 2)]) sink.value(value);
    const bytes = sink.take();
    for (let length = 0; length < bytes.length; length++) {
      const source = new ByteSource(bytes.subarray(0, length));
      expect(() => [1, 2, 3, 4].map(() => source.value())).toThrow('A record of the state topic ends too early.');
    }
  });

  test('a record of the layout before lists is read as it was [E9]', () => {
    const state = new JobState();
    state.contextOf('node').value('count', 0).set(7);
    const [record] = state.delta();
    const restored = new JobState();
    const value = restored.contextOf('node').value('count', 0);
    restored.apply((record as Uint8Array).with(0, 1));
    expect(value.get()).toBe(7);
  });

  test('a record of a newer layout is refused and says so [E9]', () => {
    const state = new JobState();
    state.contextOf('node').value('count', 0).set(1);
    const [record] = state.delta();
    expect(record?.[0]).toBe(2);
    expect(() => state.apply((record as Uint8Array).with(0, 3))).toThrow('The state was written by a newer Millrace');
    expect(() => state.apply((record as Uint8Array).with(0, 0))).toThrow('unknown layout 0');
  });
});

const KEYS: readonly ColumnType[] = [STRING, BIGINT, DOUBLE, BOOLEAN, TIMESTAMP];

/** A job's state with panes over one and over five key columns and a value. */
class Model {
  readonly state = new JobState();
  readonly one: Panes;
  readonly five: Panes;
  readonly value: StateValue;

  constructor() {
    const context = this.state.contextOf('node');
    this.one = context.panes('one', { keys: [BIGINT], accumulators: 1 });
    this.five = this.state.contextOf('other').panes('five', { keys: KEYS, accumulators: 3 });
    this.value = context.value('value', null);
  }

  static restored(records: readonly Uint8Array[]): Model {
    const model = new Model();
    for (const record of records) model.state.apply(record);
    return model;
  }

  put(panes: Panes, end: number, keys: readonly Value[], accumulators: readonly Value[]): void {
    const table = panes.table(end);
    const doubles = Float64Array.from(keys, (key, column) => panes.intern(column, key));
    const slot = keys.length === 1 ? table.slot1(doubles[0] as number) : table.slotN(doubles);
    accumulators.forEach((value, a) => {
      if (typeof value === 'number' && !Number.isNaN(value)) {
        table.clearAside(a, slot);
        (table.accumulators[a] as Float64Array)[slot] = value;
      } else if (value === null) {
        table.clearAside(a, slot);
        (table.accumulators[a] as Float64Array)[slot] = Number.NaN;
      } else table.setAside(a, slot, value);
    });
    table.touch(slot);
  }

  /** Everything that can be seen of the state, slots in their order. */
  seen(): unknown {
    return [this.value.get(), this.#panesSeen(this.one, 1, 1), this.#panesSeen(this.five, KEYS.length, 3)];
  }

  #panesSeen(panes: Panes, keys: number, accumulators: number): unknown {
    return panes.ends().map((end) => {
      const table = panes.table(end);
      const range = (n: number) => Array.from({ length: n }, (_, i) => i);
      const slots = range(table.size).map((slot) => [
        range(keys).map((c) => panes.keyValue(c, (table.keys[c] as Float64Array)[slot] as number)),
        range(accumulators).map((a) => {
          const value = (table.accumulators[a] as Float64Array)[slot] as number;
          return Number.isNaN(value) ? table.aside(a, slot) : value;
        }),
      ]);
      return [end, slots];
    });
  }
}

type Act =
  | { readonly act: 'one'; readonly end: number; readonly key: Value; readonly value: Value }
  | { readonly act: 'five'; readonly end: number; readonly keys: readonly Value[]; readonly values: readonly Value[] }
  | { readonly act: 'drop'; readonly end: number }
  | { readonly act: 'value'; readonly value: Value }
  | { readonly act: 'cut' | 'base' | 'restart' };

const ends = fc.constantFrom(-10, 0, 1.8e12);
const bigInts = fc.constantFrom<Value>(null, 1, Number.MAX_SAFE_INTEGER, 2n ** 60n, -(2n ** 63n));
const strings = fc.constantFrom<Value>(null, '', 'a', 'ä', '\ud800', 'zz');
const doubles = fc.constantFrom<Value>(null, 0, 0.5, 1 / 1024, Number.NaN, Number.POSITIVE_INFINITY, 3);
const booleans = fc.constantFrom<Value>(null, true, false);
const times = fc.constantFrom<Value>(null, -1, 1.8e12);
const held = fc.oneof(
  bigInts,
  strings.filter((value) => value !== null),
  fc.constant<Value>(Number.NaN),
);

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('one' as const), end: ends, key: bigInts, value: held }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('five' as const),
      end: ends,
      keys: fc.tuple(strings, bigInts, doubles, booleans, times),
      values: fc.tuple(held, held, held),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('drop' as const), end: ends }) },
  fc.record({ act: fc.constant('value' as const), value: fc.oneof(held, booleans) }),
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('cut' as const, 'base' as const, 'restart' as const) }) },
);

test('state restored from a base in steps and deltas is the live state, at every cut [W5] [E9]', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 60 }), fc.constantFrom(0, 0, 40, 1e9), (acts, stepBytes) => {
      let model = new Model();
      let log: Uint8Array[] = [];
      let opening: { readonly base: ReturnType<JobState['base']>; readonly log: Uint8Array[] } | null = null;
      for (const step of acts) {
        if (step.act === 'one') model.put(model.one, step.end, [step.key], [step.value]);
        else if (step.act === 'five') model.put(model.five, step.end, step.keys, step.values);
        else if (step.act === 'value') model.value.set(step.value);
        else if (step.act === 'drop') {
          model.one.drop(step.end);
          model.five.drop(step.end);
        } else {
          const delta = model.state.delta();
          log.push(...delta);
          if (step.act === 'base') opening ??= { base: model.state.base(), log: [] };
          if (opening !== null) {
            const { records, done } = opening.base.next(stepBytes);
            opening.log.push(...delta, ...records);
            if (done) {
              log = opening.log;
              opening = null;
            }
          }
          const restored = Model.restored(log);
          expect(restored.seen()).toEqual(model.seen());
          expect(restored.state.dirty).toBe(0);
          if (step.act === 'restart') {
            model = restored;
            opening = null;
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});

describe('what a cut writes', () => {
  test('nothing when nothing has changed, and nothing for a pane that opened and closed in between [G2] [E1]', () => {
    const model = new Model();
    expect(model.state.delta()).toEqual([]);
    model.put(model.one, 10, [1], [1]);
    expect(model.state.dirty).toBe(1);
    model.one.drop(10);
    expect(model.state.dirty).toBe(0);
    expect(model.state.delta()).toEqual([]);
    model.value.set(null);
    expect(model.state.delta()).toEqual([]);
  });

  test('an accumulator that is NULL again is NULL after a restart, whatever stood aside before [W5]', () => {
    const model = new Model();
    const log: Uint8Array[] = [];
    for (const value of [2n ** 60n, 5, 'text', null]) {
      model.put(model.one, 10, [1], [value]);
      log.push(...model.state.delta());
      expect(Model.restored(log).seen()).toEqual(model.seen());
    }
  });

  test('a key that came while a base was written keeps its place among those before it [W5]', () => {
    const model = new Model();
    for (const end of [10, 20]) model.put(model.one, end, [1], [end]);
    const log = model.state.delta();
    const base = model.state.base();
    const opening = [...base.next(1).records];
    model.put(model.one, 20, [2], [7]);
    const delta = model.state.delta();
    opening.push(...delta, ...base.next(1e9).records);
    expect(Model.restored(opening).seen()).toEqual(model.seen());
    expect(Model.restored([...log, ...delta]).seen()).toEqual(model.seen());
  });

  test('a slot that changed often is one entry', () => {
    const model = new Model();
    for (let i = 0; i < 100; i++) model.put(model.one, 10, [7], [i]);
    expect(model.state.dirty).toBe(1);
    expect(model.state.delta()).toHaveLength(1);
    expect(model.state.dirty).toBe(0);
  });

  test('records stay below 256 KB, and a pane of numbers takes about 16 bytes', () => {
    const model = new Model();
    const panes = 100_000;
    for (let i = 0; i < panes; i++) model.put(model.one, 1_800_000_000_000, [1_000 + i * 7], [i * 1_000]);
    for (const records of [model.state.delta(), model.state.base().next(1).records]) {
      expect(records.length).toBeGreaterThan(2);
      expect(Math.max(...records.map(({ length }) => length))).toBeLessThanOrEqual(256 << 10);
      expect(records.reduce((sum, { length }) => sum + length, 0) / panes).toBeLessThan(16);
      expect(Model.restored(records).seen()).toEqual(model.seen());
    }
  });

  test('a base gives a whole table in each step and ends by itself', () => {
    const model = new Model();
    for (const end of [10, 20, 30]) model.put(model.one, end, [1], [end]);
    model.state.delta();
    const base = model.state.base();
    const steps = [base.next(1), base.next(1), base.next(1), base.next(1)];
    expect(steps.map(({ records, done }) => [records.length, done])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [1, true],
    ]);
  });

  test('state of a node that is not in the plan any more is passed over', () => {
    const model = new Model();
    model.put(model.one, 10, [1], [1]);
    const state = new JobState();
    for (const record of model.state.delta()) state.apply(record);
    expect(state.delta()).toEqual([]);
  });
});

describe('a pane table', () => {
  test('finds each key again through growth; NaN equals NaN and −0 is 0 [L7]', () => {
    const { one } = new Model();
    const table = one.table(0);
    const keys = [0, Number.NaN, ...Array.from({ length: 5_000 }, (_, i) => (i + 1) / 1_024)];
    const slots = keys.map((key) => table.slot1(key));
    expect(slots).toEqual(keys.map((_, slot) => slot));
    expect(keys.map((key) => table.slot1(key))).toEqual(slots);
    expect(table.fresh).toBe(false);
    expect(table.slot1(-0)).toBe(0);
    const [otherNaN] = new Float64Array(BigUint64Array.of(0xfff8_0000_0000_0001n).buffer);
    expect(table.slot1(otherNaN as number)).toBe(1);
    expect(table.slot1(9e9)).toBe(keys.length);
    expect(table.fresh).toBe(true);
  });

  test('a table of half a million keys, whose index has parts, is the same table', () => {
    const model = new Model();
    const table = model.one.table(0);
    const count = 500_000;
    for (let i = 0; i < count; i++) {
      const slot = table.slot1(i * 7_919);
      (table.accumulators[0] as Float64Array)[slot] = i;
      table.touch(slot);
    }
    let wrong = 0;
    for (let i = 0; i < count; i++) wrong += Number(table.slot1(i * 7_919) !== i);
    expect([table.size, wrong, table.slot1(-1)]).toEqual([count, 0, count]);
    const restored = Model.restored(model.state.delta()).one.table(0);
    expect(restored.accumulators[0]?.subarray(0, count)).toEqual(table.accumulators[0]?.subarray(0, count));
  });

  test('keys of several columns are told apart, whichever column differs', () => {
    const { five } = new Model();
    const table = five.table(0);
    const seen = new Map<string, number>();
    for (let i = 0; i < 3_000; i++) {
      const keys = Float64Array.of(i % 3, i % 7, i % 11 === 0 ? Number.NaN : i % 11, 0, i % 5);
      const text = [...keys].join(' ');
      const slot = table.slotN(keys);
      expect(slot).toBe(seen.get(text) ?? seen.size);
      seen.set(text, slot);
    }
    expect(table.size).toBe(seen.size);
  });

  test('dictionaries are rebuilt when most of what they know is gone; live keys stay what they are', () => {
    const model = new Model();
    const keys = (i: number): Value[] => [`key ${i}`, 2n ** 60n + BigInt(i), null, true, 0];
    for (let i = 0; i < 20_000; i++) model.put(model.five, i < 10 ? 20 : 10, keys(i), [i, i, i]);
    const log = model.state.delta();
    model.five.drop(10);
    const seen = model.seen();
    log.push(...model.state.delta());
    expect(model.seen()).toEqual(seen);
    model.put(model.five, 20, keys(3), [-1, -1, -1]);
    model.put(model.five, 20, keys(50_000), [7, 7, 7]);
    log.push(...model.state.delta());
    expect(model.five.table(20).size).toBe(11);
    expect(Model.restored(log).seen()).toEqual(model.seen());
    expect(model.five.intern(0, 'new')).toBeLessThan(200);
  });
});

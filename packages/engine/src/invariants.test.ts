import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balance } from './balance.ts';
import { type JobDriver, type LogRecord, row } from './testing/job-driver.ts';
import { makeNumbering, makeWindow } from './testing/test-operators.ts';
import { windowed } from './testing/windowed.ts';

/** Rows with lateness, errors and drops in three partitions, a window behind a window, and a numbering that keeps a value. */
const record = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.integer({ min: 0, max: 80 }), fc.constantFrom('a', 'b', 'ä', '')).map(([t, k]) => row(t, k)),
  },
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, 'bad')),
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, 'drop')),
  fc.integer({ min: 0, max: 80 }).map((time) => row(time, null, 13)),
  fc.constant<LogRecord>({ value: '{' }),
  fc.constant(row(null)),
);
const logs = fc.array(fc.array(record, { maxLength: 14 }), { minLength: 3, maxLength: 3 });

function full(contents: readonly (readonly LogRecord[])[]): JobDriver {
  const driver = windowed({ eventTime: { maxOutOfOrderMs: 4 } }, 3, [
    { id: 'numbers', make: makeNumbering },
    { id: 'second', make: makeWindow(20), to: { out: [], late: [] } },
  ]);
  contents.forEach((log, p) => {
    driver.log(p).push(...log);
  });
  return driver.announce();
}

function result(driver: JobDriver) {
  driver.job.end('source');
  driver.run();
  const { entry } = driver.cut();
  const letters = driver.deadLetters.map(({ node, reason, position, value }) =>
    JSON.stringify([node, reason, position, new TextDecoder().decode(value ?? undefined)]),
  );
  return { out: driver.outputs, letters: letters.sort(), counters: entry.counters, watermarks: entry.watermarks };
}

function straight(contents: readonly (readonly LogRecord[])[]) {
  const driver = full(contents);
  for (const p of [0, 1, 2]) driver.feed(p);
  return result(driver.run());
}

const pieces = fc.array(
  fc.record({ p: fc.nat(2), most: fc.integer({ min: 0, max: 3 }), maxRows: fc.integer({ min: 1, max: 4 }) }),
  {
    maxLength: 40,
  },
);

test('fetch edges are invisible: rows, dead letters, watermarks and counters (laminardb#79) [W7] [Conservation]', () => {
  fc.assert(
    fc.property(logs, pieces, (contents, schedule) => {
      const driver = full(contents);
      for (const { p, most, maxRows } of schedule) {
        driver.feed(p, most);
        driver.job.run(maxRows);
        driver.tick(0);
      }
      for (const p of [2, 0, 1]) driver.feed(p);
      expect(result(driver.run())).toEqual(straight(contents));
    }),
  );
});

const acts = fc.array(fc.tuple(fc.constantFrom('feed', 'run', 'run', 'cut', 'cut', 'crash'), fc.nat(12)), {
  maxLength: 50,
});

test('crash and restore at any place give the same results (volga#169, FLINK-4616) [E2] [W5] [Conservation]', () => {
  fc.assert(
    fc.property(logs, acts, (contents, schedule) => {
      const driver = full(contents);
      for (const [act, n] of schedule) {
        if (act === 'cut') driver.cut();
        else if (act === 'crash') driver.crash().announce();
        else if (act === 'run') driver.job.run(n + 1);
        else for (const p of [0, 1, 2]) driver.feed(p, n);
      }
      for (const p of [0, 1, 2]) driver.feed(p);
      expect(result(driver.run())).toEqual(straight(contents));
    }),
    { numRuns: 300 },
  );
});

test('the sums agree at every cut [Conservation]', () => {
  fc.assert(
    fc.property(logs, (contents) => {
      const driver = full(contents);
      for (const p of [0, 1, 2]) driver.feed(p);
      do {
        const sums = balance(driver.cut().entry.counters, driver.plan);
        expect(sums.filter(({ holds }) => !holds)).toEqual([]);
        expect(sums.map(({ node }) => node)).toEqual(
          expect.arrayContaining(['source', 'pass', 'window', 'out', 'late']),
        );
      } while (driver.job.run(3));
      const { counters } = driver.cut().entry;
      const { in: rowsIn, assignments, late } = counters['window'] as Record<string, number>;
      expect((assignments as number) + (late as number)).toBe(rowsIn);
    }),
  );
});

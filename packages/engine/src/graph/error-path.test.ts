import { describe, expect, test } from 'vitest';
import { JobDriver, row } from '../testing/job-driver.ts';
import { makePass } from '../testing/test-operators.ts';
import { chain, type OperatorSettings, testOperator, testSink, testSource } from '../testing/test-plan.ts';
import { PASS, rows, windowed } from '../testing/windowed.ts';

describe('errors of rows', () => {
  const BAD = row(3, 'bad');

  test('a refused row is the dead letter of its record; the pipeline goes on [E8] [X3]', () => {
    const driver = windowed()
      .append(0, [row(1), BAD, row(12)])
      .run();
    const { entry } = driver.cut();
    expect(driver.deadLetters).toMatchObject([{ node: 'pass', reason: 'The key is bad.', position: { offset: 1 } }]);
    expect(entry.counters['pass']).toMatchObject({ in: 3, out: 2, errors: 1, firedErrors: 0 });
  });

  test('a row fired from state has no position: its dead letter holds it as JSON [E8] [X5]', () => {
    const driver = windowed()
      .append(0, [row(1, 'a', 13), row(12)])
      .run();
    const { entry } = driver.cut();
    const [letter] = driver.deadLetters;
    expect(letter).toMatchObject({ node: 'window', position: null, key: null, headers: null });
    expect(new TextDecoder().decode(letter?.value ?? undefined)).toBe('out [9,"a",1,13,0]');
    expect(entry.counters['window']).toMatchObject({ errors: 1, firedErrors: 1 });
  });

  test('a fired row that a later node refuses is kept as that node got it [E8]', () => {
    const second: OperatorSettings = { id: 'second', make: makePass };
    const relabel: OperatorSettings = {
      id: 'relabel',
      make: (context) => ({
        process(_, kind, values) {
          for (const key of ['fine', 'bad']) context.out[0]?.(kind, [values[0] ?? null, key]);
          context.fail('Twice is enough.');
        },
      }),
    };
    const driver = windowed({}, 1, [relabel, second]).append(0, rows(1, 12)).run();
    driver.cut();
    expect(driver.deadLetters.map(({ node, value }) => [node, new TextDecoder().decode(value ?? undefined)])).toEqual([
      ['second', 'out [9,"bad"]'],
      ['relabel', 'out [9,"a",1,1,0]'],
    ]);
    expect(driver.rows('out')).toEqual([[9, 'fine']]);
  });

  test('with a connected error port they are rows there and no dead letters [E8]', () => {
    const driver = new JobDriver({
      sources: [testSource({ to: ['pass'] })],
      operators: [testOperator({ ...PASS, to: { out: ['out'] }, errorsTo: ['errors'] })],
      sinks: [testSink('out'), testSink('errors')],
    });
    driver.append(0, [BAD]).run().cut();
    expect(driver.deadLetters).toEqual([]);
    expect(driver.rows('errors')).toEqual([['The key is bad.', 'pass', 'topic', 0, 0, null, null, BAD.value]]);
  });

  test('with onError stop the pipeline stops and names node and record [X3]', () => {
    const driver = new JobDriver(chain({}, [{ ...PASS, onError: 'stop' }])).append(0, [row(1), BAD]);
    expect(() => driver.run()).toThrow(
      'The key is bad. The row is topic[0] at offset 1. Node pass is set to stop the pipeline on an error.',
    );
  });
});

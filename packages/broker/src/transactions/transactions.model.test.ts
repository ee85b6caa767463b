import fc from 'fast-check';
import { test } from 'vitest';
import { type Step, TransactionModelRun } from './testing/model-run.ts';

const who = fc.nat(2);
const partition = fc.nat(2);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), who, partition }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('end' as const), who, isCommit: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('init' as const, 'continue', 'offsets'), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'full', 'room', 'allow'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refuse' as const), who, partition }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 1000, 30_000, 61_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      afterCalls: fc.nat(3),
      tornShare: fc.constantFrom(0, 0.5, 1),
    }),
  },
);

test('whatever fails and whenever it is killed, a transaction has one outcome everywhere, and who is fenced never succeeds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const run = new TransactionModelRun();
      for (const each of steps) run.step(each);
      run.finish();
    }),
    { numRuns: 300 },
  );
});

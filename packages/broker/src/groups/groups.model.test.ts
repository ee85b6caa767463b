import fc from 'fast-check';
import { test } from 'vitest';
import { GroupModelRun, type Step } from './testing/model-run.ts';

const who = fc.nat(3);
const PAUSES = [1, 499, 500, 500, 2000, 5000, 9999, 10_000, 60_000] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('join' as const), who, metadata: fc.constantFrom('a', 'a', 'b') }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constantFrom('sync' as const, 'sync', 'heartbeat', 'leave', 'commit'), who }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('cooperate' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(...PAUSES) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'full', 'room', 'room'), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      afterCalls: fc.nat(3),
      tornShare: fc.constantFrom(0, 0.5, 1),
    }),
  },
);

test('whatever members do and whenever the process stops, each request has one answer and each generation one assignment', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const run = new GroupModelRun();
      for (const each of steps) run.step(each);
      run.finish();
    }),
    { numRuns: 300 },
  );
});

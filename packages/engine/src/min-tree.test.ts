import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MinTree } from './min-tree.ts';

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

test('the least number and its lowest place are those of a scan [W2] [W7]', () => {
  const changes = fc.array(fc.tuple(fc.nat(16), value), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 17 }), changes, (count, sets) => {
      const tree = new MinTree(count, 0);
      const values = new Array<number>(count).fill(0);
      for (const [at, number] of sets) {
        const place = at % count;
        tree.set(place, number);
        values[place] = number;
        expect(tree.least).toBe(Math.min(...values));
        expect(tree.first).toBe(values.indexOf(Math.min(...values)));
        expect(tree.get(place)).toBe(number);
      }
    }),
  );
});

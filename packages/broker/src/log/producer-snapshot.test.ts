import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from './producer-snapshot.ts';

const int31 = fc.nat({ max: 2 ** 31 - 1 });
const offset = fc.nat({ max: 2 ** 40 });
const batch = fc.record({
  firstSequence: int31,
  lastSequence: int31,
  firstOffset: offset,
  lastOffset: offset,
  timestampMs: fc.integer({ min: -1 }),
});
const state = fc.record({
  producerId: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  epoch: fc.nat({ max: 32767 }),
  coordinatorEpoch: fc.integer({ min: -1 }),
  lastTimestampMs: fc.integer({ min: -1 }),
  lastSeenMs: offset,
  transactionStart: fc.oneof(fc.constant(-1), offset),
  batches: fc.array(batch, { maxLength: 5 }),
});

test('producers come back as they were; damaged bytes are no snapshot', () => {
  fc.assert(
    fc.property(fc.array(state), fc.nat(), (states, at) => {
      const bytes = encodeSnapshot(states);
      expect(decodeSnapshot(bytes)).toEqual(states);
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8((damaged[at % damaged.length] as number) ^ 0x40, at % damaged.length);
      expect(decodeSnapshot(damaged)).toBeNull();
      expect(decodeSnapshot(bytes.subarray(0, -1))).toBeNull();
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPipelineId, makePipelineId } from './pipeline-id.ts';

test('any twelve random bytes make an id', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => isPipelineId(makePipelineId(() => bytes))),
  );
});

test('every character of the alphabet occurs', () => {
  const ids = [0, 12, 24].map((first) =>
    makePipelineId((count) => Uint8Array.from({ length: count }, (_, i) => first + i)),
  );
  expect(new Set(ids.join('')).size).toBe(32);
});

test.each(['', 'k3v9q2m7xw4', 'k3v9q2m7xw4aa', 'K3V9Q2M7XW4A', 'k3v9q2m7xw4i', 'k3v9q2m7xw4u', 'k3v9q2m7xw4a\n'])(
  '%j is no id',
  (text) => {
    expect(isPipelineId(text)).toBe(false);
  },
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimeZone, type TimeZone, toUtcSeconds, UTC } from './time-zone.ts';
import { parseTimestamp } from './timestamp.ts';

const seconds = (text: string) => (parseTimestamp(text, 'TIMESTAMP') ?? Number.NaN) / 1000;
const zone = (name: string): TimeZone => {
  const found = parseTimeZone(name);
  if (found === null) throw new Error(`no zone ${name}`);
  return found;
};
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];

/** What the platform writes, asked afresh each time. */
function platformOffset(name: string, utcSeconds: number): number {
  const text = new Date(utcSeconds * 1000).toLocaleString('sv-SE', { timeZone: name });
  return seconds(text) - utcSeconds;
}

test.each(ZONES)('%s has the offsets of the platform', (name) => {
  const { min, max } = { min: seconds('1990-01-01 00:00:00'), max: seconds('2037-01-01 00:00:00') };
  const asked = zone(name);
  fc.assert(
    fc.property(fc.integer({ min, max }), (at) => {
      expect(asked.offsetAt(at)).toBe(platformOffset(name, at));
    }),
    { numRuns: 300 },
  );
});

describe('the change of the clock', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29 01:00:00', 3600, 7200],
    ['Europe/Berlin', '2026-10-25 01:00:00', 7200, 3600],
    ['America/New_York', '2026-03-08 07:00:00', -18_000, -14_400],
    ['Australia/Lord_Howe', '2026-04-04 15:00:00', 39_600, 37_800],
  ])('of %s at %s is found to the second', (name, utc, before, after) => {
    expect(zone(name).offsetAt(seconds(utc) - 1)).toBe(before);
    expect(zone(name).offsetAt(seconds(utc))).toBe(after);
  });

  test.each([
    ['a time left out is moved forward', '2026-03-29 02:30:00', '2026-03-29 01:30:00'],
    ['before the gap', '2026-03-29 01:59:59', '2026-03-29 00:59:59'],
    ['behind the gap', '2026-03-29 03:00:00', '2026-03-29 01:00:00'],
    ['of a time that occurs twice the first is meant', '2026-10-25 02:30:00', '2026-10-25 00:30:00'],
    ['behind the second', '2026-10-25 03:00:00', '2026-10-25 02:00:00'],
    ['far from a change', '2026-07-01 12:00:00', '2026-07-01 10:00:00'],
  ])('%s', (_, local, utc) => expect(toUtcSeconds(seconds(local), zone('Europe/Berlin'))).toBe(seconds(utc)));
});

test('a wall clock that exists comes back', () => {
  const { min, max } = { min: seconds('1990-01-01 00:00:00'), max: seconds('2037-01-01 00:00:00') };
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min, max }), (name, utc) => {
      const asked = zone(name);
      const local = utc + asked.offsetAt(utc);
      const back = toUtcSeconds(local, asked);
      expect(back + asked.offsetAt(back)).toBe(local);
      expect(back).toBeLessThanOrEqual(utc);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['+02:00', 7200],
  ['-05:30', -19_800],
  ['+18:00', 64_800],
])('%s is a fixed offset', (name, offset) => expect(zone(name).offsetAt(0)).toBe(offset));

test('unknown names are no zones, and UTC is one', () => {
  for (const name of ['Mars/Base', '', '+19:00', '+02:60', '2:00']) expect(parseTimeZone(name)).toBeNull();
  expect(parseTimeZone('UTC')).toBe(UTC);
});

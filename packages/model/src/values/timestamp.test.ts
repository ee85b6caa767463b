import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatTimestamp,
  MAX_TIMESTAMP_MS,
  MIN_TIMESTAMP_MS,
  parseTimestamp,
  type TimestampKind,
} from './timestamp.ts';

const anyMs = fc.oneof(
  fc.integer({ min: MIN_TIMESTAMP_MS, max: MAX_TIMESTAMP_MS }),
  fc.integer({ min: -4_000_000_000_000, max: 4_000_000_000_000 }),
  fc.constantFrom(MIN_TIMESTAMP_MS, MAX_TIMESTAMP_MS, -1, 0, 951_782_400_000),
);

test('a timestamp is written as the platform writes it', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      expect(formatTimestamp(ms, 'TIMESTAMP_LTZ', 'iso')).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 3000 },
  );
});

test('beyond the years of four digits a timestamp still has a text, as the platform orders its parts', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (ms) => {
      const platform = new Date(ms).toISOString().replace(/^([+-])0*(\d{4,}-)/, '$1$2');
      expect(formatTimestamp(ms, 'TIMESTAMP_LTZ', 'iso')).toBe(platform);
    }),
  );
});

test('with an offset it is read as the platform reads it', () => {
  const offset = fc.record({ sign: fc.constantFrom('+', '-'), hours: fc.nat(23), minutes: fc.nat(59) });
  fc.assert(
    fc.property(anyMs, offset, (ms, { sign, hours, minutes }) => {
      const two = (value: number) => String(value).padStart(2, '0');
      const text = `${formatTimestamp(ms, 'TIMESTAMP', 'iso')}${sign}${two(hours)}:${two(minutes)}`;
      const platform = Date.parse(text);
      const inRange = platform >= MIN_TIMESTAMP_MS && platform <= MAX_TIMESTAMP_MS;
      expect(parseTimestamp(text, 'TIMESTAMP_LTZ')).toBe(inRange ? platform : null);
    }),
    { numRuns: 3000 },
  );
});

test.each<readonly [TimestampKind, 'sql' | 'iso']>([
  ['TIMESTAMP', 'sql'],
  ['TIMESTAMP', 'iso'],
  ['TIMESTAMP_LTZ', 'sql'],
  ['TIMESTAMP_LTZ', 'iso'],
])('%s in %s format is read as it was written', (kind, format) => {
  fc.assert(fc.property(anyMs, (ms) => parseTimestamp(formatTimestamp(ms, kind, format), kind) === ms));
});

test('dates exist exactly when the platform knows them', () => {
  const date = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32));
  fc.assert(
    fc.property(date, ([year, month, day]) => {
      const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
        '-',
      );
      const platform = new Date(`${text}T00:00:00.000Z`);
      const exists = !Number.isNaN(platform.getTime()) && platform.toISOString().startsWith(text);
      expect(parseTimestamp(`${text} 00:00:00`, 'TIMESTAMP')).toBe(exists ? platform.getTime() : null);
    }),
    { numRuns: 3000 },
  );
});

describe('texts', () => {
  test.each<readonly [string, TimestampKind, number | null]>([
    ['2026-01-01 00:00:00', 'TIMESTAMP', 1_767_225_600_000],
    ['2026-01-01T00:00:00', 'TIMESTAMP', 1_767_225_600_000],
    ['2026-01-01 00:00:00.5', 'TIMESTAMP', 1_767_225_600_500],
    ['2026-01-01 00:00:00.0009999', 'TIMESTAMP', 1_767_225_600_000],
    ['1969-12-31 23:59:59.9999', 'TIMESTAMP', -1],
    ['2026-01-01 00:00:00Z', 'TIMESTAMP', null],
    ['2026-01-01T00:00:00+01:00', 'TIMESTAMP', null],
    ['2026-01-01 00:00:00Z', 'TIMESTAMP_LTZ', 1_767_225_600_000],
    ['2026-01-01T00:00:00.000Z', 'TIMESTAMP_LTZ', 1_767_225_600_000],
    ['2026-01-01T02:00:00+02:00', 'TIMESTAMP_LTZ', 1_767_225_600_000],
    ['2025-12-31T18:30:00-05:30', 'TIMESTAMP_LTZ', 1_767_225_600_000],
    ['2026-01-01 00:00:00', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00z', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00+0200', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00+24:00', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00+00:60', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00.Z', 'TIMESTAMP_LTZ', null],
    ['2026-01-01T00:00:00.000ZZ', 'TIMESTAMP_LTZ', null],
    ['2024-02-29 00:00:00', 'TIMESTAMP', 1_709_164_800_000],
    ['2025-02-29 00:00:00', 'TIMESTAMP', null],
    ['1900-02-29 00:00:00', 'TIMESTAMP', null],
    ['2000-02-29 00:00:00', 'TIMESTAMP', 951_782_400_000],
    ['2026-04-31 00:00:00', 'TIMESTAMP', null],
    ['2026-01-01 24:00:00', 'TIMESTAMP', null],
    ['2026-01-01 00:60:00', 'TIMESTAMP', null],
    ['2026-01-01 00:00:60', 'TIMESTAMP', null],
    ['0000-12-31 00:00:00', 'TIMESTAMP', null],
    ['0001-01-01T00:00:00+00:01', 'TIMESTAMP_LTZ', null],
    ['9999-12-31T23:59:59.999-00:01', 'TIMESTAMP_LTZ', null],
    ['2026-1-1 00:00:00', 'TIMESTAMP', null],
    ['2026-01-01 00:00', 'TIMESTAMP', null],
    ['2026-01-01', 'TIMESTAMP', null],
    [' 2026-01-01 00:00:00', 'TIMESTAMP', null],
    ['2026-01-01 00:00:00 ', 'TIMESTAMP', null],
    ['', 'TIMESTAMP', null],
  ])('%s as %s [T1]', (text, kind, ms) => {
    expect(parseTimestamp(text, kind)).toBe(ms);
  });

  test.each<readonly [TimestampKind, 'sql' | 'iso' | 'epoch-ms', string]>([
    ['TIMESTAMP', 'sql', '2026-01-01 00:00:00.000'],
    ['TIMESTAMP_LTZ', 'sql', '2026-01-01 00:00:00.000Z'],
    ['TIMESTAMP', 'iso', '2026-01-01T00:00:00.000'],
    ['TIMESTAMP_LTZ', 'iso', '2026-01-01T00:00:00.000Z'],
    ['TIMESTAMP_LTZ', 'epoch-ms', '1767225600000'],
  ])('%s in %s format is %s', (kind, format, text) => {
    expect(formatTimestamp(1_767_225_600_000, kind, format)).toBe(text);
  });
});

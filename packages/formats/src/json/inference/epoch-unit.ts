import { type Int, MAX_TIMESTAMP_MS, MIN_TIMESTAMP_MS, toPrecision } from '@millrace/model';
import { type EpochUnit, UNIT_DIGITS } from '../timestamp-reader.ts';

export const EPOCH_UNITS: readonly EpochUnit[] = ['s', 'ms', 'us', 'ns'];
const MILLIS = 3;
/** 1971-01-01: a smaller number of any unit says nothing of its unit. */
const LEAST_SECONDS = 31_536_000;
/** 1971-01-01 to 2100-01-01: what a person rather means. */
const PLAUSIBLE_MS = { from: 31_536_000_000, to: 4_102_444_800_000 };

/** The unit that the magnitude of a number speaks for (T3); null near 0, where it speaks for none. */
export function unitByMagnitude(value: Int): EpochUnit | null {
  const size = Math.abs(Number(value));
  if (size < LEAST_SECONDS) return null;
  if (size < 1e11) return 's';
  if (size < 1e14) return 'ms';
  return size < 1e17 ? 'us' : 'ns';
}

/** The milliseconds since 1970 that a number of a unit stands for; one with a fraction to the nearest. */
export function unitToMillis(value: Int, unit: EpochUnit): number {
  const digits = UNIT_DIGITS[unit];
  if (typeof value === 'number' && !Number.isInteger(value)) return Math.round(value * 10 ** (MILLIS - digits));
  return Number(toPrecision(value, digits, MILLIS));
}

export function isPlausible(ms: number): boolean {
  return ms >= PLAUSIBLE_MS.from && ms < PLAUSIBLE_MS.to;
}

/** Whether a TIMESTAMP can hold it. */
export function isTimestamp(ms: number): boolean {
  return ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS;
}

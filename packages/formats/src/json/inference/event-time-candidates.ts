import { formatTimestamp, isTimeType } from '@millrace/model';
import { type EpochUnit, UNIT_WORDS } from '../timestamp-reader.ts';
import type { SeenTime } from './column-tally.ts';
import { EPOCH_UNITS, isPlausible, isTimestamp, unitByMagnitude, unitToMillis } from './epoch-unit.ts';
import type { SeenRecord } from './json-inference.ts';
import { measureDisorder } from './measure-disorder.ts';
import type { EventTimeCandidate, TimeReading, TimeUnit } from './schema-inference.ts';
import type { DescribedColumn } from './summarize.ts';

/** Most of a column's values are times: nineteen in twenty. */
const MOST = 0.95;

/** A record with a time of its own or of a column. */
type Timed = { readonly record: SeenRecord; readonly ms: number };

/** Columns that can be the event time, and the records' own timestamps; the closest to those first (T1, T3). */
export function eventTimeCandidates(
  columns: readonly DescribedColumn[],
  records: readonly SeenRecord[],
): readonly EventTimeCandidate[] {
  const ofColumns = columns.flatMap(({ column, tally }) => {
    const { times } = tally;
    const isText = isTimeType(column.type);
    const own = times.filter((time) => time.isText === isText);
    if (own.length === 0 || own.length < column.values * MOST) return [];
    const found = isText ? textCandidate(own, records) : numberCandidate(own, records);
    return found === null ? [] : [{ column: column.name, ...found }];
  });
  return [...ofColumns, ...recordCandidate(records)].sort((a, b) => distance(a) - distance(b));
}

type Found = Omit<EventTimeCandidate, 'column'>;

function textCandidate(times: readonly SeenTime[], records: readonly SeenRecord[]): Found {
  const timed = times.map(({ record, value }) => ({ record: records[record] as SeenRecord, ms: Number(value) }));
  const reason = `${timed.length} ${timed.length === 1 ? 'text is a timestamp' : 'texts are timestamps'}.`;
  return found(records.length - timed.length, 0, [reading('text', timed, reason)], true);
}

/** A number's unit is that of its magnitude; another one beside it where all numbers make sense as that too. */
function numberCandidate(times: readonly SeenTime[], records: readonly SeenRecord[]): Found | null {
  const usable = times.filter(({ value }) => isTimestamp(unitToMillis(value, unitByMagnitude(value) ?? 's')));
  const large = usable.filter(({ value }) => unitByMagnitude(value) !== null);
  if (large.length === 0 || large.length < times.length * MOST) return null;
  const units = EPOCH_UNITS.map((unit) => readingsOf(unit, large, records)).filter((one) => one !== null);
  if (!units.some(({ plausible }) => plausible)) return null;
  const readings = units.map(({ made }) => made);
  return found(records.length - usable.length, usable.length - large.length, readings, units.length === 1);
}

/** Over all numbers where each makes sense as this unit, else over those whose magnitude speaks for it; null where none does. */
function readingsOf(unit: EpochUnit, times: readonly SeenTime[], records: readonly SeenRecord[]) {
  const timedOf = (some: readonly SeenTime[]) =>
    some.map(({ record, value }) => ({ record: records[record] as SeenRecord, ms: unitToMillis(value, unit) }));
  const speaking = times.filter(({ value }) => unitByMagnitude(value) === unit);
  const all = timedOf(times);
  if (all.every(isPlausibleTime))
    return { plausible: true, made: reading(unit, all, unitReason(unit, speaking.length, times.length, true)) };
  if (speaking.length === 0) return null;
  const timed = timedOf(speaking);
  const plausible = timed.every(isPlausibleTime);
  return { plausible, made: reading(unit, timed, unitReason(unit, speaking.length, times.length, plausible)) };
}

function isPlausibleTime({ ms }: Timed): boolean {
  return isPlausible(ms);
}

function unitReason(unit: EpochUnit, speaking: number, all: number, plausible: boolean): string {
  const words = `${UNIT_WORDS[unit]} since 1970`;
  if (speaking === 0) return `As ${words} all ${all} lie between 1971 and 2100, although their magnitude is another.`;
  const odd = plausible ? '' : ', although not all of them would lie between 1971 and 2100';
  return `${speaking} of ${all} numbers have the magnitude of ${words}${odd}.`;
}

/** `isSole`: no other unit is possible. */
function found(missing: number, nearZero: number, readings: readonly TimeReading[], isSole: boolean): Found {
  return { missing, nearZero, readings, proposed: isSole ? (readings[0]?.unit ?? null) : null };
}

function recordCandidate(records: readonly SeenRecord[]): readonly EventTimeCandidate[] {
  const timed = records.flatMap((record) => (record.timestampMs < 0 ? [] : [{ record, ms: record.timestampMs }]));
  if (timed.length === 0) return [];
  const made = reading('record', timed, `${timed.length} of ${records.length} records have a timestamp.`);
  return [{ column: null, ...found(records.length - timed.length, 0, [made], true) }];
}

function reading(unit: TimeUnit, timed: readonly Timed[], reason: string): TimeReading {
  const behind = timed.flatMap(({ record, ms }) => (record.timestampMs < 0 ? [] : [record.timestampMs - ms]));
  return {
    unit,
    reason,
    earliest: instant(least(timed.map(({ ms }) => ms))),
    latest: instant(most(timed.map(({ ms }) => ms))),
    disorder: measureDisorder(timed.map(({ record, ms }) => ({ ...record, ms }))),
    behindRecordMs: behind.length === 0 ? null : { least: least(behind), most: most(behind) },
  };
}

/** How far the times are from the records' own timestamps; the latter come behind all columns, being always at hand. */
function distance({ column, readings }: EventTimeCandidate): number {
  if (column === null) return Number.POSITIVE_INFINITY;
  const distances = readings.map(({ behindRecordMs }) =>
    behindRecordMs === null
      ? Number.MAX_VALUE
      : Math.max(Math.abs(behindRecordMs.least), Math.abs(behindRecordMs.most)),
  );
  return Math.min(...distances);
}

function instant(ms: number): string {
  return formatTimestamp(ms, 'TIMESTAMP_LTZ', 'iso');
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

import type { ColumnType, TimestampType } from '../../../values/column-type.ts';
import { multiplyInts } from '../../../values/integer.ts';
import { SECONDS_PER_DAY } from '../../../values/time-of-day.ts';
import { floorDivide, floorModulo, toPrecision, unitsPerSecond } from '../../../values/time-units.ts';
import type { Int } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { shown } from '../shown.ts';
import { parseLenientDate, parseLenientTime, parseLenientTimestamp } from './lenient-time.ts';
import type { Cast } from './make-cast.ts';

/** The day, of a point in time its day in UTC. */
export function castToDate(from: ColumnType): Cast | null {
  switch (from.kind) {
    case 'STRING':
      return read('DATE', '2026-01-31', parseLenientDate);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (value) => Number(floorDivide(value as Int, unitsPerDay(from.precision)));
    default:
      return null;
  }
}

/** The time of the day, with finer digits cut off. */
export function castToTime(from: ColumnType, precision: number): Cast | null {
  switch (from.kind) {
    case 'STRING':
      return read('TIME', '10:11:12', (text) => parseLenientTime(text, precision));
    case 'TIME':
      return (value) => toPrecision(value as Int, from.precision, precision);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (value) => toPrecision(floorModulo(value as Int, unitsPerDay(from.precision)), from.precision, precision);
    default:
      return null;
  }
}

/** A wall clock and a point in time become one another as UTC. */
export function castToTimestamp(from: ColumnType, { kind, precision }: TimestampType): Cast | null {
  switch (from.kind) {
    case 'STRING':
      return read(kind, '2026-01-31 10:11:12', (text) => parseLenientTimestamp(text, precision));
    case 'DATE':
      return (value) => multiplyInts(value as Int, unitsPerDay(precision));
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (value) => toPrecision(value as Int, from.precision, precision);
    default:
      return null;
  }
}

function unitsPerDay(precision: number): number {
  return SECONDS_PER_DAY * unitsPerSecond(precision);
}

function read(type: string, example: string, parse: (text: string) => Int | null): Cast {
  return (value) => {
    const found = parse(value as string);
    if (found !== null) return found;
    throw new EvaluationError(`${shown(value)} is no ${type}. A text such as '${example}' is.`);
  };
}

import { type Int, parseTimestamp } from '@millrace/model';
import { exactInteger } from '../exact-number.ts';
import { DistinctValues } from './distinct-values.ts';
import type { KindFacts } from './value-kind.ts';
import { type FirstPlace, type PlaceBudget, ValueShape } from './value-shape.ts';

/** A value that can be a time: a number of unknown unit, with a fraction a rounded one, or the milliseconds of a text. */
export type SeenTime = { readonly record: number; readonly value: Int; readonly isText: boolean };

/** What was seen of one column: the shape of its values, how many differ, and its times by record. */
export class ColumnTally {
  readonly shape: ValueShape;
  readonly distinct = new DistinctValues();
  readonly times: SeenTime[] = [];

  constructor(first: FirstPlace) {
    this.shape = new ValueShape(first);
  }

  /** `record`: the number of the record in this inference. */
  see(facts: KindFacts, partition: number, record: number): void {
    if (facts.kind === 'object' || facts.kind === 'array') return;
    this.distinct.add(`${facts.kind.endsWith('text') ? '"' : ''}${facts.canonical}`, partition);
    const time = timeOf(facts);
    if (time !== null) this.times.push({ record, ...time });
  }

  /** `shift`: what the numbers of the other's records rise by. */
  merge(other: ColumnTally, shift: number, mostFields: number, budget: PlaceBudget): void {
    this.shape.merge(other.shape, mostFields, budget);
    this.distinct.merge(other.distinct);
    for (const time of other.times) this.times.push({ ...time, record: time.record + shift });
  }
}

function timeOf({ kind, canonical }: KindFacts): Omit<SeenTime, 'record'> | null {
  switch (kind) {
    case 'timestamp':
      return textTime(parseTimestamp(canonical, 'TIMESTAMP'));
    case 'timestamp-ltz':
      return textTime(parseTimestamp(canonical, 'TIMESTAMP_LTZ'));
    case 'int':
    case 'bigint':
    case 'int-text':
    case 'bigint-text': {
      const value = exactInteger(canonical);
      return value === null || typeof value === 'string' ? null : { value, isText: false };
    }
    case 'decimal':
      return { value: Number(canonical), isText: false };
    default:
      return null;
  }
}

function textTime(value: number | null): Omit<SeenTime, 'record'> | null {
  return value === null ? null : { value, isText: true };
}

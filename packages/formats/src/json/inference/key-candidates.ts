import { isComparable, isTimeType } from '@millrace/model';
import type { KeyCandidate } from './schema-inference.ts';
import type { DescribedColumn } from './summarize.ts';

/**
 * The columns that could be keys: of a type with an order that is no DOUBLE, BOOLEAN or time, and of at least two values. First those
 * whose values stay in their partition, then those that are unique, then those of more values.
 */
export function keyCandidates(columns: readonly DescribedColumn[], partitions: number): readonly KeyCandidate[] {
  return columns
    .filter(({ column: { type } }) => isComparable(type) && !isTimeType(type) && !/DOUBLE|BOOLEAN/.test(type.kind))
    .map((described) => candidate(described, partitions))
    .filter(({ distinct }) => distinct.count > 1)
    .sort((a, b) => rank(b) - rank(a) || b.distinct.count - a.distinct.count);
}

function candidate({ column, tally }: DescribedColumn, partitions: number): KeyCandidate {
  const distinct = tally.distinct.count();
  const unique = distinct.exact && distinct.count === column.values;
  return {
    column: column.name,
    distinct,
    nulls: column.nulls + column.absent,
    unique,
    staysInPartition: unique || partitions < 2 ? null : tally.distinct.staysInPartition(),
  };
}

function rank({ unique, staysInPartition }: KeyCandidate): number {
  if (staysInPartition === true) return 2;
  return unique ? 1 : 0;
}

import type { ColumnType } from '../values/column-type.ts';
import type { Evaluate } from './typed-expression.ts';

/** Values of one type as those of a common type. Only BIGINT as DOUBLE needs work: it becomes the nearest double, as in Flink. */
export function converted(evaluate: Evaluate, from: ColumnType, to: ColumnType): Evaluate {
  if (to.kind !== 'DOUBLE' || from.kind !== 'BIGINT') return evaluate;
  return (row) => {
    const value = evaluate(row);
    return typeof value === 'bigint' ? Number(value) : value;
  };
}

import { compareStrings } from '../../values/compare-values.ts';
import type { Row, Value } from '../../values/value.ts';
import type { ComparisonOperator } from '../expression.ts';
import type { ScalarType } from '../scalar-type.ts';
import type { Evaluate, TypedComparison, TypedExpression } from '../typed-expression.ts';

export type Compare = (a: Value, b: Value) => boolean;

/** What holds of two values exactly when the operator does not; neither is NULL. */
export const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The operator when both sides change places. */
const FLIPPED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** TRUE, FALSE, or NULL where a side is NULL. */
export function compileComparison(typed: TypedComparison, left: Evaluate, right: Evaluate): Evaluate {
  const simple = columnAgainstNumber(typed);
  if (simple !== null) {
    const { column } = simple;
    const holds = compareColumn(simple, simple.operator);
    return (row) => (row[column] === null ? null : holds(row));
  }
  const compare = comparison(typed.left.type, typed.operator);
  return (row) => {
    const x = left(row);
    if (x === null) return null;
    const y = right(row);
    return y === null ? null : compare(x, y);
  };
}

/** Whether a comparison is TRUE, or with `wanted` false whether it is FALSE; of NULL it is neither. */
export function compileComparisonPredicate(
  typed: TypedComparison,
  left: Evaluate,
  right: Evaluate,
  wanted: boolean,
): (row: Row) => boolean {
  const simple = columnAgainstNumber(typed);
  if (simple !== null) return compareColumn(simple, wanted ? simple.operator : OPPOSITE[simple.operator]);
  const compare = comparison(typed.left.type, wanted ? typed.operator : OPPOSITE[typed.operator]);
  return (row) => {
    const x = left(row);
    if (x === null) return false;
    const y = right(row);
    return y !== null && compare(x, y);
  };
}

/** Of two values of one type, neither NULL. All but texts and doubles order as JavaScript orders them: one value has one representation. */
export function comparison(type: ScalarType, operator: ComparisonOperator): Compare {
  if (type.kind === 'STRING') return STRINGS[operator];
  return type.kind === 'DOUBLE' ? DOUBLES[operator] : EXACT[operator];
}

const STRINGS: Readonly<Record<ComparisonOperator, Compare>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => compareStrings(a as string, b as string) < 0,
  '<=': (a, b) => compareStrings(a as string, b as string) <= 0,
  '>': (a, b) => compareStrings(a as string, b as string) > 0,
  '>=': (a, b) => compareStrings(a as string, b as string) >= 0,
};

const EXACT: Readonly<Record<ComparisonOperator, Compare>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => (a as number) < (b as number),
  '<=': (a, b) => (a as number) <= (b as number),
  '>': (a, b) => (a as number) > (b as number),
  '>=': (a, b) => (a as number) >= (b as number),
};

/** NaN equals itself and is above all other numbers, as in PostgreSQL (X2). */
const DOUBLES: Readonly<Record<ComparisonOperator, Compare>> = {
  '=': Object.is,
  '<>': (a, b) => !Object.is(a, b),
  '<': (a, b) => (a as number) < (b as number) || (Number.isNaN(b) && !Number.isNaN(a)),
  '<=': (a, b) => (a as number) <= (b as number) || Number.isNaN(b),
  '>': (a, b) => (a as number) > (b as number) || (Number.isNaN(a) && !Number.isNaN(b)),
  '>=': (a, b) => (a as number) >= (b as number) || Number.isNaN(a),
};

/** A column beside a number, the commonest condition, needs no inner calls. */
type ColumnAgainstNumber = { readonly column: number; readonly operator: ComparisonOperator; readonly bound: number };

function columnAgainstNumber({ operator, left, right }: TypedComparison): ColumnAgainstNumber | null {
  return columnBeside(left, operator, right) ?? columnBeside(right, FLIPPED[operator], left);
}

function columnBeside(
  column: TypedExpression,
  operator: ComparisonOperator,
  literal: TypedExpression,
): ColumnAgainstNumber | null {
  if (column.kind !== 'column' || literal.kind !== 'literal' || typeof literal.value !== 'number') return null;
  return { column: column.index, operator, bound: literal.value };
}

/** Written so that NaN in the column is above every bound; a bound is never NaN. NULL makes none of them true. */
function compareColumn({ column, bound }: ColumnAgainstNumber, operator: ComparisonOperator): (row: Row) => boolean {
  switch (operator) {
    case '=':
      return (row) => row[column] === bound;
    case '<>':
      return (row) => row[column] !== null && row[column] !== bound;
    case '<':
      return (row) => row[column] !== null && (row[column] as number) < bound;
    case '<=':
      return (row) => row[column] !== null && (row[column] as number) <= bound;
    case '>':
      return (row) => row[column] !== null && !((row[column] as number) <= bound);
    case '>=':
      return (row) => row[column] !== null && !((row[column] as number) < bound);
  }
}

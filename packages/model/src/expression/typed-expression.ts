import type { ColumnType } from '../values/column-type.ts';
import type { Row, Value } from '../values/value.ts';
import type { ComparisonOperator, Expression, LogicOperator } from './expression.ts';
import type { ScalarType } from './scalar-type.ts';

/** Computes one value from a row. Throws an EvaluationError where the row has no result (X2, X3). */
export type Evaluate = (row: Row) => Value;

type Typed = {
  readonly type: ScalarType;
  /** Whether NULL can come out. */
  readonly nullable: boolean;
  /** As it was written, for messages. */
  readonly source: Expression;
};

/** An expression that was checked against columns: every part has its type, columns are positions, functions are found. */
export type TypedExpression =
  | TypedLiteral
  | TypedColumn
  | TypedNot
  | TypedComparison
  | TypedLogic
  | TypedTest
  | TypedComputed;

/** A whole expression: its value can be a column's. */
export type CheckedExpression = TypedExpression & { readonly type: ColumnType };

export type TypedLiteral = Typed & { readonly kind: 'literal'; readonly value: Value };
export type TypedColumn = Typed & { readonly kind: 'column'; readonly index: number };
export type TypedNot = Typed & { readonly kind: 'not'; readonly operand: TypedExpression };
/** Both sides have values of one kind, in one unit. */
export type TypedComparison = TypedPair & { readonly kind: 'comparison'; readonly operator: ComparisonOperator };
export type TypedLogic = TypedPair & { readonly kind: 'logic'; readonly operator: LogicOperator };
export type TypedTest = Typed & {
  readonly kind: 'test';
  readonly operand: TypedExpression;
  readonly test: 'NULL' | 'TRUE' | 'FALSE';
  readonly negated: boolean;
};
/** Everything else: what it is computed from, and how. */
export type TypedComputed = Typed & {
  readonly kind: 'computed';
  readonly parts: readonly TypedExpression[];
  readonly compile: (parts: readonly Evaluate[]) => Evaluate;
};

type TypedPair = Typed & { readonly left: TypedExpression; readonly right: TypedExpression };

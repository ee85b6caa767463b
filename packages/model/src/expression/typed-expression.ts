import type { ColumnType } from '../values/column-type.ts';
import type { Row, Value } from '../values/value.ts';
import type { ArithmeticOperator, ComparisonOperator, Expression, LogicOperator } from './expression.ts';
import type { FunctionDefinition } from './functions/function-definition.ts';

/** Computes one value from a row. Throws an EvaluationError where the row has no result (X2, X3). */
export type Evaluate = (row: Row) => Value;

type Typed = {
  readonly type: ColumnType;
  /** Whether NULL can come out. */
  readonly nullable: boolean;
  /** As it was written, for messages. */
  readonly source: Expression;
};

/** An expression that was checked against columns: every part has its type, columns are positions, functions are found. */
export type TypedExpression =
  | TypedLiteral
  | TypedColumn
  | TypedNegation
  | TypedNot
  | TypedArithmetic
  | TypedComparison
  | TypedLogic
  | TypedTest
  | TypedCall;

export type TypedLiteral = Typed & { readonly kind: 'literal'; readonly value: Value };
export type TypedColumn = Typed & { readonly kind: 'column'; readonly index: number };
export type TypedNegation = Typed & { readonly kind: 'negate'; readonly operand: TypedExpression };
export type TypedNot = Typed & { readonly kind: 'not'; readonly operand: TypedExpression };
export type TypedArithmetic = TypedPair & { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator };
export type TypedComparison = TypedPair & { readonly kind: 'comparison'; readonly operator: ComparisonOperator };
export type TypedLogic = TypedPair & { readonly kind: 'logic'; readonly operator: LogicOperator };
export type TypedTest = Typed & {
  readonly kind: 'test';
  readonly operand: TypedExpression;
  readonly test: 'NULL' | 'TRUE' | 'FALSE';
  readonly negated: boolean;
};
export type TypedCall = Typed & {
  readonly kind: 'call';
  readonly definition: FunctionDefinition;
  readonly arguments: readonly TypedExpression[];
};

type TypedPair = Typed & { readonly left: TypedExpression; readonly right: TypedExpression };

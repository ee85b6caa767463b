import type { TextRange } from '../issue.ts';
import type { ColumnType } from '../values/column-type.ts';
import type { Value } from '../values/value.ts';

/**
 * A scalar expression as it was written, not yet checked against columns. Parentheses are not kept: the shape of the tree says
 * what they said. Every node has its range in the text.
 */
export type Expression =
  | LiteralExpression
  | ColumnReference
  | Negation
  | NotExpression
  | BinaryExpression
  | TestExpression
  | CallExpression
  | BrokenExpression;

/** `type` is null for NULL, which takes the type that its place asks for. A negative number is one literal. */
export type LiteralExpression = {
  readonly kind: 'literal';
  readonly type: ColumnType | null;
  readonly value: Value;
  readonly range: TextRange;
};

export type ColumnReference = { readonly kind: 'column'; readonly name: string; readonly range: TextRange };
export type Negation = { readonly kind: 'negate'; readonly operand: Expression; readonly range: TextRange };
export type NotExpression = { readonly kind: 'not'; readonly operand: Expression; readonly range: TextRange };

export type BinaryExpression = {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly range: TextRange;
};

/** `IS [NOT] NULL`, `IS [NOT] TRUE`, `IS [NOT] FALSE`. */
export type TestExpression = {
  readonly kind: 'test';
  readonly operand: Expression;
  readonly test: 'NULL' | 'TRUE' | 'FALSE';
  readonly negated: boolean;
  readonly range: TextRange;
};

/** A function by its name in capitals. */
export type CallExpression = {
  readonly kind: 'call';
  readonly name: string;
  readonly nameRange: TextRange;
  readonly arguments: readonly Expression[];
  readonly range: TextRange;
};

/** What the parser could not read, with what it could read inside; never in an expression that was parsed without issues. */
export type BrokenExpression = {
  readonly kind: 'broken';
  readonly parts: readonly Expression[];
  readonly range: TextRange;
};

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type LogicOperator = 'AND' | 'OR';
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicOperator;

/** X6. */
export const MAX_EXPRESSION_LENGTH = 65_536;
export const MAX_EXPRESSION_DEPTH = 200;

/** The direct parts of an expression, as written. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'column':
      return [];
    case 'negate':
    case 'not':
    case 'test':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'call':
      return expression.arguments;
    case 'broken':
      return expression.parts;
  }
}

/** The names of the columns that an expression reads, each once, in the order of the text. */
export function columnsOf(expression: Expression): readonly string[] {
  const names = new Set<string>();
  const collect = (part: Expression): void => {
    if (part.kind === 'column') names.add(part.name);
    partsOf(part).forEach(collect);
  };
  collect(expression);
  return [...names];
}

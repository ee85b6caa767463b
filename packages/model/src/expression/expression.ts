import type { TextRange } from '../issue.ts';
import type { ColumnType } from '../values/column-type.ts';
import type { Value } from '../values/value.ts';
import type { CallClause } from './call-clause.ts';
import type { ScalarType } from './scalar-type.ts';

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
  | DistinctExpression
  | BetweenExpression
  | InExpression
  | LikeExpression
  | CaseExpression
  | CastExpression
  | FieldExpression
  | ElementExpression
  | ArrayExpression
  | CallExpression
  | BrokenExpression;

type Ranged = { readonly range: TextRange };
type Negatable = Ranged & { readonly operand: Expression; readonly negated: boolean };

/** `type` is null for NULL, which takes the type that its place asks for. A negative number is one literal. */
export type LiteralExpression = Ranged & {
  readonly kind: 'literal';
  readonly type: ScalarType | null;
  readonly value: Value;
};

export type ColumnReference = Ranged & { readonly kind: 'column'; readonly name: string };
export type Negation = Ranged & { readonly kind: 'negate'; readonly operand: Expression };
export type NotExpression = Ranged & { readonly kind: 'not'; readonly operand: Expression };

export type BinaryExpression = Ranged & {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
};

/** `IS [NOT] NULL`, `IS [NOT] TRUE`, `IS [NOT] FALSE`, `IS [NOT] UNKNOWN`, `IS [NOT] JSON`. */
export type TestExpression = Negatable & { readonly kind: 'test'; readonly test: Test };
export type Test = 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN' | 'JSON';

/** `left IS [NOT] DISTINCT FROM right`. */
export type DistinctExpression = Ranged & {
  readonly kind: 'distinct';
  readonly left: Expression;
  readonly right: Expression;
  readonly negated: boolean;
};

/** `operand [NOT] BETWEEN low AND high`, both ends inclusive. */
export type BetweenExpression = Negatable & {
  readonly kind: 'between';
  readonly low: Expression;
  readonly high: Expression;
};

/** `operand [NOT] IN (item, …)`. */
export type InExpression = Negatable & { readonly kind: 'in'; readonly items: readonly Expression[] };

/** `operand [NOT] LIKE pattern [ESCAPE escape]`, or SIMILAR TO in place of LIKE. */
export type LikeExpression = Negatable & {
  readonly kind: 'like';
  readonly operator: 'LIKE' | 'SIMILAR TO';
  readonly pattern: Expression;
  readonly escape: Expression | null;
};

/** `CASE [operand] WHEN when THEN result … [ELSE otherwise] END`. */
export type CaseExpression = Ranged & {
  readonly kind: 'case';
  readonly operand: Expression | null;
  readonly branches: readonly CaseBranch[];
  readonly otherwise: Expression | null;
};
export type CaseBranch = { readonly when: Expression; readonly result: Expression };

/** `CAST(operand AS target)`, or TRY_CAST, which gives NULL where CAST is an error of the row. */
export type CastExpression = Ranged & {
  readonly kind: 'cast';
  readonly operand: Expression;
  readonly target: CastTarget;
  readonly isTry: boolean;
};

/** `length` for CHAR(n) and VARCHAR(n): a STRING that is cut, or cut and filled with spaces. */
export type CastTarget = { readonly type: ColumnType; readonly length: TextLength | null };
export type TextLength = { readonly kind: 'CHAR' | 'VARCHAR'; readonly characters: number };

/** `operand.name`: a field of a ROW. */
export type FieldExpression = Ranged & {
  readonly kind: 'field';
  readonly operand: Expression;
  readonly name: string;
  readonly nameRange: TextRange;
};

/** `operand[index]`: an element of an ARRAY, from 1. */
export type ElementExpression = Ranged & {
  readonly kind: 'element';
  readonly operand: Expression;
  readonly index: Expression;
};

/** `ARRAY[element, …]`. */
export type ArrayExpression = Ranged & { readonly kind: 'array'; readonly elements: readonly Expression[] };

/** A function by its name in capitals; `clause` holds what its own syntax says beside the arguments. */
export type CallExpression = Ranged & {
  readonly kind: 'call';
  readonly name: string;
  readonly nameRange: TextRange;
  readonly arguments: readonly Expression[];
  readonly clause: CallClause | null;
};

/** What the parser could not read, with what it could read inside; never in an expression that was parsed without issues. */
export type BrokenExpression = Ranged & { readonly kind: 'broken'; readonly parts: readonly Expression[] };

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type LogicOperator = 'AND' | 'OR';
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicOperator | '||';

/** X6. */
export const MAX_EXPRESSION_LENGTH = 65_536;
export const MAX_EXPRESSION_DEPTH = 200;
export const MAX_IN_LIST = 10_000;

/** The direct parts of an expression, as written. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'column':
      return [];
    case 'negate':
    case 'not':
    case 'test':
    case 'cast':
    case 'field':
      return [expression.operand];
    case 'binary':
    case 'distinct':
      return [expression.left, expression.right];
    case 'between':
      return [expression.operand, expression.low, expression.high];
    case 'in':
      return [expression.operand, ...expression.items];
    case 'like':
      return present(expression.operand, expression.pattern, expression.escape);
    case 'case':
      return present(
        expression.operand,
        ...expression.branches.flatMap(({ when, result }) => [when, result]),
        expression.otherwise,
      );
    case 'element':
      return [expression.operand, expression.index];
    case 'array':
      return expression.elements;
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

function present(...parts: readonly (Expression | null)[]): readonly Expression[] {
  return parts.filter((part) => part !== null);
}

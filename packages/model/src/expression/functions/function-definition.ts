import type { Checker } from '../check/checker.ts';
import type { CallExpression } from '../expression.ts';
import type { TypedExpression } from '../typed-expression.ts';

/** Where documentation lists a function. */
export const FUNCTION_GROUPS = ['Numbers', 'Conditions', 'Texts', 'Times', 'JSON', 'Arrays', 'Bytes'] as const;
export type FunctionGroup = (typeof FUNCTION_GROUPS)[number];

/** An expression without columns, and its value as documentation shows it: as CAST to STRING writes it, or NULL. */
export type FunctionExample = readonly [expression: string, value: string];

/** A call whose arguments were checked. */
export type FunctionCall = {
  /** For reports. */
  readonly checker: Checker;
  readonly source: CallExpression;
  readonly arguments: readonly TypedExpression[];
};

/** A scalar function. */
export interface FunctionDefinition {
  /** In capitals. */
  readonly name: string;
  readonly group: FunctionGroup;
  /** As it is called, one for each form: `COALESCE(value, …)`. */
  readonly signatures: readonly string[];
  readonly summary: string;
  readonly examples: readonly FunctionExample[];
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Other names, as SQL has them. */
  readonly aliases?: readonly string[];
  /** The number of the arguments is right. Null where they do not fit, reported. */
  resolve(call: FunctionCall): TypedExpression | null;
}

import type { ColumnType } from '../../values/column-type.ts';
import type { Evaluate, TypedCall, TypedExpression } from '../typed-expression.ts';

/** What a call gives, or which argument is wrong and why. */
export type FunctionResult =
  | { readonly type: ColumnType; readonly nullable: boolean }
  | { readonly fault: string; readonly argument: number };

/** A scalar function. Arguments are checked for their number before `resolve` sees them; a bare NULL has the type of the others. */
export interface FunctionDefinition {
  /** In capitals. */
  readonly name: string;
  /** As documentation shows it: `COALESCE(value, …)`. */
  readonly signature: string;
  readonly summary: string;
  readonly minArguments: number;
  readonly maxArguments: number;
  resolve(args: readonly TypedExpression[]): FunctionResult;
  compile(call: TypedCall, args: readonly Evaluate[]): Evaluate;
}

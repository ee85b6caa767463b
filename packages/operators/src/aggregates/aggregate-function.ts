import type { Column, ColumnType } from '@millrace/model';
import type { Accumulator } from './accumulator.ts';

/** An aggregate function of the catalogue, by the name that documents use. */
export type AggregateFunction = {
  readonly fn: string;
  /** Whether `of` may be left out. */
  readonly ofIsOptional: boolean;
  /** The result for an input column (null: none), or null where the function does not take such a column. */
  resultOf(of: Column | null): AggregateResult | null;
  /** In words, which columns it takes: for the message when `resultOf` gives null. */
  readonly takes: string;
  /** `accumulator`: which accumulator column is its own. `of`: position of the input column, −1 for none. */
  make(accumulator: number, of: number, type: ColumnType | null): Accumulator;
};

export type AggregateResult = { readonly type: ColumnType; readonly nullable: boolean };

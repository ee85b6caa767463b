import type { PaneShape, Panes, RowOrigin } from '@millrace/engine';
import type { Column, ColumnType } from '@millrace/model';
import type { Accumulator } from './accumulator.ts';

/** An aggregate function of the catalogue, by the name that documents use. */
export type AggregateFunction = {
  readonly fn: string;
  /** Whether `of` may be left out. */
  readonly ofIsOptional: boolean;
  /**
   * The result for an input column (null: none), or null where the function does not take such a column. A result that may be out of
   * range is nullable whatever the column is: with `onError: null` it is NULL then (X3).
   */
  resultOf(of: Column | null): AggregateResult | null;
  /** In words, which columns it takes: for the message when `resultOf` gives null. */
  readonly takes: string;
  /** What `distinct` does to it: another result, none (as with the largest value), or nothing that has a meaning. */
  readonly distinct: 'matters' | 'indifferent' | 'refused';
  /** Which arguments it takes, and whether one must be given. */
  readonly args: Readonly<Partial<Record<keyof AggregateArgs, 'optional' | 'required'>>>;
  make(spec: AccumulatorSpec): Accumulator;
};

export type AggregateResult = { readonly type: ColumnType; readonly nullable: boolean };

/** The names of all arguments. */
export const AGGREGATE_ARGS = ['p', 'separator', 'limit'] as const satisfies readonly (keyof AggregateArgs)[];

/** `p`: which part of the values lies below a percentile, 0 to 1. `separator`: between texts. `limit`: most values to collect. */
export type AggregateArgs = {
  readonly p?: number | undefined;
  readonly separator?: string | undefined;
  readonly limit?: number | undefined;
};

/** What an aggregate has to work with. */
export type AccumulatorSpec = AccumulatorPlace & {
  /** Position and type of the input column; −1 and null for none. */
  readonly of: number;
  readonly type: ColumnType | null;
  /** Position of the event time (J6), −1 for none. */
  readonly time: number;
  /** Whether the input is a changelog, so that rows are taken back. */
  readonly retracts: boolean;
  readonly args: AggregateArgs;
};

/** Where an aggregate works. */
export type AccumulatorPlace = {
  /** The first of its accumulator columns. */
  readonly base: number;
  /** Where the row at hand was read (J6). */
  origin(): RowOrigin | null;
  /** Opens tables beside those of the panes, for what an aggregate must keep per slot. They go with the pane of their end. */
  beside(shape: PaneShape): Panes;
};

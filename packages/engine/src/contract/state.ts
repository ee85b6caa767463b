import type { ColumnType, Value } from '@millrace/model';

/**
 * Where an operator keeps everything that must survive a restart. The job sees what is dirty, writes deltas and restores.
 * A name is asked for once, when the operator is made.
 */
export interface StateContext {
  /** One typed table per window end; dropping an end drops everything in it. */
  panes(name: string, shape: PaneShape): Panes;
  /** A single value. */
  value(name: string, initial: Value): StateValue;
}

/** `keys`: the types of the key columns, in order. `accumulators`: how many accumulator columns a pane has. */
export type PaneShape = { readonly keys: readonly ColumnType[]; readonly accumulators: number };

export interface Panes {
  /** The table of a window end, made when it is new. */
  table(end: number): PaneTable;
  peek(end: number): PaneTable | undefined;
  drop(end: number): void;
  /** The ends that have a table, ascending. */
  ends(): number[];
  /** A key column's value as a double: numbers are themselves, strings and bigints an interned number, NULL is NaN. */
  intern(column: number, value: Value): number;
  /** The value that was interned. */
  keyValue(column: number, key: number): Value;
}

/**
 * Keys (as doubles) to slots, accumulators in typed columns. Slots are numbered by arrival, also after a restore, so that walking
 * 0 … size − 1 is a function of the input. An accumulator of NaN means "look aside": {@link aside} has the bigint, string or
 * NaN; without an entry it is NULL.
 */
export interface PaneTable {
  /** The window end of which it is the table. */
  readonly end: number;
  readonly size: number;
  /** Whether the last slot1 or slotN made its slot; its accumulators are NaN then. */
  readonly fresh: boolean;
  /** [key column][slot]; arrays are replaced when the table grows: read them anew after slot1 or slotN. */
  readonly keys: readonly Float64Array[];
  /** [accumulator][slot]; as keys. */
  readonly accumulators: readonly Float64Array[];
  slot1(key: number): number;
  slotN(keys: Float64Array): number;
  /** Marks the slot as changed since the last cut. */
  touch(slot: number): void;
  /** The exact value behind a NaN. */
  aside(accumulator: number, slot: number): Value;
  setAside(accumulator: number, slot: number, value: Value): void;
  clearAside(accumulator: number, slot: number): void;
}

export interface StateValue {
  get(): Value;
  set(value: Value): void;
}

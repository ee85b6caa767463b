import type { Row } from '@millrace/model';
import type { ChangeKind } from './change-kind.ts';
import type { StateContext } from './state.ts';

/** Sends a row to whatever is connected to an output port. */
export type Emit = (kind: ChangeKind, row: Row) => void;

/**
 * A node at work. It keeps all its state in `context.state` and sees no clock, no offsets, no cuts and no I/O.
 */
export interface Operator {
  /** One row on an input port. What is due at the watermark before the row has fired. */
  process(port: number, kind: ChangeKind, row: Row): void;
  /**
   * The node's watermark has reached a deadline that was asked for by `wakeAt`. Deadlines fire in ascending order; rows sent
   * here leave before the watermark that released them (O2).
   */
  onDeadline?(deadline: number): void;
  /** The n-th wall-clock tick, an element of the input like a row. */
  onInterval?(n: number): void;
  /** State was restored: ask for the deadlines again. */
  onRestore?(): void;
  /** The open panes, for `explain` (W6); in order of their end. */
  openPanes?(): readonly OpenPane[];
}

/** `rows`: rows counted in it so far. `start` and `end` in milliseconds of event time. */
export type OpenPane = { readonly start: number; readonly end: number; readonly rows: number; readonly keys: number };

/** Where a row comes from: a partition of its topic and the offset there. */
export type RowOrigin = { readonly partition: number; readonly position: number };

/** What an operator is given when it is made. */
export interface OperatorContext {
  readonly state: StateContext;
  /** By the order of the output ports in the node's spec, `error` excluded. */
  readonly out: readonly Emit[];
  /** The node's watermark before the row at hand; −Infinity before the first. */
  watermark(): number;
  /** Where the row at hand was read, to be looked at once: null for a row that was fired from state (J6). */
  origin(): RowOrigin | null;
  /** Asks for `onDeadline(deadline)`; asking again for the same deadline changes nothing. */
  wakeAt(deadline: number): void;
  /**
   * Sends the row at hand, or for a row fired from state the given one, to the node's error output with the reason (X3, X5, E8).
   * With the node setting `stop` it throws {@link PipelineStopped}.
   */
  fail(reason: string, firedRow?: Row): void;
  /** Adds to one of the node's counters (Conservation). */
  count(counter: OperatorCounter, n: number): void;
}

/**
 * `filtered`: rows dropped by a condition. `late`: rows of which at least one assignment was late. `lateAssignments`: (row, window)
 * pairs that were late (L2). `assignments`: pairs counted in a window. `inNoWindow`: rows that fall between windows (A1).
 * `retracted`: pairs taken back by a change of their own row.
 */
export type OperatorCounter = 'filtered' | 'late' | 'lateAssignments' | 'assignments' | 'inNoWindow' | 'retracted';

/** A node with the setting `onError: stop` met an error. */
export class PipelineStopped extends Error {
  readonly node: string;
  constructor(node: string, reason: string) {
    super(`${reason} Node ${node} is set to stop the pipeline on an error.`);
    this.name = 'PipelineStopped';
    this.node = node;
  }
}

import type { OperatorCounter } from '@millrace/engine';
import type { Column, ColumnType, OnError, Row } from '@millrace/model';
import type { TableEntry } from './table-row.ts';

/**
 * One row of a table of cases: what goes in, in order, and what must come out on each port. Rows between two elements of
 * other kinds are a segment: they are in their partitions' logs at once, and W7 decides in which order they are taken.
 */
export type OperatorCase = {
  readonly title: string;
  /** As in a document: defaults are filled in by the schema. */
  readonly config: unknown;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Name of the event-time column; null for a timeless input. */
  readonly time: string | null;
  readonly maxOutOfOrderMs?: number;
  readonly idleTimeoutMs?: number;
  /** 1 by default. */
  readonly partitions?: number;
  readonly onError?: OnError;
  readonly elements: readonly CaseElement[];
  /** Whether the result, as a multiset, depends on no order inside the allowed disorder. */
  readonly orderFree?: boolean;
  readonly expect: CaseExpectation;
};

/** A row of partition 0; a row of another; a tick of the wall clock; a partition declared idle (W3); the end of the source. */
export type CaseElement =
  | Row
  | { readonly partition: number; readonly row: TableEntry }
  | { readonly tickMs: number }
  | { readonly idle: number }
  | 'end';

/** Rows by output port, in order; ports that are left out are empty. */
export type CaseExpectation = {
  readonly out?: readonly Row[];
  readonly late?: readonly Row[];
  readonly errors?: readonly CaseError[];
  readonly counters?: Readonly<Partial<Record<OperatorCounter, number>>>;
  /** The pipeline stops, with this in the message. */
  readonly stops?: string;
};

/** What left on `error`: the offset of the record, or the row that was fired from state. */
export type CaseError = { readonly reason: string; readonly offset: number | null; readonly row?: Row };

export function columnsOf(columns: Readonly<Record<string, ColumnType>>): readonly Column[] {
  return Object.entries(columns).map(([name, type]) => ({ name, type, nullable: true }));
}

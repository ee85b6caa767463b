import type { Column } from '@millrace/model';
import type { Decoder } from './decoder.ts';
import type { Encoder, RowWriter } from './encoder.ts';
import type { Operator, OperatorContext } from './operator.ts';

/** What a job runs: made by `plan` from formats, operators and connectors. Node ids are the keys of the document. */
export type ExecutablePlan = {
  readonly sources: readonly SourcePlan[];
  /** In an order in which every edge goes forward. */
  readonly operators: readonly OperatorPlan[];
  readonly sinks: readonly SinkPlan[];
};

/** An edge's end: the id of an operator or sink and the number of its input port. */
export type Target = { readonly node: string; readonly port: number };

/** Where event time comes from (T1). */
export type EventTime = {
  /** Position of the column; or 'record': the record's timestamp, which the job appends to the decoded row as its last column. */
  readonly from: number | 'record';
  /** W1, milliseconds. */
  readonly maxOutOfOrderMs: number;
  /** W3, milliseconds; Infinity for never. */
  readonly idleTimeoutMs: number;
  /** T5, milliseconds; Infinity for never. */
  readonly maxFutureSkewMs: number;
  readonly futurePolicy: 'quarantine' | 'clamp' | 'accept';
  /** L6. */
  readonly closeWhenQuiet: boolean;
};

export type SourcePlan = {
  readonly id: string;
  readonly topic: string;
  readonly columns: readonly Column[];
  readonly decoder: Decoder;
  /** null: a source without event time; it takes no part in watermarks and its rows are taken at once. */
  readonly eventTime: EventTime | null;
  readonly out: readonly Target[];
  /** What is connected to the error port; empty: the dead-letter topic. */
  readonly errors: readonly Target[];
};

export type OperatorPlan = {
  readonly id: string;
  readonly inputs: number;
  make(context: OperatorContext): Operator;
  /** By output port, `error` excluded. */
  readonly outputs: readonly OutputPlan[];
  readonly onError: 'port' | 'null' | 'stop';
  readonly errors: readonly Target[];
  /** How long the outgoing watermark stays behind the node's own, milliseconds (O2). */
  readonly watermarkHoldMs: number;
};

export type OutputPlan = {
  readonly port: string;
  readonly targets: readonly Target[];
  /** Writes a row of the node that was fired from state, for its dead letter. */
  readonly writer: RowWriter;
};

export type SinkPlan = {
  readonly id: string;
  readonly topic: string;
  readonly encoder: Encoder;
  /** Position of the event-time column of the input; −1: records carry the time of the cut. */
  readonly time: number;
  /** Its units: 10^−timePrecision s. */
  readonly timePrecision: number;
};

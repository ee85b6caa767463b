import type { StartChoices } from './start-decision.ts';

/** Everything a worker needs to run one task: plain data, since it crosses a thread. */
export type TaskSpec = {
  /** The running revision's text. */
  readonly document: string;
  /** Values of the document's parameters that replace its own. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly namespace: string;
  readonly id: string;
  readonly broker: { readonly host: string; readonly port: number };
  readonly task: { readonly kind: 'process' } | { readonly kind: 'ingest'; readonly node: string };
  readonly choices: StartChoices;
  /** What each topic takes as one batch (max.message.bytes). */
  readonly maxMessageBytes: Readonly<Record<string, number>>;
  /** Null: run until told to stop. */
  readonly end: TaskEnd | null;
};

/**
 * Where a run with an end stops. `until`: by source and partition, the offsets that were the ends when the run began. An ingest task
 * stops when it has brought in what was due at `dueMs`. `flush` ends the inputs there (W = +∞).
 */
export type TaskEnd = {
  readonly until: Readonly<Record<string, readonly number[]>>;
  readonly dueMs: number;
  readonly flush: boolean;
};

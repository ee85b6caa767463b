import type { DownMessage, PipelineSummary } from '@millrace/live';
import { create } from 'zustand';
import { type LinkState, LiveClient } from './live-client.ts';
import { liveNumbers } from './live-numbers.ts';
import { foldRows, NO_ROWS, type ResultRows } from './result-rows.ts';

/** Slow things that React shows of a run: tasks, which nodes wait, how many rows were late. Numbers that move go past it. */
export type RunStatus = {
  readonly waiting: ReadonlySet<string>;
  readonly deadLetters: number;
  readonly hasGauges: boolean;
};

type RunState = {
  readonly link: LinkState;
  readonly kafka: string;
  /** Null until the service has told them. */
  readonly pipelines: readonly PipelineSummary[] | null;
  readonly status: RunStatus;
  /** By live view. */
  readonly results: ReadonlyMap<string, ResultRows>;
  readonly deadLetters: ResultRows;
};

const NO_STATUS: RunStatus = { waiting: new Set(), deadLetters: 0, hasGauges: false };

/** What the service tells; written by the one socket client below. */
export const useRun = create<RunState>(() => ({
  link: { open: false, lostAtMs: null, retryAtMs: null },
  kafka: '',
  pipelines: null,
  status: NO_STATUS,
  results: new Map(),
  deadLetters: NO_ROWS,
}));

const address = `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/api/live`;
const client = new LiveClient(address, (link) => useRun.setState({ link }));

/** Opens the connection and listens to the list of pipelines. */
export function connectToService(): void {
  client.subscribe({ kind: 'service' }, (message) => {
    if (message.type === 'service') useRun.setState({ pipelines: message.pipelines, kafka: message.kafka });
  });
  client.connect();
}

export function retryNow(): void {
  client.connect();
}

/** Follows a pipeline's numbers and dead letters until the function that is given back is called. */
export function followPipeline(pipeline: string): () => void {
  useRun.setState({ status: NO_STATUS, results: new Map(), deadLetters: NO_ROWS });
  const ends = [
    client.subscribe({ kind: 'gauges', pipeline }, onGauges),
    client.subscribe({ kind: 'dead-letters', pipeline, after: null }, (message) => {
      if (message.type !== 'rows') return;
      useRun.setState(({ deadLetters }) => ({ deadLetters: foldRows(deadLetters, message.rows) }));
    }),
  ];
  return () => {
    for (const end of ends) end();
    liveNumbers.clear();
  };
}

/** Follows the rows of a live view. */
export function followView(pipeline: string, node: string): () => void {
  return client.subscribe({ kind: 'rows', pipeline, node, after: null }, (message) => {
    if (message.type !== 'rows') return;
    useRun.setState(({ results }) => ({
      results: new Map(results).set(node, foldRows(results.get(node) ?? NO_ROWS, message.rows)),
    }));
  });
}

function onGauges(message: DownMessage): void {
  if (message.type !== 'gauges') return;
  if (message.gauges === null) liveNumbers.clear();
  else liveNumbers.apply(message.gauges);
  const status = statusOf();
  if (!sameStatus(status, useRun.getState().status)) useRun.setState({ status });
}

function statusOf(): RunStatus {
  const { gauges } = liveNumbers;
  if (gauges === null) return NO_STATUS;
  const waiting = Object.entries(gauges.windows).filter(([, { nextClose, holder }]) => {
    const isHeld = holder.kind === 'all-idle' || (holder.kind === 'partition' && isSilent(holder.why));
    return nextClose !== null && isHeld;
  });
  const deadLetters = ['dead', 'quarantined', 'errors'].reduce(
    (sum, counter) => sum + (gauges.counters[counter] ?? []).reduce<number>((all, one) => all + (one ?? 0), 0),
    0,
  );
  return { waiting: new Set(waiting.map(([node]) => node)), deadLetters, hasGauges: true };
}

/** Rows that come at least this often hold nothing up. */
const SILENT_MS = 5_000;

function isSilent(why: { readonly kind: string; readonly silentForMs?: number }): boolean {
  return why.kind === 'open-transaction' || (why.silentForMs ?? 0) >= SILENT_MS;
}

function sameStatus(a: RunStatus, b: RunStatus): boolean {
  return (
    a.deadLetters === b.deadLetters &&
    a.hasGauges === b.hasGauges &&
    a.waiting.size === b.waiting.size &&
    [...a.waiting].every((node) => b.waiting.has(node))
  );
}

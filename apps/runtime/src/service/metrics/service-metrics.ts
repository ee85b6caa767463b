import type { RunState } from '@millrace/live';
import type { RunView } from '../runs/run-view.ts';
import { type Metric, prometheusText, type Sample } from './prometheus-text.ts';

const STATES: readonly RunState[] = ['stopped', 'starting', 'running', 'retrying', 'stopping', 'failed', 'question'];

export type MeasuredService = {
  readonly pipelines: readonly { readonly name: string; readonly view: RunView }[];
  readonly clients: number;
  readonly bytesInFlight: number;
};

/**
 * The text of /metrics. Numbers of pipelines are gauges, since they may step back when a task restores (E7); a counter that steps
 * back would look like a restart from zero.
 */
export function serviceMetrics({ pipelines, clients, bytesInFlight }: MeasuredService): string {
  const running = pipelines.flatMap(({ name, view: { progress } }) =>
    progress === null ? [] : [{ pipeline: name, ...progress.numbers }],
  );
  const metrics: Metric[] = [
    gauge('millrace_pipelines', 'Pipelines by state.', byState(pipelines)),
    gauge(
      'millrace_node_rows',
      'Rows of a node by counter, totals of its state.',
      running.flatMap(({ pipeline, job }) =>
        Object.entries(job.counters).flatMap(([node, counters]) =>
          Object.entries(counters).map(([counter, value]) => ({ labels: { pipeline, node, counter }, value })),
        ),
      ),
    ),
    gauge(
      'millrace_source_lag',
      'Readable records that are not committed.',
      running.flatMap(({ pipeline, sources }) =>
        sources.map(({ id, behind }) => ({ labels: { pipeline, source: id }, value: behind })),
      ),
    ),
    gauge(
      'millrace_source_blocked',
      'Offsets behind open transactions.',
      running.flatMap(({ pipeline, sources }) =>
        sources.map(({ id, blocked }) => ({ labels: { pipeline, source: id }, value: blocked })),
      ),
    ),
    gauge(
      'millrace_last_commit_seconds',
      'How long the last commit took.',
      running.map(({ pipeline, lastCommitMs }) => ({ labels: { pipeline }, value: lastCommitMs / 1_000 })),
    ),
    gauge('millrace_live_clients', 'Connected pages.', [{ value: clients }]),
    gauge('millrace_live_bytes_in_flight', 'Bytes on their way to pages, not acknowledged.', [
      { value: bytesInFlight },
    ]),
  ];
  return prometheusText(metrics);
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

function byState(pipelines: MeasuredService['pipelines']): Sample[] {
  return STATES.map((state) => ({
    labels: { state },
    value: pipelines.filter(({ view }) => view.state === state).length,
  }));
}

import { expect, test } from 'vitest';
import { STOPPED } from '../runs/run-view.ts';
import { prometheusText } from './prometheus-text.ts';
import { serviceMetrics } from './service-metrics.ts';

test('labels and help are escaped as the format says', () => {
  const samples = [{ labels: { a: 'x"y\\z\n' }, value: 2n ** 60n }, { value: 0.5 }];
  expect(prometheusText([{ name: 'm', type: 'counter', help: 'a\\b\nc', samples }])).toBe(
    '# HELP m a\\\\b\\nc\n# TYPE m counter\nm{a="x\\"y\\\\z\\n"} 1152921504606846976\nm 0.5\n',
  );
});

test('pipelines by state, rows by node and counter, lag by source, clients and their bytes', () => {
  const numbers = {
    cut: 1,
    commits: 1,
    lastCommitMs: 8,
    windows: {},
    job: { counters: { orders: { read: 7 } }, sources: {}, watermarks: {} },
    sources: [{ id: 'orders', topic: 't', behind: 3n, blocked: 1n }],
  };
  const text = serviceMetrics({
    pipelines: [
      { name: 'shop', view: { ...STOPPED, state: 'running', progress: { atMs: 1, numbers } } },
      { name: 'old', view: STOPPED },
    ],
    clients: 2,
    bytesInFlight: 512,
  });
  for (const line of [
    'millrace_pipelines{state="running"} 1',
    'millrace_pipelines{state="stopped"} 1',
    'millrace_pipelines{state="failed"} 0',
    'millrace_node_rows{pipeline="shop",node="orders",counter="read"} 7',
    'millrace_source_lag{pipeline="shop",source="orders"} 3',
    'millrace_source_blocked{pipeline="shop",source="orders"} 1',
    'millrace_last_commit_seconds{pipeline="shop"} 0.008',
    'millrace_live_clients 2',
    'millrace_live_bytes_in_flight 512',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

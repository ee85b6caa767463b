import type { Explanation, JobProgress } from '@millrace/engine';
import { type Gauges, type LiveExplanation, type SourceGauges, toEventTime } from '@millrace/live';
import type { SourceLag, TaskProgress, WindowProgress } from '../../tasks/task-report.ts';
import type { RunView } from './run-view.ts';

/** The numbers of a run as a message carries them; null while it is stopped. */
export function toGauges({ state, tasks, run, restores, progress }: RunView): Gauges | null {
  if (state === 'stopped') return null;
  return {
    epoch: `${run}.${restores}`,
    atMs: progress?.atMs ?? 0,
    tasks: [...tasks],
    ...(progress === null ? NOTHING : numbersOf(progress.numbers, state === 'running' || state === 'stopping')),
  };
}

type Numbers = Omit<Gauges, 'epoch' | 'atMs' | 'tasks'>;

const NOTHING: Numbers = {
  cut: 0,
  nodes: [],
  counters: {},
  watermarks: {},
  sources: {},
  windows: {},
  commits: 0,
  lastCommitMs: 0,
};

/** `runs`: whether anything closes windows at present. */
function numbersOf({ job, sources, windows, cut, commits, lastCommitMs }: TaskProgress, runs: boolean): Numbers {
  const nodes = Object.keys(job.counters);
  return {
    cut,
    nodes,
    counters: columnsOf(nodes, job.counters),
    watermarks: mapValues(job.watermarks, toEventTime),
    sources: Object.fromEntries(sources.map((lag) => [lag.id, sourceGauges(lag, job.sources[lag.id])])),
    windows: mapValues(windows, (window) => (runs ? explanationOf(window) : stoodStill(explanationOf(window)))),
    commits,
    lastCommitMs,
  };
}

/** One array per counter instead of one object per node. */
function columnsOf(nodes: readonly string[], counters: JobProgress['counters']): Gauges['counters'] {
  const names = new Set(nodes.flatMap((node) => Object.keys(counters[node] ?? {})));
  return Object.fromEntries([...names].map((name) => [name, nodes.map((node) => counters[node]?.[name] ?? null)]));
}

function sourceGauges(lag: SourceLag, source: JobProgress['sources'][string] | undefined): SourceGauges {
  const partitions = source?.partitions ?? [];
  return {
    topic: lag.topic,
    watermark: toEventTime(source?.watermark ?? Number.NEGATIVE_INFINITY),
    behind: String(lag.behind),
    blocked: String(lag.blocked),
    partitions: partitions.map((one) => ({ ...one, maxTime: toEventTime(one.maxTime) })),
    partitionCount: partitions.length,
  };
}

function explanationOf({ explanation, openPanes, openRows, sentence }: WindowProgress): LiveExplanation {
  const { watermark, holder, nextClose, open } = explanation;
  return {
    watermark: toEventTime(watermark),
    holder: holderOf(holder),
    nextClose: nextClose === null ? null : { ...nextClose, missingMs: finiteOrNull(nextClose.missingMs) },
    open: [...open],
    openPanes,
    openRows,
    sentence,
  };
}

const STANDS_STILL = 'The pipeline does not run at this moment, so no window closes. Its state says what it waits for.';

/** Without a task no distance to the closing counts down. */
function stoodStill(explanation: LiveExplanation): LiveExplanation {
  const { nextClose } = explanation;
  return {
    ...explanation,
    nextClose: nextClose === null ? null : { ...nextClose, missingMs: null },
    sentence: STANDS_STILL,
  };
}

function holderOf(holder: Explanation['holder']): LiveExplanation['holder'] {
  if (holder.kind !== 'partition') return holder;
  const { why } = holder;
  return why.kind === 'event-time'
    ? { ...holder, why: { ...why, maxTime: toEventTime(why.maxTime) } }
    : { ...holder, why };
}

/** Without a watermark any distance to it is infinite. */
function finiteOrNull(n: number): number | null {
  return Number.isFinite(n) ? n : null;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

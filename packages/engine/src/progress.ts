import type { JobProgress, SourceProgress } from './contract/job.ts';
import type { RunningGraph } from './graph/running-graph.ts';
import type { SourceNode } from './graph/source-node.ts';

/** Gauges of a running graph: progress in the sense of E7. */
export function progressOf(graph: RunningGraph, counters: JobProgress['counters']): JobProgress {
  return {
    counters,
    sources: Object.fromEntries(graph.sources.map((source) => [source.plan.id, sourceProgress(source)])),
    watermarks: Object.fromEntries(graph.operators.map((node) => [node.plan.id, node.watermark])),
  };
}

function sourceProgress({ queues, time, outWatermark }: SourceNode): SourceProgress {
  return {
    watermark: outWatermark,
    partitions: queues.map((queue) => {
      const activity = time?.activity[queue.partition] ?? 'active';
      const end = Math.max(queue.ends?.lastStableOffset ?? queue.position, queue.fedUpTo);
      return {
        position: queue.position,
        maxTime: time?.maxTime[queue.partition] ?? Number.NEGATIVE_INFINITY,
        state: activity === 'active' && queue.holdsOthers ? 'waiting' : activity,
        unread: Math.max(0, end - queue.position),
      };
    }),
  };
}

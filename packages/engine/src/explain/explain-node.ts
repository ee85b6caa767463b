import type { Explanation, HeldBecause, WatermarkHolder } from '../contract/explanation.ts';
import { OperatorNode, type Upstream } from '../graph/operator-node.ts';
import type { RunningGraph } from '../graph/running-graph.ts';
import { SourceNode } from '../graph/source-node.ts';

/** Why a node's next window has not closed and what holds its watermark back (W6). */
export function explainNode(graph: RunningGraph, id: string, nowMs: number): Explanation {
  const node = graph.operator(id);
  if (node === undefined) throw new Error(`broken invariant: the plan has no operator ${id}`);
  const open = node.operator.openPanes?.() ?? [];
  const next = open[0];
  return {
    node: id,
    watermark: node.watermark,
    holder: holderOf(node, nowMs),
    nextClose: next === undefined ? null : { start: next.start, end: next.end, missingMs: next.end - node.watermark },
    open,
  };
}

/** Follows the smallest active watermark upstream to its source, there to the partition. */
function holderOf(node: Upstream, nowMs: number): WatermarkHolder {
  if (node instanceof SourceNode) return partitionHolder(node, nowMs);
  if (!(node instanceof OperatorNode) || node.upstreams.length === 0) return { kind: 'no-sources' };
  const active = node.upstreams.filter((upstream) => !upstream.isIdle);
  const candidates = active.length > 0 ? active : node.upstreams;
  const holder = candidates.reduce((a, b) => (b.outWatermark < a.outWatermark ? b : a));
  return holderOf(holder, nowMs);
}

function partitionHolder({ plan, queues, time }: SourceNode, nowMs: number): WatermarkHolder {
  if (time === null) return { kind: 'no-sources' };
  if (time.ended) return { kind: 'ended' };
  const active = queues.filter(({ partition }) => time.activity[partition] === 'active');
  if (active.length === 0) return { kind: 'all-idle' };
  const holder = active.reduce((a, b) => (time.ofPartition(b.partition) < time.ofPartition(a.partition) ? b : a));
  const { topic, partition, ends, position } = holder;
  const place = { kind: 'partition', source: plan.id, topic, partition } as const;
  const silentForMs = Math.max(0, nowMs - (time.lastRecordMs[partition] as number));
  const idleInMs = time.idleInMs(partition, nowMs);
  const why = (): HeldBecause => {
    const readable = (ends?.lastStableOffset ?? position) - position;
    if (readable > 0) return { kind: 'backlog', unread: readable };
    const blocked = (ends?.highWatermark ?? position) - position;
    if (blocked > 0) return { kind: 'open-transaction', unread: blocked, transactionalId: ends?.blockedBy ?? null };
    const maxTime = time.maxTime[partition] as number;
    if (maxTime === Number.NEGATIVE_INFINITY) return { kind: 'no-record', silentForMs, idleInMs };
    return { kind: 'event-time', offset: time.maxTimeOffset[partition] as number, maxTime, silentForMs, idleInMs };
  };
  return { ...place, why: why() };
}

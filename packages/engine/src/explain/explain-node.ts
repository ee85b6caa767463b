import { assert } from '@millrace/model';
import type { Explanation, HeldBecause, WatermarkHolder } from '../contract/explanation.ts';
import { OperatorNode } from '../graph/operator-node.ts';
import type { RunningGraph } from '../graph/running-graph.ts';
import { SourceNode } from '../graph/source-node.ts';
import type { PartitionQueue } from '../merge/partition-queue.ts';
import { jointParticipation, jointWatermark, Participation, type Upstream } from '../watermark/participation.ts';
import type { SourceWatermark } from '../watermark/source-watermark.ts';

/** Why a node's next window has not closed and what holds its watermark back (W6). */
export function explainNode(graph: RunningGraph, id: string, nowMs: number): Explanation {
  const upstreams = graph.upstreamsOf(id);
  assert(upstreams !== undefined, `the plan has a node ${id}`);
  const operator = graph.operator(id);
  const timed = timedOf(upstreams);
  const watermark = operator?.watermark ?? jointWatermark(timed, jointParticipation(timed));
  const open = operator?.operator.openPanes?.() ?? [];
  const next = open[0];
  return {
    node: id,
    watermark,
    holder: holderOf(graph, timed, nowMs),
    nextClose: next === undefined ? null : { start: next.start, end: next.end, missingMs: next.end - watermark },
    open,
  };
}

/** Those that take part in watermarks. */
function timedOf(upstreams: readonly Upstream[]): readonly Upstream[] {
  return upstreams.filter((upstream) => !(upstream instanceof SourceNode && upstream.time === null));
}

/** Follows the smallest watermark among the inputs that take part upstream to its source, there to the partition. */
function holderOf(graph: RunningGraph, upstreams: readonly Upstream[], nowMs: number): WatermarkHolder {
  const timed = timedOf(upstreams);
  const joint = jointParticipation(timed);
  const candidates = timed.filter(({ participation }) => participation === joint);
  const [first, ...others] = candidates;
  if (first === undefined) return { kind: 'no-sources' };
  const holder = others.reduce((a, b) => (b.outWatermark < a.outWatermark ? b : a), first);
  if (holder instanceof OperatorNode) return holderOf(graph, holder.upstreams, nowMs);
  assert(holder instanceof SourceNode && holder.time !== null, 'what has a watermark is a source or an operator');
  if (joint === Participation.ended) return { kind: 'ended' };
  if (joint !== Participation.active) return { kind: 'all-idle' };
  return partitionHolder(graph, holder, holder.time, nowMs);
}

/**
 * The active partition with the smallest event time. While the job waits for rows of another partition (W7), it is that one which
 * holds everybody.
 */
function partitionHolder(
  graph: RunningGraph,
  source: SourceNode,
  time: SourceWatermark,
  nowMs: number,
): WatermarkHolder {
  const active = source.queues.filter(({ partition }) => time.activity[partition] === 'active');
  const [first, ...others] = active;
  assert(first !== undefined, 'an active source has an active partition');
  const smallest = others.reduce(
    (a, b) => ((time.maxTime[b.partition] as number) < (time.maxTime[a.partition] as number) ? b : a),
    first,
  );
  const starving = smallest.holdsOthers ? undefined : starvingQueue(graph);
  if (starving === undefined) return held(source, smallest, whyHeld(smallest, time, nowMs));
  const starvingSource = graph.sources[starving.source] as SourceNode;
  return held(starvingSource, starving, { kind: 'backlog', unread: unreadOf(starving) });
}

/** The partition with readable rows that were not fed, for which fed rows of others wait; the holder's own rows may be among them. */
function starvingQueue(graph: RunningGraph): PartitionQueue | undefined {
  const queues = graph.sources.flatMap((source) => source.queues);
  return queues.some(({ ranges }) => ranges !== null) ? queues.find((queue) => queue.holdsOthers) : undefined;
}

function held({ plan }: SourceNode, { topic, partition }: PartitionQueue, why: HeldBecause): WatermarkHolder {
  return { kind: 'partition', source: plan.id, topic, partition, why };
}

function whyHeld(queue: PartitionQueue, time: SourceWatermark, nowMs: number): HeldBecause {
  const { ends, position, partition } = queue;
  const unread = unreadOf(queue);
  if (unread > 0 || queue.ranges !== null) return { kind: 'backlog', unread };
  const blocked = (ends?.highWatermark ?? position) - position;
  if (blocked > 0) return { kind: 'open-transaction', unread: blocked, transactionalId: ends?.blockedBy ?? null };
  const lastRecordMs = time.lastRecordMs[partition] as number;
  const silentForMs = Number.isNaN(lastRecordMs) ? 0 : Math.max(0, nowMs - lastRecordMs);
  const idleInMs = time.idleInMs(partition, nowMs);
  const maxTime = time.maxTime[partition] as number;
  if (maxTime === Number.NEGATIVE_INFINITY) return { kind: 'no-record', silentForMs, idleInMs };
  return { kind: 'event-time', offset: time.maxTimeOffset[partition] as number, maxTime, silentForMs, idleInMs };
}

/** Readable offsets that were not taken; as many as are known. */
function unreadOf({ ends, position, fedUpTo }: PartitionQueue): number {
  return Math.max(0, Math.max(ends?.lastStableOffset ?? position, fedUpTo) - position);
}

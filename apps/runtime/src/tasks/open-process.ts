import { type CutEntry, type Job, makeJob } from '@millrace/engine';
import {
  committedOffsets,
  LogReader,
  listBounds,
  offsetsForTime,
  partitionCounts,
  type TransactionalWriter,
} from '@millrace/kafka';
import { assert } from '@millrace/model';
import {
  compileProcess,
  compileViews,
  meaningHashes,
  type ProcessSource,
  type ProcessTask as ProcessTaskPlan,
} from '@millrace/plan';
import { GenerationWriter } from '../state-log/generation-writer.ts';
import { readStateLog } from '../state-log/read-state-log.ts';
import { ViewPublisher } from '../views/view-publisher.ts';
import { commitLimits } from './commit-policy.ts';
import type { CommitTargets } from './committer.ts';
import type { RunningTask } from './open-task.ts';
import { openWriter } from './open-writer.ts';
import { ProcessTask } from './process-task.ts';
import type { FeedSource } from './source-feeder.ts';
import { decideStart, freshEntry, type StartSource } from './start-decision.ts';
import { questionOf } from './start-question.ts';
import type { TaskContext } from './task-context.ts';

/** Opens the process task in the order of E9: initialise, read the state topic, decide, restore, read on. */
export async function openProcess(context: TaskContext): Promise<RunningTask> {
  const { spec, tasks, report } = context;
  const task = tasks.tasks.find((candidate) => candidate.kind === 'process');
  assert(task?.kind === 'process', 'every pipeline has a process task');
  report({ type: 'phase', phase: 'recovering', detail: task.stateTopic });
  const counts = await partitionCounts(spec.broker, topicsOf(task));
  const writer = await openWriter(context, task.transactionalId);
  try {
    return await recover(context, task, counts, writer);
  } catch (error) {
    writer.close();
    throw error;
  }
}

async function recover(
  context: TaskContext,
  task: ProcessTaskPlan,
  counts: ReadonlyMap<string, number>,
  writer: TransactionalWriter,
): Promise<RunningTask> {
  const { spec, checked, tasks, clock, report, hooks } = context;
  const recovered = await readStateLog<CutEntry>(spec.broker, task.stateTopic);
  const sources = task.sources.map(({ node, topic }) => ({ id: node, topic, partitions: counts.get(topic) ?? 0 }));
  const topics = new Map(sources.map(({ topic, partitions }) => [topic, partitions]));
  const mirror = await committedOffsets(spec.broker, task.group, topics);
  const meaning = Object.fromEntries(meaningHashes(checked));
  const offsetOf = (topic: string, partition: number) => mirror.get(topic)?.get(partition) ?? null;
  const decision = decideStart(recovered, meaning, sources, offsetOf, spec.choices);
  if (decision.kind !== 'resume' && decision.kind !== 'fresh') throw questionOf(decision);
  const plan = compileProcess(checked, tasks);
  const job = makeJob(plan, new Map(sources.map(({ id, partitions }) => [id, partitions])));
  const entry =
    decision.kind === 'resume'
      ? decision.entry
      : freshEntry(await positionsOf(context, task.sources, sources, decision.positions));
  job.restore(decision.kind === 'resume' ? decision.state : [], entry);
  const generations = new GenerationWriter<CutEntry>(meaning, recovered, decision.kind === 'fresh', hooks.generations);
  const views = new ViewPublisher(compileViews(checked, tasks), generations.epoch, entry, (view) =>
    report({ type: 'view', view }),
  );
  await views.fill(spec.broker, entry.counters, task.deadTopic);
  const feedSources = await Promise.all(sources.map((source) => openSource(context, task.sources, source, job)));
  report({ type: 'phase', phase: 'running', detail: '' });
  return new ProcessTask({
    plan,
    job,
    writer,
    generations,
    views,
    targets: targetsOf(task, sources, counts),
    sources: feedSources,
    limits: commitLimits(checked.document.settings.commitIntervalMs),
    untilEnd: spec.end !== null,
    flush: spec.end?.flush ?? false,
    renewsMirror: decision.kind === 'resume' && decision.isMirrorMoved,
    clock,
    report,
  });
}

function targetsOf(
  task: ProcessTaskPlan,
  sources: readonly StartSource[],
  counts: ReadonlyMap<string, number>,
): CommitTargets {
  const { group, stateTopic, deadTopic, sinks } = task;
  return {
    group,
    stateTopic,
    deadLetterTopic: { name: deadTopic, partitions: counts.get(deadTopic) ?? 1 },
    sinks: new Map(sinks.map(({ node, topic }) => [node, { topic, partitions: counts.get(topic) ?? 1 }])),
    sources: new Map(sources.map(({ id, topic }) => [id, topic])),
  };
}

function topicsOf(task: ProcessTaskPlan): string[] {
  return [
    ...task.sources.map(({ topic }) => topic),
    ...task.sinks.map(({ topic }) => topic),
    task.deadTopic,
    task.stateTopic,
  ];
}

/** A reader of its own for each source, where the job stands. */
async function openSource(
  { spec, hooks }: TaskContext,
  plans: readonly ProcessSource[],
  { id, topic, partitions }: StartSource,
  job: Job,
): Promise<FeedSource> {
  const until = spec.end?.until[id] ?? null;
  const byPartition = (offsetOf: (partition: number) => number) =>
    new Map([[topic, new Map(Array.from({ length: partitions }, (_, partition) => [partition, offsetOf(partition)]))]]);
  const reader = await LogReader.open({
    broker: spec.broker,
    positions: byPartition((partition) => job.fedUpTo(id, partition)),
    isolation: plans.find(({ node }) => node === id)?.isolation ?? 'read_committed',
    ...(until === null ? {} : { until: byPartition((partition) => until[partition] ?? 0) }),
    probe: hooks.probe,
  });
  return { id, topic, broker: spec.broker, reader, until };
}

/** The positions of a fresh start: those that are given, the others by the source's startFrom (T6). */
async function positionsOf(
  { spec }: TaskContext,
  plans: readonly ProcessSource[],
  sources: readonly StartSource[],
  given: ReadonlyMap<string, readonly (number | null)[]>,
): Promise<Map<string, readonly number[]>> {
  const positions = new Map<string, readonly number[]>();
  for (const source of sources) {
    const plan = plans.find(({ node }) => node === source.id);
    assert(plan !== undefined, 'sources come from the plan');
    const known = given.get(source.id) ?? [];
    const starts = known.includes(null) ? await startsOf(spec.broker, plan, source.partitions) : [];
    positions.set(
      source.id,
      known.map((position, partition) => position ?? (starts[partition] as number)),
    );
  }
  return positions;
}

async function startsOf(
  broker: TaskContext['spec']['broker'],
  plan: ProcessSource,
  partitions: number,
): Promise<number[]> {
  const { topic, startFrom, isolation } = plan;
  if (typeof startFrom === 'object') return offsetsForTime(broker, topic, partitions, isolation, startFrom.timeMs);
  const bounds = await listBounds(broker, topic, partitions, isolation);
  return bounds.map(({ earliest, latest }) => (startFrom === 'earliest' ? earliest : latest));
}

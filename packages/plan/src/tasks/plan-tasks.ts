import { assert } from '@millrace/model';
import type { CheckedPipeline, CheckedSink, CheckedSource } from '../check/checked-pipeline.ts';
import type { IngestTask, ProcessSource, ProcessTask, TaskPlan, TopicPlan } from './task-plan.ts';
import {
  DEAD_TOPIC_CONFIG,
  dataTopicConfig,
  SINK_PARTITIONS,
  SINK_TOPIC_CONFIG,
  STATE_TOPIC_CONFIG,
  VIEW_TOPIC_CONFIG,
} from './topic-configs.ts';

/** What names a pipeline outside: the service's namespace and the document's id. */
export type PipelineName = { readonly namespace: string; readonly id: string };

/**
 * Cuts a pipeline into tasks: every external source is an ingest task with a topic of its own, everything between topics is one
 * process task. All names begin with `millrace.<namespace>.<id>`.
 */
export function planTasks(checked: CheckedPipeline, { namespace, id }: PipelineName): TaskPlan {
  assert(/^[A-Za-z0-9_-]{1,64}$/.test(namespace), `the namespace ${namespace} may stand in names of topics`);
  const prefix = `millrace.${namespace}.${id}`;
  const nodes = [...checked.nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const sources = nodes.filter((node) => node.role === 'source');
  const sinks = nodes.filter((node) => node.role === 'sink');
  const ingests = sources.flatMap((source) => ingestTask(prefix, source));
  const process = processTask(prefix, sources, sinks, ingests);
  return {
    pipeline: checked.document.name,
    namespace,
    id,
    tasks: [...ingests, process],
    topics: [
      ...ingests.flatMap(ingestTopics),
      ...sources.flatMap(existingTopic),
      stateTopic(process.stateTopic, []),
      ...namedTopics(sinks),
      ...viewTopics(process),
      deadTopic(process.deadTopic),
    ],
  };
}

function ingestTask(prefix: string, { id, description }: CheckedSource): IngestTask[] {
  if (description.topic.kind === 'existing') return [];
  const name = `ingest-${id}`;
  const transactionalId = `${prefix}.${name}`;
  return [
    {
      kind: 'ingest',
      name,
      node: id,
      transactionalId,
      stateTopic: `${transactionalId}.state`,
      dataTopic: `${transactionalId}.data`,
      partitions: description.topic.partitions,
    },
  ];
}

function processTask(
  prefix: string,
  sources: readonly CheckedSource[],
  sinks: readonly CheckedSink[],
  ingests: readonly IngestTask[],
): ProcessTask {
  const transactionalId = `${prefix}.process`;
  return {
    kind: 'process',
    name: 'process',
    transactionalId,
    group: transactionalId,
    stateTopic: `${transactionalId}.state`,
    deadTopic: `${prefix}.dead`,
    sources: sources.map((source) => processSource(source, ingests)),
    sinks: sinks.map((sink) => sinkOf(prefix, sink)),
  };
}

function processSource({ id, description }: CheckedSource, ingests: readonly IngestTask[]): ProcessSource {
  const { topic, startFrom, isolation } = description;
  const name = topic.kind === 'existing' ? topic.name : ingests.find((ingest) => ingest.node === id)?.dataTopic;
  assert(name !== undefined, 'every source outside of Kafka has an ingest task');
  return { node: id, topic: name, startFrom, isolation };
}

function ingestTopics({ node, dataTopic, stateTopic: state, partitions }: IngestTask): TopicPlan[] {
  return [
    stateTopic(state, [node]),
    {
      name: dataTopic,
      purpose: 'data',
      nodes: [node],
      make: true,
      partitions,
      exactPartitions: true,
      config: dataTopicConfig(partitions),
    },
  ];
}

function existingTopic({ id, description }: CheckedSource): TopicPlan[] {
  const { topic } = description;
  if (topic.kind !== 'existing') return [];
  return [
    {
      name: topic.name,
      purpose: 'source',
      nodes: [id],
      make: false,
      partitions: null,
      exactPartitions: false,
      config: {},
    },
  ];
}

function sinkOf(prefix: string, { id, description: { topic } }: CheckedSink): ProcessTask['sinks'][number] {
  const isView = topic.kind === 'view';
  return { node: id, topic: isView ? `${prefix}.view-${id}` : topic.name, isView };
}

function viewTopics({ sinks }: ProcessTask): TopicPlan[] {
  const views = sinks.filter(({ isView }) => isView);
  return views.map(({ node, topic }) => ({
    name: topic,
    purpose: 'view',
    nodes: [node],
    make: true,
    partitions: 1,
    exactPartitions: true,
    config: VIEW_TOPIC_CONFIG,
  }));
}

/** One plan per topic, also where several sinks write to it. */
function namedTopics(sinks: readonly CheckedSink[]): TopicPlan[] {
  const named = sinks.flatMap(({ id, description: { topic } }) => (topic.kind === 'named' ? [{ id, ...topic }] : []));
  const names = [...new Set(named.map(({ name }) => name))];
  return names.map((name) => {
    const writers = named.filter((sink) => sink.name === name);
    const stated = writers.map(({ partitions }) => partitions).find((partitions) => partitions !== undefined);
    return {
      name,
      purpose: 'sink',
      nodes: writers.map((sink) => sink.id),
      make: true,
      partitions: stated ?? SINK_PARTITIONS,
      exactPartitions: stated !== undefined,
      config: SINK_TOPIC_CONFIG,
    };
  });
}

function stateTopic(name: string, nodes: readonly string[]): TopicPlan {
  return {
    name,
    purpose: 'state',
    nodes,
    make: true,
    partitions: 1,
    exactPartitions: true,
    config: STATE_TOPIC_CONFIG,
  };
}

function deadTopic(name: string): TopicPlan {
  return {
    name,
    purpose: 'dead',
    nodes: [],
    make: true,
    partitions: 1,
    exactPartitions: false,
    config: DEAD_TOPIC_CONFIG,
  };
}

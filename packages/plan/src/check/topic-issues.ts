import type { Issue } from '@millrace/model';
import type { DraftNode } from './draft-node.ts';

type Reading = { readonly id: string; readonly topic: string };
type Writing = { readonly id: string; readonly topic: { readonly name: string; readonly partitions?: number } };

/** What is wrong with the topics of a pipeline taken together. Nodes come in the order of their ids. */
export function topicIssues(id: string | undefined, drafts: readonly DraftNode[]): readonly Issue[] {
  const reading = drafts.flatMap(readingOf);
  const writing = drafts.flatMap(writingOf);
  return [
    ...topicCycles(reading, writing),
    ...topicsReadTwice(reading),
    ...ownTopicsRead(id, reading),
    ...partitionDisputes(writing),
  ];
}

function readingOf({ id, definition, valid }: DraftNode): Reading[] {
  if (valid === null || definition === null || !('role' in definition) || definition.role !== 'source') return [];
  const { topic } = definition.describe(valid.config);
  return topic.kind === 'existing' ? [{ id, topic: topic.name }] : [];
}

function writingOf({ id, definition, valid }: DraftNode): Writing[] {
  if (valid === null || definition === null || !('role' in definition) || definition.role !== 'sink') return [];
  const topic = definition.topic(valid.config);
  return topic.kind === 'named' ? [{ id, topic }] : [];
}

/** A pipeline that reads what it writes is a cycle through Kafka (V1). */
function topicCycles(reading: readonly Reading[], writing: readonly Writing[]): Issue[] {
  return writing.flatMap(({ id, topic: { name } }) => {
    const reader = reading.find(({ topic }) => topic === name);
    if (reader === undefined) return [];
    const message = `The topic ${name} is read by ${reader.id}: rows would go round for ever. Write to another topic.`;
    return [error(id, 'topic', message)];
  });
}

/** The group's offsets are by topic (E9): two readers of one topic in one task could not be told apart. */
function topicsReadTwice(reading: readonly Reading[]): Issue[] {
  return reading.flatMap(({ id, topic }, i) => {
    const first = reading.slice(0, i).find((other) => other.topic === topic);
    if (first === undefined) return [];
    return [error(id, 'topic', `The topic ${topic} is read by ${first.id} already. Draw the edges from there.`)];
  });
}

/** What a pipeline keeps for itself, its dead letters among it, is written by it (V1). */
function ownTopicsRead(own: string | undefined, reading: readonly Reading[]): Issue[] {
  return reading.flatMap(({ id, topic }) => {
    const [first, , owner] = topic.split('.');
    if (own === undefined || first !== 'millrace' || owner !== own) return [];
    return [
      error(id, 'topic', `The topic ${topic} is written by this pipeline itself. Read it with another pipeline.`),
    ];
  });
}

function partitionDisputes(writing: readonly Writing[]): Issue[] {
  const stating = writing.filter(({ topic }) => topic.partitions !== undefined);
  return stating.flatMap(({ id, topic: { name, partitions } }, i) => {
    const first = stating.slice(0, i).find(({ topic }) => topic.name === name);
    if (first === undefined || first.topic.partitions === partitions) return [];
    const message = `The topic ${name} has ${first.topic.partitions} partitions at ${first.id}, not ${partitions}. Write the same number.`;
    return [error(id, 'partitions', message)];
  });
}

function error(node: string, field: string, message: string): Issue {
  return { severity: 'error', node, field, message };
}

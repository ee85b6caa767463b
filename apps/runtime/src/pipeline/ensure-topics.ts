import { Admin, type BrokerAddress, type NewTopic, partitionCounts } from '@millrace/kafka';
import type { TopicPlan } from '@millrace/plan';
import { TaskFailed } from '../tasks/task-failure.ts';

/**
 * Makes the topics that a pipeline needs and checks those that must be there; gives what each takes as one batch. Rejects with
 * {@link TaskFailed} that names every topic that is missing or has another number of partitions than it must have.
 */
export async function ensureTopics(
  broker: BrokerAddress,
  topics: readonly TopicPlan[],
): Promise<Readonly<Record<string, number>>> {
  const names = topics.map((topic) => topic.name);
  const existing = await partitionCounts(broker, names);
  const problems = topics.flatMap((topic) => problemOf(topic, existing.get(topic.name)));
  if (problems.length > 0) throw new TaskFailed({ kind: 'fatal', code: 'topic', message: problems.join('\n') });
  const missing = topics.filter((topic) => topic.make && !existing.has(topic.name));
  const admin = await Admin.connect(broker);
  try {
    if (missing.length > 0) await admin.createTopics(missing.map(newTopicOf));
    const settings = await admin.topicSettings(names);
    return Object.fromEntries([...settings].map(([name, { maxMessageBytes }]) => [name, maxMessageBytes]));
  } finally {
    await admin.close();
  }
}

function newTopicOf({ name, partitions, config }: TopicPlan): NewTopic {
  return { name, partitions: partitions ?? 1, config };
}

function problemOf(topic: TopicPlan, partitions: number | undefined): string[] {
  const { name, make, nodes, exactPartitions } = topic;
  if (partitions === undefined) {
    if (make) return [];
    return [
      `There is no topic ${name}, which ${nodes.join(', ')} reads. Make it, or change the topic in the document.`,
    ];
  }
  if (!exactPartitions || topic.partitions === null || partitions === topic.partitions) return [];
  return [
    `The topic ${name} has ${partitions} partitions and must have ${topic.partitions}. Change the number in ${nodes.join(', ') || 'the document'}, or delete the topic.`,
  ];
}

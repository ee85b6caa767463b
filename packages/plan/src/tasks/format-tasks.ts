import { unreachable } from '@millrace/model';
import type { Task, TaskPlan, TopicPlan } from './task-plan.ts';

/** The plan as text for a terminal: the tasks with their names outside, then the topics. Ends with a line break. */
export function formatTasks(plan: TaskPlan): string {
  const tasks = plan.tasks.map((task) => [
    task.name,
    readsOf(task),
    writesOf(task),
    task.transactionalId,
    groupOf(task),
  ]);
  const topics = plan.topics.map((topic) => [
    topic.name,
    topic.purpose,
    topic.partitions === null ? '–' : String(topic.partitions),
    madeOf(topic),
    keptOf(topic),
  ]);
  return [
    ...table(['task', 'reads', 'writes', 'transactional id', 'group'], tasks),
    '',
    ...table(['topic', 'purpose', 'partitions', 'made', 'kept'], topics),
    '',
  ].join('\n');
}

function readsOf(task: Task): string {
  switch (task.kind) {
    case 'ingest':
      return task.node;
    case 'process':
      return task.sources.map((source) => source.topic).join(', ');
    default:
      return unreachable(task);
  }
}

function writesOf(task: Task): string {
  switch (task.kind) {
    case 'ingest':
      return task.dataTopic;
    case 'process':
      return [...new Set(task.sinks.map((sink) => sink.topic))].join(', ');
    default:
      return unreachable(task);
  }
}

function groupOf(task: Task): string {
  return task.kind === 'process' ? task.group : '–';
}

function madeOf({ make }: TopicPlan): string {
  return make ? 'when missing' : 'must exist';
}

function keptOf({ make, config }: TopicPlan): string {
  if (!make) return '–';
  const days = kept(config['retention.ms'], 86_400_000, 'days');
  const size = kept(config['retention.bytes'], 1_048_576, 'MB per partition');
  return [days, size].filter((limit) => limit !== null).join(' or ') || 'without limit';
}

function kept(limit: string | undefined, unit: number, name: string): string | null {
  return limit === undefined || limit === '-1' ? null : `${Math.floor(Number(limit) / unit)} ${name}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  );
}

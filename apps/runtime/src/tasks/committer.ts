import type { Cut } from '@millrace/engine';
import type { TransactionalWriter } from '@millrace/kafka';
import { parseHeaders } from '@millrace/kafka-wire';
import { recordKey, type StateRecord } from '../state-log/state-record.ts';
import { deadLetterHeaders } from './dead-letter-headers.ts';

/** Where a process task writes. `sinks`: topic and its number of partitions, by sink id. `sources`: topic by source id. */
export type CommitTargets = {
  readonly group: string;
  readonly stateTopic: string;
  readonly deadLetterTopic: { readonly name: string; readonly partitions: number };
  readonly sinks: ReadonlyMap<string, { readonly topic: string; readonly partitions: number }>;
  readonly sources: ReadonlyMap<string, string>;
};

/**
 * Makes one cut durable in one Kafka transaction (E1): outputs, dead letters, the state records with the `cut` entry, and the
 * positions as the group's offsets. Rejects when any of it failed; then nothing of it becomes visible.
 */
export async function commitCut(
  writer: TransactionalWriter,
  targets: CommitTargets,
  cut: Cut,
  stateRecords: readonly StateRecord[],
  nowMs: number,
): Promise<void> {
  writer.begin();
  for (const [sink, records] of cut.outputs) {
    const target = targets.sinks.get(sink);
    if (target === undefined) throw new Error(`The sink ${sink} has no topic in the plan.`);
    writer.addAll(target.topic, target.partitions, records);
  }
  addDeadLetters(writer, targets, cut, nowMs);
  for (const { kind, value } of stateRecords) writer.add(targets.stateTopic, 0, nowMs, recordKey(kind), value);
  await writer.commit({ group: targets.group, offsets: positionsOf(cut, targets) });
}

function addDeadLetters(writer: TransactionalWriter, targets: CommitTargets, cut: Cut, nowMs: number): void {
  const { name, partitions } = targets.deadLetterTopic;
  for (const [index, letter] of cut.deadLetters.entries()) {
    const own = letter.headers === null ? [] : parseHeaders(letter.headers);
    const partition = (letter.position?.partition ?? index) % partitions;
    writer.add(name, partition, nowMs, letter.key, letter.value, deadLetterHeaders(letter, own));
  }
}

function positionsOf(cut: Cut, targets: CommitTargets): { topic: string; partition: number; offset: number }[] {
  return Object.entries(cut.entry.sources).flatMap(([source, { partitions }]) => {
    const topic = targets.sources.get(source);
    if (topic === undefined) throw new Error(`The source ${source} has no topic in the plan.`);
    return partitions.map(({ position }, partition) => ({ topic, partition, offset: position }));
  });
}

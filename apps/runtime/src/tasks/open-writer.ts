import { TransactionalWriter } from '@millrace/kafka';
import type { TaskContext } from './task-context.ts';

/** Initialises a task's transactional id: an older instance is fenced, what it left open is ended (E3). */
export function openWriter({ spec, hooks }: TaskContext, transactionalId: string): Promise<TransactionalWriter> {
  const { broker, maxMessageBytes } = spec;
  const limitOf = (topic: string) => maxMessageBytes[topic] ?? 1_048_588;
  return TransactionalWriter.open({ broker, transactionalId, maxMessageBytes: limitOf, probe: hooks.probe });
}

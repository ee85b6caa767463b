import { PipelineStopped } from '@millrace/engine';
import {
  BrokerUnreachable,
  ConnectionLost,
  KafkaError,
  OffsetOutOfRange,
  ProducerFenced,
  RecordTooLarge,
  RequestTimedOut,
  WriterPoisoned,
} from '@millrace/kafka';
import { WireError } from '@millrace/kafka-wire';
import { TaskFailed, type TaskFailure } from './task-failure.ts';

/** What an error means for the task that met it. An error of an unknown kind is a fault of the program; it is tried again. */
export function failureOf(error: unknown): TaskFailure {
  if (error instanceof TaskFailed) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProducerFenced) return { kind: 'fatal', code: 'fenced', message };
  if (error instanceof PipelineStopped) return { kind: 'fatal', code: 'stopped-by-error', message };
  if (error instanceof OffsetOutOfRange) return { kind: 'fatal', code: 'topic', message };
  if (error instanceof RecordTooLarge || error instanceof WireError) return { kind: 'fatal', code: 'topic', message };
  if (error instanceof BrokerUnreachable) return { kind: 'retry', code: 'unreachable', message };
  if (error instanceof ConnectionLost || error instanceof RequestTimedOut || error instanceof WriterPoisoned) {
    return { kind: 'retry', code: 'connection', message };
  }
  if (error instanceof KafkaError) return { kind: 'retry', code: 'connection', message };
  return { kind: 'retry', code: 'program', message: error instanceof Error ? (error.stack ?? message) : message };
}

import { PipelineStopped } from '@millrace/engine';
import {
  BrokerUnreachable,
  ConnectionLost,
  ControlRefused,
  KafkaError,
  OffsetOutOfRange,
  OtherBroker,
  ProducerFenced,
  RecordTooLarge,
  RequestTimedOut,
  refusalStays,
  UnknownTopic,
  UnsupportedBroker,
  WriterPoisoned,
} from '@millrace/kafka';
import { WireError } from '@millrace/kafka-wire';
import { TaskFailed, type TaskFailure } from './task-failure.ts';

/** Errors that stay until somebody changes a topic, a record or the cluster. */
const NEEDS_A_PERSON = [
  ControlRefused,
  OffsetOutOfRange,
  OtherBroker,
  RecordTooLarge,
  UnknownTopic,
  UnsupportedBroker,
  WireError,
];

/** What an error means for the task that met it. An error of an unknown kind is a fault of the program; it is tried again. */
export function failureOf(error: unknown): TaskFailure {
  if (error instanceof TaskFailed) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ProducerFenced) return { kind: 'fatal', code: 'fenced', message };
  if (error instanceof PipelineStopped) return { kind: 'fatal', code: 'stopped-by-error', message };
  if (NEEDS_A_PERSON.some((type) => error instanceof type)) return { kind: 'fatal', code: 'topic', message };
  if (error instanceof BrokerUnreachable) return { kind: 'retry', code: 'unreachable', message };
  if (error instanceof ConnectionLost || error instanceof RequestTimedOut || error instanceof WriterPoisoned) {
    return { kind: 'retry', code: 'connection', message };
  }
  if (error instanceof KafkaError && refusalStays(error)) return { kind: 'fatal', code: 'refused', message };
  if (error instanceof KafkaError) return { kind: 'retry', code: 'connection', message };
  return { kind: 'retry', code: 'program', message: error instanceof Error ? (error.stack ?? message) : message };
}

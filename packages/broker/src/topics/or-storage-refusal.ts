import { ERRORS } from '@millrace/kafka-wire';
import { isSystemError } from '../log/log-refusal.ts';
import type { TopicRefusal } from './topics.ts';

/** What `act` returns; a refusal with KAFKA_STORAGE_ERROR where the file system threw its own error. */
export function orStorageRefusal<T>(what: string, act: () => T): T | TopicRefusal {
  try {
    return act();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { code: ERRORS.KAFKA_STORAGE_ERROR, message: `${what} failed (${error.message}).` };
  }
}

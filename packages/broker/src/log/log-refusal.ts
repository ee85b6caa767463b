import { ERRORS, type LogPlace } from '@millrace/kafka-wire';

/** Why the log did not do what was asked: a code of the protocol, and a sentence for the broker's own log. */
export type LogRefusal = { readonly error: number; readonly message: string };

export function refuse(error: keyof typeof ERRORS, message: string): LogRefusal {
  return { error: ERRORS[error], message };
}

export function isRefusal(value: object): value is LogRefusal {
  return 'error' in value;
}

/**
 * What `act` returns; a refusal with KAFKA_STORAGE_ERROR where the file system threw its own error. Anything else that is thrown is
 * thrown on.
 */
export function orStorageError<T>({ topic, partition }: LogPlace, what: string, act: () => T): T | LogRefusal {
  try {
    return act();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse('KAFKA_STORAGE_ERROR', `${what} ${topic}[${partition}] failed (${error.message}).`);
  }
}

/** An error that the file system gave: it has a code (ENOSPC, EIO, …). */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

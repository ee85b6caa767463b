/**
 * Why a task ended before it was told to. `kind` decides what the supervisor does: `ask` needs a person's choice and `fatal` a
 * person's change, so neither is tried again; `retry` may pass by itself.
 */
export type TaskFailure = {
  readonly kind: 'ask' | 'fatal' | 'retry';
  readonly code: TaskFailureCode;
  readonly message: string;
};

export type TaskFailureCode =
  | 'fenced'
  | 'reset-question'
  | 'change-question'
  | 'flushed-question'
  | 'stopped-by-error'
  | 'unreachable'
  | 'topic'
  | 'refused'
  | 'state'
  | 'connection'
  | 'program';

/** Thrown inside a task with the failure that is to be reported. */
export class TaskFailed extends Error {
  readonly failure: TaskFailure;
  constructor(failure: TaskFailure, cause?: unknown) {
    super(failure.message, cause === undefined ? {} : { cause });
    this.name = 'TaskFailed';
    this.failure = failure;
  }
}

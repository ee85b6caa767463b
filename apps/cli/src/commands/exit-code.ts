import type { TaskFailure } from '@millrace/runtime';

/** 0 done, 1 failed or invalid, 2 wrong usage, 3 a question that only a person can answer. */
export const ExitCode = { done: 0, failed: 1, usage: 2, question: 3 } as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export function exitCodeOf(failure: TaskFailure | null): ExitCode {
  if (failure === null) return ExitCode.done;
  return failure.kind === 'ask' ? ExitCode.question : ExitCode.failed;
}

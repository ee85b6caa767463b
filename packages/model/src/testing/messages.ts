import type { Result } from '../issue.ts';

/** What a test compares: the value, or the messages. */
export function outcome<T>(result: Result<T>): T | string {
  return result.ok ? result.value : result.issues.map((issue) => issue.message).join(' ');
}

/** The value of a result that a test expects to have one. */
export function succeeded<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(outcome(result) as string);
  return result.value;
}

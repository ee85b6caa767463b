import type { Int, Value } from '@millrace/model';

/** Whether a value of an event-time column is there (T2). */
export function isTime(value: Value | undefined): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

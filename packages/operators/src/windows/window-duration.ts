import { failure, type Issue, parseDuration, type Result } from '@millrace/model';

const DAY_MS = 86_400_000;

/** Longer windows are a mistake of units, and bounds stay far from the limits of exact integers. */
export const MAX_WINDOW_MS = 3_660 * DAY_MS;

/** A size, slide or step: positive and fixed, milliseconds. */
export function windowSize(text: string, field: string): Result<number> {
  const duration = fixedDuration(text, field, 'unsigned');
  if (!duration.ok) return duration;
  const ms = duration.value;
  if (ms <= 0) return refused(field, `The ${field} ${text} is not positive. Write a duration such as 10s.`);
  return ms > MAX_WINDOW_MS ? tooLong(text, field) : duration;
}

/** How far windows stand off the epoch; may be negative, milliseconds. */
export function windowOffset(text: string): Result<number> {
  const duration = fixedDuration(text, 'offset', 'signed');
  return duration.ok && Math.abs(duration.value) > MAX_WINDOW_MS ? tooLong(text, 'offset') : duration;
}

function fixedDuration(text: string, field: string, sign: 'signed' | 'unsigned'): Result<number> {
  const duration = parseDuration(text, sign);
  return duration.ok ? duration : failure(duration.issues.map((issue): Issue => ({ ...issue, field })));
}

function tooLong(text: string, field: string): Result<number> {
  return refused(field, `The ${field} ${text} is beyond 3660d. Write a shorter one.`);
}

function refused(field: string, message: string): Result<number> {
  return failure([{ severity: 'error', field, message }]);
}

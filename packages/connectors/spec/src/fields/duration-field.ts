import { parseDuration } from '@millrace/model';
import { z } from 'zod';

const NEVER = 'never';

/** A fixed duration from 0 on, such as `5s`. */
export const durationField = z.string({ error: 'Write a duration, such as 5s.' }).superRefine((text, context) => {
  const fault = durationFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** A duration, or `never`. */
export const durationOrNever = z
  .string({ error: 'Write a duration, such as 30s, or never.' })
  .superRefine((text, context) => {
    const fault = text === NEVER ? null : durationFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** Milliseconds of a text that its field has accepted; Infinity for `never`. */
export function durationMs(text: string): number {
  if (text === NEVER) return Number.POSITIVE_INFINITY;
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(`broken invariant: ${text} was accepted as a duration`);
  return parsed.value;
}

function durationFault(text: string): string | null {
  const parsed = parseDuration(text, 'unsigned');
  return parsed.ok ? null : parsed.issues.map((issue) => issue.message).join(' ');
}

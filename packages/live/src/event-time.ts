import { z } from 'zod';

/** An event time in milliseconds since 1970; null: none yet (−∞); `end`: all input has ended (+∞). */
export const eventTimeSchema = z.union([z.number(), z.null(), z.literal('end')]);
export type EventTime = z.infer<typeof eventTimeSchema>;

/** An event time of the engine as a message carries it. */
export function toEventTime(ms: number): EventTime {
  if (ms === Number.POSITIVE_INFINITY) return 'end';
  return Number.isFinite(ms) ? ms : null;
}

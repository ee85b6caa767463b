import { z } from 'zod';
import { eventTimeSchema } from './event-time.ts';

const heldBecause = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event-time'),
    offset: z.number(),
    maxTime: eventTimeSchema,
    silentForMs: z.number(),
    idleInMs: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('no-record'), silentForMs: z.number(), idleInMs: z.number().nullable() }),
  z.strictObject({ kind: z.literal('backlog'), unread: z.number() }),
  z.strictObject({ kind: z.literal('open-transaction'), unread: z.number(), transactionalId: z.string().nullable() }),
]);

const holder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('partition'),
    source: z.string(),
    topic: z.string(),
    partition: z.number(),
    why: heldBecause,
  }),
  z.strictObject({ kind: z.literal('all-idle') }),
  z.strictObject({ kind: z.literal('ended') }),
  z.strictObject({ kind: z.literal('no-sources') }),
]);

/**
 * Why a window node's next window has not closed (W6). `open` holds the first panes in order of their end, `openPanes` and
 * `openRows` count all of them. `sentence` says it in words as of the frame's time.
 */
export const explanationSchema = z.strictObject({
  watermark: eventTimeSchema,
  holder,
  nextClose: z.strictObject({ start: z.number(), end: z.number(), missingMs: z.number().nullable() }).nullable(),
  open: z.array(z.strictObject({ start: z.number(), end: z.number(), rows: z.number(), keys: z.number() })),
  openPanes: z.number(),
  openRows: z.number(),
  sentence: z.string(),
});
export type LiveExplanation = z.infer<typeof explanationSchema>;

import { z } from 'zod';
import type { EventTimeSettings } from '../source-connector.ts';
import { durationField, durationMs, durationOrNever } from './duration-field.ts';

/** What holds where a document says nothing (T6). */
export const EVENT_TIME_DEFAULTS = {
  maxOutOfOrder: '5s',
  idleTimeout: '30s',
  maxFutureSkew: '1h',
  futurePolicy: 'quarantine',
  closeWhenQuiet: false,
} as const;

const POLICIES = ['quarantine', 'clamp', 'accept'] as const;

/** Where event time comes from and how a source's watermark follows it (T1, T5, W1, W3, L6). */
export const eventTimeField = z
  .strictObject({
    column: z.string().min(1, 'Name a column.').optional(),
    record: z.literal(true, { error: 'Only true has a meaning here. Leave record out to use a column.' }).optional(),
    maxOutOfOrder: durationField.default(EVENT_TIME_DEFAULTS.maxOutOfOrder),
    idleTimeout: durationOrNever.default(EVENT_TIME_DEFAULTS.idleTimeout),
    maxFutureSkew: durationOrNever.default(EVENT_TIME_DEFAULTS.maxFutureSkew),
    futurePolicy: z
      .enum(POLICIES, { error: `There is no such policy. Choose ${POLICIES.join(', ')}.` })
      .default(EVENT_TIME_DEFAULTS.futurePolicy),
    closeWhenQuiet: z.boolean({ error: 'Write true or false.' }).default(EVENT_TIME_DEFAULTS.closeWhenQuiet),
  })
  .refine(({ column, record }) => (column === undefined) !== (record === undefined), {
    error: 'Event time comes from one place. Write either column with a name or record: true.',
  });

export type EventTimeConfig = z.infer<typeof eventTimeField>;

export function eventTimeSettings(config: EventTimeConfig): EventTimeSettings {
  return {
    from: config.column === undefined ? 'record' : { column: config.column },
    maxOutOfOrderMs: durationMs(config.maxOutOfOrder),
    idleTimeoutMs: durationMs(config.idleTimeout),
    maxFutureSkewMs: durationMs(config.maxFutureSkew),
    futurePolicy: config.futurePolicy,
    closeWhenQuiet: config.closeWhenQuiet,
  };
}

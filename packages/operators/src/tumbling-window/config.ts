import { z } from 'zod';
import { columnReference, comesLater } from '../config-fields.ts';
import { aggregateSchema } from '../windows/aggregate-schema.ts';

const ONLY_ON_CLOSE = 'Only emit on-close is possible now; on-update and early come later. Leave it out.';
const NO_LATENESS =
  'Only an allowedLateness of 0s is possible now; more comes later. Connect the port late for late rows.';

/** Sizes and offsets are durations such as `10s`; what they must be to each other is checked when the node is resolved. */
export const tumblingWindowSchema = z.strictObject({
  size: z.string(),
  groupBy: z.array(columnReference).default([]),
  aggregates: z.array(aggregateSchema).min(1, 'Add at least one aggregate, such as count.'),
  offset: z.string().default('0s'),
  emit: z.literal('on-close', { error: ONLY_ON_CLOSE }).default('on-close'),
  allowedLateness: z
    .string({ error: NO_LATENESS })
    .regex(/^0+(ms|s|m|h|d)$/, NO_LATENESS)
    .default('0s'),
  timeZone: comesLater('timeZone', 'Windows align to UTC; use offset.'),
  paneAs: comesLater('paneAs', 'Every pane is on time now.'),
});

export type TumblingWindowConfig = z.infer<typeof tumblingWindowSchema>;

import { parseTimestamp } from '@millrace/model';
import { z } from 'zod';
import { durationField } from '../fields/duration-field.ts';

const share = z
  .number({ error: 'Write a share from 0 to 1, such as 0.01.' })
  .min(0, 'A share is at least 0.')
  .max(1, 'A share is at most 1.');

export const generatorSchema = z.strictObject({
  seed: z
    .int({ error: 'Write a whole number; the same one gives the same rows.' })
    .min(-2_147_483_648, 'A seed has at most 32 bits.')
    .max(4_294_967_295, 'A seed has at most 32 bits.'),
  rate: z
    .number({ error: 'Write how many rows per second, such as 120.' })
    .min(0.001, 'The slowest rate is 0.001 rows per second.')
    .max(1_000_000, 'The fastest rate is 1000000 rows per second.'),
  start: z
    .string({ error: 'Write a point in time, such as 2026-01-01T00:00:00Z.' })
    .refine((text) => parseTimestamp(text, 'TIMESTAMP_LTZ') !== null, {
      error: 'This is no point in time. Write one such as 2026-01-01T00:00:00Z, or leave start out.',
    })
    .optional(),
  partitions: z
    .int({ error: 'Write a whole number from 1 to 64.' })
    .min(1, 'A topic has at least one partition.')
    .max(64, 'A generator fills at most 64 partitions.')
    .default(3),
  disorder: durationField.default('2s'),
  lateShare: share.default(0.002),
  brokenShare: share.default(0.0005),
});

export type GeneratorConfig = z.infer<typeof generatorSchema>;

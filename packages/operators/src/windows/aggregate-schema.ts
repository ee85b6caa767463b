import { z } from 'zod';
import { AGGREGATES } from '../aggregates/aggregate-functions.ts';
import { MAX_COLLECTED } from '../aggregates/collection.ts';
import { PERCENTILE_PARTS } from '../aggregates/percentile.ts';
import { columnName, columnReference, expressionText } from '../config-fields.ts';

const functionNames = [...AGGREGATES.keys()];

const P = 'p is a number from 0 to 1 with at most nine digits behind the point, such as 0.95.';
const LIMIT = `limit is a whole number from 1 to ${MAX_COLLECTED}.`;
const SEPARATOR = 'separator is a text of at most 100 characters.';

const argsSchema = z.strictObject({
  p: z.number({ error: P }).min(0, P).max(1, P).refine(isWholeParts, P).optional(),
  separator: z.string({ error: SEPARATOR }).max(100, SEPARATOR).optional(),
  limit: z.int({ error: LIMIT }).min(1, LIMIT).max(MAX_COLLECTED, LIMIT).optional(),
});

/** An aggregate of a window: `where` is SQL's FILTER. Which functions take `distinct` and which `args` is found when it is resolved. */
export const aggregateSchema = z.strictObject({
  name: columnName,
  fn: z.enum(functionNames, { error: `There is no such aggregate function. Choose ${functionNames.join(', ')}.` }),
  of: columnReference.optional(),
  distinct: z.boolean({ error: 'distinct is true or false.' }).optional(),
  where: expressionText.optional(),
  args: argsSchema.optional(),
});

export type AggregateConfig = z.infer<typeof aggregateSchema>;

function isWholeParts(p: number): boolean {
  return Math.round(p * PERCENTILE_PARTS) / PERCENTILE_PARTS === p;
}

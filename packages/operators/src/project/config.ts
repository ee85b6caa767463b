import { z } from 'zod';
import { columnName, columnReference, expressionText } from '../config-fields.ts';

const computedColumn = z.strictObject({ name: columnName, expr: expressionText });

/** A column of the input by its name, or a new one by name and expression; `keepOthers` keeps what is not named. */
export const projectSchema = z.strictObject({
  columns: z.array(z.union([columnReference, computedColumn])).min(1, 'Name at least one column.'),
  keepOthers: z.boolean().default(false),
});

export type ProjectConfig = z.infer<typeof projectSchema>;

import { z } from 'zod';

/** A value of a row; BIGINT and DECIMAL beyond a safe integer, and bytes, as tagged text so that nothing is rounded (X2). */
export const cellSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ exact: z.string() }),
]);
export type Cell = z.infer<typeof cellSchema>;

/** A column of a view: its name and type as documents write them. */
const viewColumnSchema = z.strictObject({ name: z.string(), type: z.string() });
export type ViewColumn = z.infer<typeof viewColumnSchema>;

/**
 * Committed rows of a live view or of the dead letters (E7), each seen once by (epoch, sequence). `first` is the sequence of the
 * first row here; `skipped` rows right before it are gone from the ring: an explicit gap. `values[c][i]`: column c of row i.
 */
export const rowsSchema = z.strictObject({
  epoch: z.string(),
  first: z.number(),
  skipped: z.number(),
  columns: z.array(viewColumnSchema),
  values: z.array(z.array(cellSchema)),
});
export type Rows = z.infer<typeof rowsSchema>;

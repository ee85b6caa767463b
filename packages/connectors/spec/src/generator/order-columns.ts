import { BIGINT, INT, STRING, TIMESTAMP_LTZ } from '@millrace/model';
import type { SourceColumn } from '../source-connector.ts';

/** The columns that the generator gives; `amount` in cents. */
export const ORDER_COLUMNS: readonly SourceColumn[] = [
  { name: 'product', type: STRING, required: true },
  { name: 'customer', type: STRING, required: true },
  { name: 'quantity', type: INT, required: true },
  { name: 'amount', type: BIGINT, required: true },
  { name: 'status', type: STRING, required: true },
  { name: 'ordered_at', type: TIMESTAMP_LTZ, required: true },
];

/** Its event-time column. */
export const ORDER_TIME = 'ordered_at';

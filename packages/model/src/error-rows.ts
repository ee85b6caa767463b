import { BIGINT, BYTES, type EdgeSchema, INT, STRING, TIMESTAMP_LTZ } from './values/column-type.ts';

/** What leaves on every `error` port (E8); positions are NULL for a row that was fired from state. */
export const ERROR_SCHEMA: EdgeSchema = {
  columns: [
    { name: 'reason', type: STRING, nullable: false },
    { name: 'node', type: STRING, nullable: false },
    { name: 'topic', type: STRING, nullable: true },
    { name: 'partition', type: INT, nullable: true },
    { name: 'offset', type: BIGINT, nullable: true },
    { name: 'timestamp', type: TIMESTAMP_LTZ, nullable: true },
    { name: 'key', type: BYTES, nullable: true },
    { name: 'value', type: BYTES, nullable: true },
  ],
  time: -1,
  changelog: false,
  upsertKey: null,
};

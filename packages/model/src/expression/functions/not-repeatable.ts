const CLOCK =
  'is another time whenever a row is computed again, so a replay would give other results. Use the event time of the rows.';
const CHANCE =
  'gives another value whenever a row is computed again, so a replay would give other results. Use a column.';

/** What SQL knows and what has no place in a pipeline that gives the same results when it runs again, with the reason. */
export const NOT_REPEATABLE: ReadonlyMap<string, string> = new Map(
  [
    ...[
      'CURRENT_DATE',
      'CURRENT_TIME',
      'CURRENT_TIMESTAMP',
      'CURRENT_ROW_TIMESTAMP',
      'LOCALTIME',
      'LOCALTIMESTAMP',
      'NOW',
      'PROCTIME',
    ].map((name) => [name, CLOCK] as const),
    ...['RAND', 'RAND_INTEGER', 'UUID'].map((name) => [name, CHANCE] as const),
  ].map(([name, reason]) => [name, `${name} ${reason}`]),
);

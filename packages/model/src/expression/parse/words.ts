/** Words that name no column without backticks. */
const RESERVED: ReadonlySet<string> = new Set([
  'AND',
  'OR',
  'NOT',
  'IS',
  'NULL',
  'TRUE',
  'FALSE',
  'UNKNOWN',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'BETWEEN',
  'IN',
  'LIKE',
  'SIMILAR',
  'ESCAPE',
]);

/** Whether a column of this name needs backticks. */
export function isReservedWord(name: string): boolean {
  return RESERVED.has(name.toUpperCase());
}

/** A column's name as an expression writes it: in backticks where it is not a plain word. */
export function formatColumnName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isReservedWord(name)) return name;
  return `\`${name.replaceAll('`', '``')}\``;
}

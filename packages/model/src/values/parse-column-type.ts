import { failure, type Result, success } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { BIGINT, BOOLEAN, type ColumnType, DOUBLE, INT, STRING, TIMESTAMP, TIMESTAMP_LTZ } from './column-type.ts';

const AVAILABLE: ReadonlyMap<string, ColumnType> = new Map([
  ['BOOLEAN', BOOLEAN],
  ['INT', INT],
  ['BIGINT', BIGINT],
  ['DOUBLE', DOUBLE],
  ['STRING', STRING],
  ['TIMESTAMP(3)', TIMESTAMP],
  ['TIMESTAMP_LTZ(3)', TIMESTAMP_LTZ],
]);

/** Names of Flink's types that mean one of ours, or that come later. */
const COMES_LATER = ['DECIMAL', 'DATE', 'TIME', 'BYTES', 'JSON', 'ARRAY', 'ROW', 'TIMESTAMP', 'TIMESTAMP_LTZ', 'MAP'];
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['INTEGER', 'INT'],
  ['SMALLINT', 'INT'],
  ['TINYINT', 'INT'],
  ['LONG', 'BIGINT'],
  ['NUMBER', 'DOUBLE'],
  ['FLOAT', 'DOUBLE'],
  ['REAL', 'DOUBLE'],
  ['BOOL', 'BOOLEAN'],
  ['TEXT', 'STRING'],
  ['VARCHAR', 'STRING'],
  ['CHAR', 'STRING'],
  ['DATETIME', 'TIMESTAMP(3)'],
  ['TIMESTAMP_LTZ', 'TIMESTAMP_LTZ(3)'],
  ['TIMESTAMP', 'TIMESTAMP(3)'],
  ['TIMESTAMPTZ', 'TIMESTAMP_LTZ(3)'],
]);

/** A column's type as documents write it: `BIGINT`, `TIMESTAMP(3)`. Types that come later are refused by their name. */
export function parseColumnType(text: string): Result<ColumnType> {
  const type = AVAILABLE.get(text);
  return type === undefined ? refused(whyNot(text)) : success(type);
}

function whyNot(text: string): string {
  const today = `today: ${[...AVAILABLE.keys()].join(', ')}`;
  const canonical = text.toUpperCase().replaceAll(/\s+/g, '');
  if (AVAILABLE.has(canonical)) return `There is no type ${shown(text)}. Write ${canonical}.`;
  const bare = canonical.replace(/[(<].*$/, '');
  const meant = OTHER_NAMES.get(bare);
  if (meant !== undefined && (bare === canonical || !COMES_LATER.includes(bare))) {
    return `There is no type ${shown(text)}. Did you mean ${meant}?`;
  }
  if (COMES_LATER.includes(bare)) return `${shown(text)} is not available yet; ${today}.`;
  const near = nearest(bare, [...AVAILABLE.keys(), ...COMES_LATER]);
  return near === null
    ? `There is no type ${shown(text)}; ${today}.`
    : `There is no type ${shown(text)}. Did you mean ${OTHER_NAMES.get(near) ?? near}?`;
}

function shown(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

function refused(message: string): Result<ColumnType> {
  return failure([{ severity: 'error', message }]);
}

import { readFileSync } from 'node:fs';
import type { Column } from '../values/column-type.ts';
import { parseColumnType } from '../values/parse-column-type.ts';
import type { Row, Value } from '../values/value.ts';
import { succeeded } from './messages.ts';

/** What Flink 2.3 gave for an expression: JSON, and its type; null where it had no value. */
export type GoldenScalar = {
  readonly text: string;
  readonly group: string;
  readonly result: { readonly json: string; readonly type: string; readonly nullable: boolean } | null;
};

const CELLS: readonly (readonly [name: string, type: string, value: Value])[] = [
  ['i', 'INT', 7],
  ['j', 'INT', 2],
  ['z', 'INT', 0],
  ['n', 'INT', null],
  ['neg', 'INT', -7],
  ['imax', 'INT', 2_147_483_647],
  ['l', 'BIGINT', 9_223_372_036_854_775_807n],
  ['l2', 'BIGINT', 3],
  ['d', 'DOUBLE', 1.5],
  ['dz', 'DOUBLE', 0],
  ['de', 'DECIMAL(10, 2)', 1234],
  ['de2', 'DECIMAL(5, 3)', 1005],
  ['big', 'DECIMAL(38, 0)', 10n ** 38n - 1n],
  ['s', 'STRING', 'abc'],
  ['e', 'STRING', ''],
  ['sn', 'STRING', ' 12 '],
  ['sbad', 'STRING', 'x1'],
  ['sd', 'STRING', '1.5'],
  ['js', 'STRING', '{"a":{"b":[1,2.50,null]},"n":null,"s":"t","f":1.0,"t":true}'],
  ['b', 'BOOLEAN', true],
  ['nb', 'BOOLEAN', null],
  ['u', 'STRING', 'héllo 😀'],
  ['ts', 'TIMESTAMP(3)', 1_767_225_601_234],
  ['tz', 'TIMESTAMP_LTZ(3)', 1_767_225_601_234],
];

/** The columns and the row that the golden list was made with, without those of types that Millrace does not have. */
export const goldenColumns: readonly Column[] = CELLS.map(([name, type]) => ({
  name,
  type: succeeded(parseColumnType(type)),
  nullable: true,
}));
export const goldenRow: Row = CELLS.map(([, , value]) => value);

/** The golden list, each expression once. */
export function goldenScalars(): readonly GoldenScalar[] {
  const lines = readFileSync(new URL('../../golden/scalars.txt', import.meta.url), 'utf8').split('\n');
  const scalars = new Map<string, GoldenScalar>();
  let group = '';
  for (const line of lines) {
    if (line.startsWith('== ')) group = line.slice(3);
    const [, text, outcome] = /^(.*?) {2}=> {2}(.*)$/.exec(line) ?? [];
    if (text !== undefined && outcome !== undefined) scalars.set(text, { text, group, result: resultOf(outcome) });
  }
  return [...scalars.values()];
}

function resultOf(outcome: string): GoldenScalar['result'] {
  const [, json, type, notNull] = /^(.*) : ([^:]*?)( NOT NULL)?$/.exec(outcome) ?? [];
  if (outcome.startsWith('ERROR') || json === undefined || type === undefined) return null;
  return { json, type, nullable: notNull === undefined };
}

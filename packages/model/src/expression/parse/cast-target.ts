import { type ColumnType, decimal, formatType, STRING } from '../../values/column-type.ts';
import { parseColumnType } from '../../values/parse-column-type.ts';
import type { CastTarget } from '../expression.ts';

/** Names of types in SQL that Flink knows and that mean one of ours. */
const ALIASES: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['INTEGER', { kind: 'INT' }],
  ['DOUBLE PRECISION', { kind: 'DOUBLE' }],
  ['VARCHAR', STRING],
  ['DECIMAL', decimal(10, 0)],
  ['DEC', decimal(10, 0)],
  ['NUMERIC', decimal(10, 0)],
  ['TIME', { kind: 'TIME', precision: 0 }],
  ['TIMESTAMP', { kind: 'TIMESTAMP', precision: 6 }],
  ['TIMESTAMP_LTZ', { kind: 'TIMESTAMP_LTZ', precision: 6 }],
]);
const TEXT = /^(CHAR|VARCHAR)\s*\(\s*(\d+)\s*\)$/;
const MOST_CHARACTERS = 1_048_576;

/** A type as CAST takes it, in capitals or not: a column's type, `CHAR(5)`, `VARCHAR(20)`, or one of SQL's other names. */
export function parseCastTarget(text: string): CastTarget | { readonly fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'A type is missing behind AS. Write one such as INT.' };
  const capitals = trimmed.toUpperCase().replace(/\s+/g, ' ');
  const alias = ALIASES.get(capitals);
  if (alias !== undefined) return { type: alias, length: null };
  if (capitals === 'CHAR') return { type: STRING, length: { kind: 'CHAR', characters: 1 } };
  const [, kind, digits] = TEXT.exec(capitals) ?? [];
  if (kind !== undefined) return textOfLength(kind as 'CHAR' | 'VARCHAR', Number(digits));
  const parsed = parseColumnType(trimmed.replace(/^(?:NUMERIC|DEC)\s*\(/i, 'DECIMAL('));
  const read = parsed.ok ? parsed : parseColumnType(capitals);
  if (read.ok) return { type: read.value, length: null };
  return { fault: parsed.issues[0]?.message ?? `There is no type ${trimmed}.` };
}

/** As {@link parseCastTarget} reads it. */
export function formatCastTarget({ type, length }: CastTarget): string {
  return length === null ? formatType(type) : `${length.kind}(${length.characters})`;
}

function textOfLength(kind: 'CHAR' | 'VARCHAR', characters: number): CastTarget | { readonly fault: string } {
  if (characters >= 1 && characters <= MOST_CHARACTERS) return { type: STRING, length: { kind, characters } };
  return { fault: `${kind} takes a length from 1 to ${MOST_CHARACTERS}.` };
}

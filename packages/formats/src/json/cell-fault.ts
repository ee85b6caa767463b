import { type ColumnType, formatType, isTimeType, parseDecimal } from '@millrace/model';
import { cellText } from './cell-text.ts';
import { exactInteger } from './exact-number.ts';
import type { JsonColumn } from './json-decoder.ts';
import { Cell, type ObjectScanner } from './object-scanner.ts';
import { type EpochUnit, UNIT_WORDS } from './timestamp-reader.ts';

/** Longer values are cut in a message. */
const SHOWN = 40;

/** Why a cell is no value of its column: a sentence for a person. `recordStart`: byte 0 of the message. */
export function cellFault(
  { name, type, unit = 'ms' }: JsonColumn,
  scanner: ObjectScanner | null,
  index: number,
  bytes: Uint8Array,
  recordStart: number,
): string {
  const cell = scanner?.cells[index] ?? Cell.absent;
  if (scanner === null || cell === Cell.absent) return `The column ${name} is required and not in the value.`;
  if (cell === Cell.null) return `The column ${name} is required and null.`;
  const text = cellText(scanner, index, bytes);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const quoted = cell === Cell.string ? JSON.stringify(shown) : shown;
  const at = (scanner.starts[index] as number) - (cell === Cell.string ? 1 : 0) - recordStart;
  return `The column ${name} wants ${formatType(type)}, got ${quoted} at byte ${at}${because(type, unit, cell, text)}.`;
}

function because(type: ColumnType, unit: EpochUnit, cell: number, text: string): string {
  if (cell !== Cell.int && cell !== Cell.number && cell !== Cell.string) return '';
  if (type.kind === 'DOUBLE') return cell === Cell.number ? ', which is beyond its range' : '';
  if (isTimeType(type))
    return cell === Cell.string ? '' : `, which is no time of the years 1 to 9999 in ${UNIT_WORDS[unit]}`;
  if (type.kind === 'DECIMAL') return becauseOfDigits(parseDecimal(text, type.precision, type.scale, 'exact'));
  if (type.kind !== 'INT' && type.kind !== 'BIGINT') return '';
  const value = exactInteger(text);
  if (value === null) return '';
  return value === 'fraction' ? ', which has a fraction' : ', which is beyond its range';
}

function becauseOfDigits(fault: ReturnType<typeof parseDecimal>): string {
  if (fault === 'fraction') return ', which has more digits behind the point than its scale';
  return fault === 'range' ? ', which has more digits before the point than it has room for' : '';
}

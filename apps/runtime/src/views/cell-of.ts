import type { Cell } from '@millrace/live';
import {
  type ColumnType,
  formatDate,
  formatDecimal,
  formatTime,
  formatValue,
  type Int,
  toMillis,
  type Value,
} from '@millrace/model';

/** Longer text is cut for showing, characters; the topic holds all of it. */
const LONGEST_TEXT = 1_000;
/** Bytes that are no text are shown by their beginning, bytes. */
const HEX_BYTES = 256;

const strict = new TextDecoder('utf-8', { fatal: true });

/** A value as the page gets it: exact numbers as digits, times in milliseconds, what JSON cannot say as text (X2). */
export function cellOf(value: Value, type: ColumnType): Cell {
  if (value === null) return null;
  switch (type.kind) {
    case 'DECIMAL':
      return { exact: formatDecimal(value as Int, type.scale) };
    case 'DATE':
      return formatDate(value as number);
    case 'TIME':
      return formatTime(value as number, type.precision);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return toMillis(value as Int, type.precision);
    case 'BYTES':
      return shownBytes(value as Uint8Array);
    case 'ARRAY':
    case 'ROW':
      return shownText(formatValue(value, type));
    default:
      return plainCell(value);
  }
}

function plainCell(value: Value): Cell {
  switch (typeof value) {
    case 'bigint':
      return { exact: String(value) };
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    default:
      return shownText(String(value));
  }
}

/** Text cut to what is shown. */
export function shownText(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

/** Bytes as text where they are text, else their beginning in hexadecimal digits. */
export function shownBytes(bytes: Uint8Array): string {
  try {
    return shownText(strict.decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const digits = Buffer.from(bytes.subarray(0, HEX_BYTES)).toString('hex');
    return `0x${digits}${bytes.length > HEX_BYTES ? '…' : ''}`;
  }
}

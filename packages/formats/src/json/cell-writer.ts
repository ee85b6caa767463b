import type { OutputBuffer } from '@millrace/engine';
import {
  type ColumnType,
  formatDate,
  formatDecimal,
  formatTime,
  formatTimestamp,
  type Int,
  type TimestampType,
  unreachable,
  type Value,
} from '@millrace/model';
import { base64 } from './base64.ts';
import { encodeUtf8 } from './utf8.ts';
import { writeInteger } from './write-integer.ts';
import { quoted, writeAscii, writeString } from './write-string.ts';

/** How TIMESTAMP and TIMESTAMP_LTZ are written. */
export type TimestampFormat = 'sql' | 'iso' | 'epoch-ms';

export type CellWriter = (value: Value, out: OutputBuffer) => void;

/**
 * Writes a value of the type as JSON (DESIGN "JSON"): numbers as bare digits, DECIMAL always with those of its scale, times
 * by the format, BYTES in base64, JSON as it is, a ROW as an object of all its fields.
 */
export function makeCellWriter(type: ColumnType, timestampFormat: TimestampFormat): CellWriter {
  switch (type.kind) {
    case 'INT':
    case 'BIGINT':
      return orNull((value, out) => writeInteger(value as number | bigint, out));
    case 'DOUBLE':
      return orNull((value, out) => writeDouble(value as number, out));
    case 'BOOLEAN':
      return orNull((value, out) => writeText(value === true ? 'true' : 'false', out));
    case 'STRING':
      return orNull((value, out) => writeString(value as string, out));
    case 'BYTES':
      return orNull((value, out) => writeText(`"${base64(value as Uint8Array)}"`, out));
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return timestampWriter(type, timestampFormat);
    case 'DECIMAL':
      return orNull((value, out) => writeText(formatDecimal(value as Int, type.scale), out));
    case 'DATE':
      return orNull((value, out) => writeText(`"${formatDate(value as number)}"`, out));
    case 'TIME':
      return orNull((value, out) => writeText(`"${formatTime(value as number, type.precision)}"`, out));
    case 'JSON':
      return orNull((value, out) => writeBytes(encodeUtf8(value as string), out));
    case 'ARRAY':
      return arrayWriter(makeCellWriter(type.element, timestampFormat));
    case 'ROW':
      return rowWriter(
        type.fields.map(({ name }) => encodeUtf8(`${quoted(name)}:`)),
        type.fields.map((field) => makeCellWriter(field.type, timestampFormat)),
      );
    default:
      return unreachable(type);
  }
}

function orNull(write: CellWriter): CellWriter {
  return (value, out) => {
    if (value === null) writeText('null', out);
    else write(value, out);
  };
}

function writeText(text: string, out: OutputBuffer): void {
  out.ensure(text.length);
  out.length = writeAscii(text, out.bytes, out.length);
}

/** The shortest text that reads as the same double; NaN and infinities, which JSON lacks, are strings (X2). */
function writeDouble(value: number, out: OutputBuffer): void {
  if (Number.isSafeInteger(value)) writeInteger(value, out);
  else writeText(Number.isFinite(value) ? String(value) : `"${value}"`, out);
}

/** Windows end at the same few times: the last text is kept. */
function timestampWriter({ kind, precision }: TimestampType, format: TimestampFormat): CellWriter {
  const quote = format === 'epoch-ms' ? '' : '"';
  let last: Value = null;
  let lastText = '';
  return orNull((value, out) => {
    if (value !== last) {
      last = value;
      lastText = `${quote}${formatTimestamp(value as Int, kind, format, precision)}${quote}`;
    }
    writeText(lastText, out);
  });
}

function arrayWriter(writeElement: CellWriter): CellWriter {
  return orNull((value, out) => {
    writeText('[', out);
    (value as readonly Value[]).forEach((element, i) => {
      if (i > 0) writeText(',', out);
      writeElement(element, out);
    });
    writeText(']', out);
  });
}

/** `names`: the members' names with quotes and colon. */
function rowWriter(names: readonly Uint8Array[], writers: readonly CellWriter[]): CellWriter {
  return orNull((value, out) => {
    writeText('{', out);
    writers.forEach((write, i) => {
      if (i > 0) writeText(',', out);
      writeBytes(names[i] as Uint8Array, out);
      write((value as readonly Value[])[i] as Value, out);
    });
    writeText('}', out);
  });
}

function writeBytes(bytes: Uint8Array, out: OutputBuffer): void {
  out.ensure(bytes.length);
  out.bytes.set(bytes, out.length);
  out.length += bytes.length;
}

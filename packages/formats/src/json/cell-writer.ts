import type { OutputBuffer } from '@millrace/engine';
import { type ColumnType, formatTimestamp, type TimestampKind, unreachable, type Value } from '@millrace/model';
import { base64 } from './base64.ts';
import { writeInteger } from './write-integer.ts';
import { writeAscii, writeString } from './write-string.ts';

/** How TIMESTAMP and TIMESTAMP_LTZ are written. */
export type TimestampFormat = 'sql' | 'iso' | 'epoch-ms';

export type CellWriter = (value: Value, out: OutputBuffer) => void;

/** Writes a value of the type as JSON (DESIGN "JSON"): integers as bare digits, times by the format, BYTES in base64. */
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
      return timestampWriter(type.kind, timestampFormat);
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
function timestampWriter(kind: TimestampKind, format: TimestampFormat): CellWriter {
  if (format === 'epoch-ms') return orNull((value, out) => writeInteger(value as number, out));
  let lastMs = Number.NaN;
  let lastText = '';
  return orNull((value, out) => {
    if (value !== lastMs) {
      lastMs = value as number;
      lastText = `"${formatTimestamp(lastMs, kind, format)}"`;
    }
    writeText(lastText, out);
  });
}

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import type { RecordRanges } from './record-ranges.ts';

/** Ordered pairs; keys may repeat and a value may be null. */
export type Header = readonly [key: string, value: Uint8Array | null];

/** The headers of record `i`, in order, duplicates and nulls kept. Values are views of the ranges' buffer. */
export function readHeaders(ranges: RecordRanges, i: number): Header[] {
  return parseHeaders(ranges.buffer.subarray(ranges.headersStart[i], ranges.headersEnd[i]));
}

/** Parses the raw headers section of a record. Throws WireError for one that is torn. */
export function parseHeaders(section: Uint8Array): Header[] {
  const reader = new ByteReader(Buffer.from(section.buffer, section.byteOffset, section.length));
  const headers: Header[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    const key = bytesOf(reader) ?? Buffer.alloc(0);
    headers.push([key.toString('utf8'), bytesOf(reader)]);
  }
  return headers;
}

/** The raw headers section of a record. */
export function encodeHeaders(headers: readonly Header[]): Buffer {
  const out = new ByteWriter();
  out.varint(headers.length);
  for (const [key, value] of headers) {
    const name = Buffer.from(key, 'utf8');
    out.varint(name.length);
    out.raw(name);
    out.varint(value === null ? -1 : value.length);
    if (value !== null) out.raw(value);
  }
  return Buffer.concat(out.chunks());
}

function bytesOf(reader: ByteReader): Buffer | null {
  const length = reader.varint();
  if (length < 0) return null;
  const at = reader.take(length);
  return reader.buffer.subarray(at, at + length);
}

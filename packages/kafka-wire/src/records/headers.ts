import { ByteReader } from '../byte-reader.ts';

/** Ordered pairs; keys may repeat and a value may be null. */
export type Header = readonly [key: string, value: Uint8Array | null];

/** Parses the raw headers section of a record. */
export function parseHeaders(section: Uint8Array): Header[] {
  const reader = new ByteReader(Buffer.from(section.buffer, section.byteOffset, section.length));
  const headers: Header[] = [];
  for (let left = zigzag(reader.uvarint()); left > 0; left--) {
    const key = bytesOf(reader, zigzag(reader.uvarint()));
    headers.push([(key ?? Buffer.alloc(0)).toString('utf8'), bytesOf(reader, zigzag(reader.uvarint()))]);
  }
  return headers;
}

function bytesOf(reader: ByteReader, length: number): Buffer | null {
  if (length < 0) return null;
  const at = reader.take(length);
  return reader.buffer.subarray(at, at + length);
}

function zigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

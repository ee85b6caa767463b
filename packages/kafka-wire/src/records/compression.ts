import { gunzipSync } from 'node:zlib';
import type { WireError } from '../wire-error.ts';
import { fault, type LogPlace } from './batch-header.ts';

const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;
const GZIP = 1;
/** What a batch may grow to; beyond it the batch is refused before memory is given to it. */
export const MAX_DECOMPRESSED_BYTES = 64 << 20;

/** The records of a compressed batch. Throws {@link WireError} naming the place for an unknown codec, torn data or too much of it. */
export function decompress(codec: number, bytes: Buffer, place: LogPlace, offset: number): Buffer {
  if (codec !== GZIP) {
    const name = CODECS[codec] ?? `codec ${codec}`;
    throw fault(place, offset, `is compressed with ${name}, which is not read yet. Produce with none or gzip.`);
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED_BYTES });
  } catch (error) {
    throw fault(place, offset, problemOf(error));
  }
}

function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_BUFFER_TOO_LARGE'
    ? `has more than ${MAX_DECOMPRESSED_BYTES} bytes when it is decompressed. Produce smaller batches.`
    : `cannot be decompressed (${message}).`;
}

import { gunzipSync } from 'node:zlib';
import { WireError } from '../wire-error.ts';

const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;
const GZIP = 1;
/** What a batch may grow to; beyond it the batch is refused before memory is given to it. */
export const MAX_DECOMPRESSED_BYTES = 64 << 20;

type Place = { readonly topic: string; readonly partition: number };

/** The records of a compressed batch. Throws {@link WireError} naming the place for an unknown codec, torn data or a bomb. */
export function decompress(codec: number, bytes: Buffer, { topic, partition }: Place, offset: number): Buffer {
  const place = `${topic}[${partition}] offset ${offset}`;
  if (codec !== GZIP) {
    throw new WireError(
      `The batch at ${place} is compressed with ${CODECS[codec] ?? `codec ${codec}`}, which is not read yet. Produce with none or gzip.`,
    );
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED_BYTES });
  } catch (error) {
    throw new WireError(`The batch at ${place} cannot be decompressed: ${(error as Error).message}.`);
  }
}

import { ByteReader, WireError } from '@millrace/kafka-wire';

/** The topics that a consumer's metadata of the protocol type "consumer" names; undefined where it is not of that form. */
export function subscribedTopics(metadata: Uint8Array): readonly string[] | undefined {
  try {
    const reader = new ByteReader(Buffer.from(metadata));
    reader.int16();
    const count = reader.arrayLength(false, 2);
    return Array.from({ length: Math.max(0, count) }, () => reader.string(false));
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { readBatchHeader } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import type { Place } from './ledger.ts';
import { placed } from './topics.ts';

/** A hash of the bytes of each batch of a partition that is not compacted, by its first offset. Throws where offsets are missing. */
export async function readBatchHashes(bench: Bench, place: Place): Promise<ReadonlyMap<number, string>> {
  const { topic, partition } = placed(place);
  const hashes = new Map<number, string>();
  for (let next = 0; ; ) {
    const bytes = (await bench.fetch(topic, next, { partition })).records ?? Buffer.alloc(0);
    let header = readBatchHeader(bytes, 0, { topic, partition });
    if (header === null) return hashes;
    for (; header !== null; header = readBatchHeader(bytes, header.end, { topic, partition })) {
      if (header.baseOffset !== next) throw new Error(`${place} has ${header.baseOffset} where ${next} comes next.`);
      hashes.set(next, createHash('sha1').update(bytes.subarray(header.start, header.end)).digest('base64'));
      next = header.lastOffset + 1;
    }
  }
}

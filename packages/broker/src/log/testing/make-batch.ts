import { gzipSync } from 'node:zlib';
import { ATTRIBUTES, BATCH_HEADER_BYTES, BatchBuilder } from '@millrace/kafka-wire';
import { seal } from '../batch-fields.ts';

export type TestRecord = {
  readonly key?: string | null;
  readonly value?: string | null;
  readonly timestampMs?: number;
};

export type TestBatch = {
  readonly records?: readonly TestRecord[];
  readonly producerId?: bigint;
  readonly epoch?: number;
  readonly sequence?: number;
  readonly transactional?: boolean;
  readonly gzip?: boolean;
};

/** A batch as a client sends it: base offset 0. */
export function makeBatch(batch: TestBatch = {}): Buffer {
  const { records = [{}], producerId = -1n, epoch = -1, sequence = -1, transactional = false } = batch;
  const builder = new BatchBuilder();
  for (const { key = 'k', value = 'v', timestampMs = 1000 } of records) {
    const [k, v] = [key, value].map((text) => Buffer.from(text ?? '')) as [Buffer, Buffer];
    builder.add(timestampMs, k, key === null ? -1 : 0, k.length, v, value === null ? -1 : 0, v.length);
  }
  const plain = builder.finish({ producerId, epoch, baseSequence: sequence, transactional });
  return batch.gzip === true ? gzipped(plain) : Buffer.from(plain);
}

/** A batch with other bytes at a place of its header, and the CRC that fits them. */
export function changed(batch: Buffer, at: number, bytes: readonly number[]): Buffer {
  const other = Buffer.from(batch);
  other.set(bytes, at);
  seal(other);
  return other;
}

function gzipped(plain: Buffer): Buffer {
  const header = plain.subarray(0, BATCH_HEADER_BYTES);
  const batch = Buffer.concat([header, gzipSync(plain.subarray(BATCH_HEADER_BYTES))]);
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeInt16BE((batch.readInt16BE(21) & ~ATTRIBUTES.compression) | 1, 21);
  seal(batch);
  return batch;
}

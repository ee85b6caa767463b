import { ATTRIBUTES, BATCH_HEADER_BYTES, type BatchHeader, ByteReader, WireError } from '@millrace/kafka-wire';
import { seal } from './batch-fields.ts';

export type Marker = {
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly isCommit: boolean;
  readonly coordinatorEpoch: number;
};

/** Key: version 0, type 0 (abort) or 1 (commit). Value: version 0, coordinator epoch. */
const RECORD_BODY = Buffer.from([0, 0, 0, 8, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0]);
const TYPE_AT = BATCH_HEADER_BYTES + 1 + 7;
const COORDINATOR_EPOCH_AT = BATCH_HEADER_BYTES + 1 + 11;

export type MarkerBatch = { readonly batch: Buffer; readonly header: BatchHeader };

/** The control batch that ends a producer's transaction, byte for byte as Kafka writes it; its base offset is 0. */
export function makeMarkerBatch(marker: Marker, nowMs: number): MarkerBatch {
  const { producerId, producerEpoch, isCommit, coordinatorEpoch } = marker;
  const batch = Buffer.alloc(BATCH_HEADER_BYTES + 1 + RECORD_BODY.length);
  batch.writeInt32BE(batch.length - 12, 8);
  batch[16] = 2;
  batch.writeInt16BE(ATTRIBUTES.transactional | ATTRIBUTES.control, 21);
  batch.writeBigInt64BE(BigInt(nowMs), 27);
  batch.writeBigInt64BE(BigInt(nowMs), 35);
  batch.writeBigInt64BE(producerId, 43);
  batch.writeInt16BE(producerEpoch, 51);
  batch.writeInt32BE(-1, 53);
  batch.writeInt32BE(1, 57);
  batch[BATCH_HEADER_BYTES] = RECORD_BODY.length * 2;
  RECORD_BODY.copy(batch, BATCH_HEADER_BYTES + 1);
  batch[TYPE_AT] = isCommit ? 1 : 0;
  batch.writeInt32BE(coordinatorEpoch, COORDINATOR_EPOCH_AT);
  seal(batch);
  const times = { baseTimestamp: nowMs, maxTimestamp: nowMs };
  const attributes = ATTRIBUTES.transactional | ATTRIBUTES.control;
  const place = { start: 0, end: batch.length, baseOffset: 0, lastOffset: 0, partitionLeaderEpoch: 0 };
  return { batch, header: { ...place, ...times, attributes, producerId, producerEpoch, baseSequence: -1, count: 1 } };
}

/** What a control batch says; null for one that ends no transaction or whose record was compacted away. */
export function readMarker(bytes: Buffer, header: BatchHeader): Marker | null {
  const { producerId, producerEpoch } = header;
  if (header.count !== 1) return null;
  const record = new ByteReader(bytes, header.start + BATCH_HEADER_BYTES, header.end);
  try {
    record.varint();
    record.int8();
    record.varlong();
    record.varint();
    record.varint();
    record.int16();
    const type = record.int16();
    if (type !== 0 && type !== 1) return null;
    record.varint();
    record.int16();
    return { producerId, producerEpoch, isCommit: type === 1, coordinatorEpoch: record.int32() };
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

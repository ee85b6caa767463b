import { ByteReader, ByteWriter, crc32c, WireError } from '@millrace/kafka-wire';
import type { ProducerState, SentBatch } from './producer-states.ts';

const VERSION = 1;
const MIN_STATE_BYTES = 42;
const MIN_BATCH_BYTES = 32;

/** A snapshot's bytes: a CRC, then each producer. */
export function encodeSnapshot(states: readonly ProducerState[]): Buffer {
  const out = new ByteWriter(4096);
  out.int8(VERSION);
  out.arrayLength(states.length, false);
  for (const state of states) writeState(out, state);
  const body = Buffer.concat(out.chunks());
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32c(body, 0, body.length));
  return Buffer.concat([crc, body]);
}

/** The producers of a snapshot; null where its bytes are damaged. */
export function decodeSnapshot(bytes: Buffer): ProducerState[] | null {
  if (bytes.length < 4 || crc32c(bytes, 4, bytes.length) !== bytes.readUInt32BE(0)) return null;
  const reader = new ByteReader(bytes, 4);
  try {
    if (reader.int8() !== VERSION) return null;
    return Array.from({ length: reader.arrayLength(false, MIN_STATE_BYTES) }, () => readState(reader));
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

function writeState(out: ByteWriter, state: ProducerState): void {
  out.bigint64(state.producerId);
  out.int16(state.epoch);
  out.int32(state.coordinatorEpoch);
  out.int64(state.lastTimestampMs);
  out.int64(state.lastSeenMs);
  out.int64(state.transactionStart);
  out.arrayLength(state.batches.length, false);
  for (const batch of state.batches) {
    out.int32(batch.firstSequence);
    out.int32(batch.lastSequence);
    out.int64(batch.firstOffset);
    out.int64(batch.lastOffset);
    out.int64(batch.timestampMs);
  }
}

function readState(reader: ByteReader): ProducerState {
  return {
    producerId: reader.bigint64(),
    epoch: reader.int16(),
    coordinatorEpoch: reader.int32(),
    lastTimestampMs: reader.int64(),
    lastSeenMs: reader.int64(),
    transactionStart: reader.int64(),
    batches: Array.from({ length: reader.arrayLength(false, MIN_BATCH_BYTES) }, () => readBatch(reader)),
  };
}

function readBatch(reader: ByteReader): SentBatch {
  return {
    firstSequence: reader.int32(),
    lastSequence: reader.int32(),
    firstOffset: reader.int64(),
    lastOffset: reader.int64(),
    timestampMs: reader.int64(),
  };
}

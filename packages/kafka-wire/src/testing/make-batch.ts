import { gzipSync } from 'node:zlib';
import { ByteWriter } from '../byte-writer.ts';
import { crc32c } from '../records/crc32c.ts';
import { encodeHeaders, type Header } from '../records/headers.ts';

export type TestRecord = {
  /** Offset − base offset; the record's index where it is absent. */
  readonly delta?: number;
  readonly timestampDelta?: number;
  readonly key?: Uint8Array | string | null;
  readonly value?: Uint8Array | string | null;
  readonly headers?: readonly Header[];
};

export type TestBatch = {
  readonly baseOffset: number;
  /** Offsets that the batch spans; those of its records where it is absent. */
  readonly lastOffset?: number;
  readonly records: readonly TestRecord[];
  readonly producerId?: bigint;
  readonly transactional?: boolean;
  readonly control?: boolean;
  readonly gzip?: boolean;
  /** Codec bits without compressing anything. */
  readonly codec?: number;
  readonly logAppendTime?: boolean;
  readonly baseTimestamp?: number;
  readonly maxTimestamp?: number;
};

/** A record batch written field by field after Kafka's description of the format: it shares no code with the builder. */
export function makeBatch(batch: TestBatch): Buffer {
  const { baseOffset, records, producerId = -1n, baseTimestamp = 1_000, maxTimestamp = baseTimestamp } = batch;
  const written = Buffer.concat(records.map((record, index) => makeRecord(record, index)));
  const body = batch.gzip === true ? gzipSync(written) : written;
  const lastOffset = batch.lastOffset ?? baseOffset + (records.at(-1)?.delta ?? records.length - 1);
  const out = new ByteWriter();
  out.int64(baseOffset);
  out.int32(49 + body.length);
  out.int32(0);
  out.int8(2);
  out.int32(0);
  out.int16(attributesOf(batch));
  out.int32(lastOffset - baseOffset);
  out.int64(baseTimestamp);
  out.int64(maxTimestamp);
  out.bigint64(producerId);
  out.int16(0);
  out.int32(0);
  out.int32(records.length);
  out.raw(body);
  return sealed(Buffer.concat(out.chunks()));
}

/** The batch with the CRC that its bytes have. */
export function sealed(batch: Buffer): Buffer {
  batch.writeUInt32BE(crc32c(batch, 21, batch.length), 17);
  return batch;
}

/** A transaction marker as Kafka writes it: a control batch with one record; its key is version 0, type 0 (abort) or 1 (commit). */
export function marker(baseOffset: number, producerId: bigint, type: 'abort' | 'commit'): Buffer {
  const key = Buffer.from([0, 0, 0, type === 'abort' ? 0 : 1]);
  return makeBatch({
    baseOffset,
    producerId,
    transactional: true,
    control: true,
    records: [{ key, value: Buffer.alloc(6) }],
  });
}

function attributesOf({ codec = 0, gzip, logAppendTime, transactional, control }: TestBatch): number {
  const flags = [gzip === true ? 1 : codec, logAppendTime ? 8 : 0, transactional ? 16 : 0, control ? 32 : 0];
  return flags.reduce((all, flag) => all | flag, 0);
}

function makeRecord({ delta, timestampDelta = 0, key = null, value = null, headers = [] }: TestRecord, index: number) {
  const out = new ByteWriter();
  out.int8(0);
  out.varint(timestampDelta);
  out.varint(delta ?? index);
  for (const bytes of [key, value]) {
    const raw = bytes === null ? null : Buffer.from(bytes);
    out.varint(raw === null ? -1 : raw.length);
    if (raw !== null) out.raw(raw);
  }
  out.raw(encodeHeaders(headers));
  const record = Buffer.concat(out.chunks());
  const length = new ByteWriter();
  length.varint(record.length);
  return Buffer.concat([...length.chunks(), record]);
}

export { ByteReader } from './byte-reader.ts';
export { ByteWriter } from './byte-writer.ts';
export { errorName } from './error-codes.ts';
export { decodeResponse, encodeRequest } from './frame.ts';
export { type Api, decodeMessage, defineApi, encodeMessage, type Fields, type MessageOf } from './message.ts';
export { apiVersions, listOffsets, metadata } from './messages/cluster.ts';
export { fetch } from './messages/fetch.ts';
export { findCoordinator, offsetFetch } from './messages/groups.ts';
export { produce } from './messages/produce.ts';
export { describeProducers, listTransactions } from './messages/producers.ts';
export {
  addOffsetsToTxn,
  addPartitionsToTxn,
  endTxn,
  initProducerId,
  txnOffsetCommit,
} from './messages/transactions.ts';
export { type AbortedTransaction, AbortedTransactions } from './records/aborted-transactions.ts';
export { BatchBuilder, type BatchProducer } from './records/batch-builder.ts';
export { MAX_DECOMPRESSED_BYTES } from './records/compression.ts';
export { crc32c } from './records/crc32c.ts';
export { type DecodedBatches, type DecodeOptions, decodeBatches } from './records/decode-batches.ts';
export { type Header, parseHeaders } from './records/headers.ts';
export { murmur2, partitionForKey } from './records/murmur2.ts';
export type { RecordRanges } from './records/record-ranges.ts';
export { WireError } from './wire-error.ts';

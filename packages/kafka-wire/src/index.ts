export { ByteReader } from './byte-reader.ts';
export { ByteWriter } from './byte-writer.ts';
export { ERRORS, errorName } from './error-codes.ts';
export {
  decodeRequestBody,
  decodeRequestHeader,
  decodeResponse,
  encodeRequest,
  encodeResponse,
  type FrameChunks,
  type RequestHeader,
} from './frame.ts';
export { type Api, defineApi, type Fields, type MessageOf, type SentOf } from './message.ts';
export { addOffsetsToTxn } from './messages/add-offsets-to-txn.ts';
export { addPartitionsToTxn } from './messages/add-partitions-to-txn.ts';
export { alterConfigs } from './messages/alter-configs.ts';
export { apiVersions } from './messages/api-versions.ts';
export { APIS } from './messages/apis.ts';
export { createPartitions } from './messages/create-partitions.ts';
export { createTopics } from './messages/create-topics.ts';
export { deleteGroups } from './messages/delete-groups.ts';
export { deleteRecords } from './messages/delete-records.ts';
export { deleteTopics } from './messages/delete-topics.ts';
export { describeCluster } from './messages/describe-cluster.ts';
export { describeConfigs } from './messages/describe-configs.ts';
export { describeGroups } from './messages/describe-groups.ts';
export { describeProducers } from './messages/describe-producers.ts';
export { describeTransactions } from './messages/describe-transactions.ts';
export { endTxn } from './messages/end-txn.ts';
export { fetch } from './messages/fetch.ts';
export { findCoordinator } from './messages/find-coordinator.ts';
export { heartbeat } from './messages/heartbeat.ts';
export { incrementalAlterConfigs } from './messages/incremental-alter-configs.ts';
export { initProducerId } from './messages/init-producer-id.ts';
export { joinGroup } from './messages/join-group.ts';
export { leaveGroup } from './messages/leave-group.ts';
export { listGroups } from './messages/list-groups.ts';
export { listOffsets } from './messages/list-offsets.ts';
export { listTransactions } from './messages/list-transactions.ts';
export { metadata } from './messages/metadata.ts';
export { offsetCommit } from './messages/offset-commit.ts';
export { offsetDelete } from './messages/offset-delete.ts';
export { offsetFetch } from './messages/offset-fetch.ts';
export { produce } from './messages/produce.ts';
export { syncGroup } from './messages/sync-group.ts';
export { txnOffsetCommit } from './messages/txn-offset-commit.ts';
export { type AbortedTransaction, AbortedTransactions } from './records/aborted-transactions.ts';
export {
  BatchBuilder,
  type BatchProducer,
  MAX_RECORD_OVERHEAD,
  singleRecordBatchBytes,
} from './records/batch-builder.ts';
export {
  ATTRIBUTES,
  BATCH_HEADER_BYTES,
  type BatchHeader,
  type LogPlace,
  readBatchHeader,
} from './records/batch-header.ts';
export { crc32c } from './records/crc32c.ts';
export { type DecodedBatches, type DecodeOptions, decodeBatches } from './records/decode-batches.ts';
export { encodeHeaders, type Header, parseHeaders, readHeaders } from './records/headers.ts';
export { murmur2, partitionForKey } from './records/murmur2.ts';
export type { RecordRanges } from './records/record-ranges.ts';
export { WireError } from './wire-error.ts';

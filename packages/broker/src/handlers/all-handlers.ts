import { addOffsetsToTxnHandler } from './add-offsets-to-txn.ts';
import { addPartitionsToTxnHandler } from './add-partitions-to-txn.ts';
import { alterConfigsHandler } from './alter-configs.ts';
import { apiVersionsHandler } from './api-versions.ts';
import { createPartitionsHandler } from './create-partitions.ts';
import { createTopicsHandler } from './create-topics.ts';
import { deleteGroupsHandler } from './delete-groups.ts';
import { deleteRecordsHandler } from './delete-records.ts';
import { deleteTopicsHandler } from './delete-topics.ts';
import { describeClusterHandler } from './describe-cluster.ts';
import { describeConfigsHandler } from './describe-configs.ts';
import { describeGroupsHandler } from './describe-groups.ts';
import { describeProducersHandler } from './describe-producers.ts';
import { describeTransactionsHandler } from './describe-transactions.ts';
import { endTxnHandler } from './end-txn.ts';
import { fetchHandler } from './fetch.ts';
import { findCoordinatorHandler } from './find-coordinator.ts';
import type { Handler } from './handler.ts';
import { heartbeatHandler } from './heartbeat.ts';
import { incrementalAlterConfigsHandler } from './incremental-alter-configs.ts';
import { initProducerIdHandler } from './init-producer-id.ts';
import { joinGroupHandler } from './join-group.ts';
import { leaveGroupHandler } from './leave-group.ts';
import { listGroupsHandler } from './list-groups.ts';
import { listOffsetsHandler } from './list-offsets.ts';
import { listTransactionsHandler } from './list-transactions.ts';
import { metadataHandler } from './metadata.ts';
import { offsetCommitHandler } from './offset-commit.ts';
import { offsetDeleteHandler } from './offset-delete.ts';
import { offsetFetchHandler } from './offset-fetch.ts';
import { produceHandler } from './produce.ts';
import { syncGroupHandler } from './sync-group.ts';
import { txnOffsetCommitHandler } from './txn-offset-commit.ts';

/** Every API that is answered; ApiVersions tells of all of them. */
export const HANDLERS: readonly Handler[] = [
  alterConfigsHandler,
  apiVersionsHandler(() => HANDLERS),
  createPartitionsHandler,
  createTopicsHandler,
  deleteGroupsHandler,
  deleteRecordsHandler,
  deleteTopicsHandler,
  describeClusterHandler,
  describeConfigsHandler,
  describeGroupsHandler,
  describeProducersHandler,
  fetchHandler,
  findCoordinatorHandler,
  heartbeatHandler,
  incrementalAlterConfigsHandler,
  joinGroupHandler,
  leaveGroupHandler,
  listGroupsHandler,
  listOffsetsHandler,
  metadataHandler,
  offsetCommitHandler,
  offsetDeleteHandler,
  offsetFetchHandler,
  produceHandler,
  syncGroupHandler,
  txnOffsetCommitHandler,
  initProducerIdHandler,
  addPartitionsToTxnHandler,
  addOffsetsToTxnHandler,
  endTxnHandler,
  describeTransactionsHandler,
  listTransactionsHandler,
];

import type { Api } from '../message.ts';
import { addOffsetsToTxn } from './add-offsets-to-txn.ts';
import { addPartitionsToTxn } from './add-partitions-to-txn.ts';
import { alterConfigs } from './alter-configs.ts';
import { apiVersions } from './api-versions.ts';
import { createPartitions } from './create-partitions.ts';
import { createTopics } from './create-topics.ts';
import { deleteGroups } from './delete-groups.ts';
import { deleteRecords } from './delete-records.ts';
import { deleteTopics } from './delete-topics.ts';
import { describeCluster } from './describe-cluster.ts';
import { describeConfigs } from './describe-configs.ts';
import { describeGroups } from './describe-groups.ts';
import { describeProducers } from './describe-producers.ts';
import { describeTransactions } from './describe-transactions.ts';
import { endTxn } from './end-txn.ts';
import { fetch } from './fetch.ts';
import { findCoordinator } from './find-coordinator.ts';
import { heartbeat } from './heartbeat.ts';
import { incrementalAlterConfigs } from './incremental-alter-configs.ts';
import { initProducerId } from './init-producer-id.ts';
import { joinGroup } from './join-group.ts';
import { leaveGroup } from './leave-group.ts';
import { listGroups } from './list-groups.ts';
import { listOffsets } from './list-offsets.ts';
import { listTransactions } from './list-transactions.ts';
import { metadata } from './metadata.ts';
import { offsetCommit } from './offset-commit.ts';
import { offsetDelete } from './offset-delete.ts';
import { offsetFetch } from './offset-fetch.ts';
import { produce } from './produce.ts';
import { syncGroup } from './sync-group.ts';
import { txnOffsetCommit } from './txn-offset-commit.ts';

/** Every API that has tables here. */
export const APIS: readonly Api[] = [
  addOffsetsToTxn,
  addPartitionsToTxn,
  apiVersions,
  describeProducers,
  endTxn,
  fetch,
  findCoordinator,
  initProducerId,
  listOffsets,
  listTransactions,
  metadata,
  offsetFetch,
  produce,
  txnOffsetCommit,
  createTopics,
  deleteTopics,
  createPartitions,
  deleteRecords,
  describeConfigs,
  incrementalAlterConfigs,
  alterConfigs,
  describeCluster,
  joinGroup,
  syncGroup,
  heartbeat,
  leaveGroup,
  offsetCommit,
  offsetDelete,
  listGroups,
  describeGroups,
  deleteGroups,
  describeTransactions,
];

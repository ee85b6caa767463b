import type { Api } from '../message.ts';
import { addOffsetsToTxn } from './add-offsets-to-txn.ts';
import { addPartitionsToTxn } from './add-partitions-to-txn.ts';
import { apiVersions } from './api-versions.ts';
import { describeProducers } from './describe-producers.ts';
import { endTxn } from './end-txn.ts';
import { fetch } from './fetch.ts';
import { findCoordinator } from './find-coordinator.ts';
import { initProducerId } from './init-producer-id.ts';
import { listOffsets } from './list-offsets.ts';
import { listTransactions } from './list-transactions.ts';
import { metadata } from './metadata.ts';
import { offsetFetch } from './offset-fetch.ts';
import { produce } from './produce.ts';
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
];

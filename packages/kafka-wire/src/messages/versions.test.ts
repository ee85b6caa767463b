import { expect, test } from 'vitest';
import { APIS } from './apis.ts';

/**
 * Per API: the oldest version that the Java client of Kafka 4 still speaks (KIP-896), and the newest that the one of Kafka 3.9 has.
 * A broker whose range overlaps both is understood by both.
 */
const JAVA: Readonly<Record<string, readonly [oldestOf4: number, newestOf39: number]>> = {
  Produce: [3, 11],
  Fetch: [4, 17],
  ListOffsets: [1, 9],
  Metadata: [0, 12],
  OffsetCommit: [2, 9],
  OffsetFetch: [1, 9],
  FindCoordinator: [0, 6],
  JoinGroup: [0, 9],
  Heartbeat: [0, 4],
  LeaveGroup: [0, 5],
  SyncGroup: [0, 5],
  DescribeGroups: [0, 5],
  ListGroups: [0, 5],
  ApiVersions: [0, 4],
  CreateTopics: [2, 7],
  DeleteTopics: [1, 6],
  DeleteRecords: [0, 2],
  InitProducerId: [0, 5],
  AddPartitionsToTxn: [0, 5],
  AddOffsetsToTxn: [0, 4],
  EndTxn: [0, 4],
  TxnOffsetCommit: [0, 4],
  DescribeConfigs: [1, 4],
  AlterConfigs: [0, 2],
  CreatePartitions: [0, 3],
  DeleteGroups: [0, 2],
  IncrementalAlterConfigs: [0, 1],
  OffsetDelete: [0, 0],
  DescribeCluster: [0, 1],
  DescribeProducers: [0, 0],
  DescribeTransactions: [0, 0],
  ListTransactions: [0, 1],
};

test('every API is one that the Java clients have', () => {
  expect(APIS.map(({ name }) => name).sort()).toEqual(Object.keys(JAVA).sort());
});

test.each(APIS.map(({ name, versions, flexibleFrom }) => [name, versions, flexibleFrom] as const))(
  '%s overlaps with the Java clients of Kafka 3.9 and 4',
  (name, [oldest, newest]) => {
    const [oldestOf4, newestOf39] = JAVA[name] ?? [Number.NaN, Number.NaN];
    expect(newest).toBeGreaterThanOrEqual(oldestOf4);
    expect(oldest).toBeLessThanOrEqual(newestOf39);
    expect(newest).toBeLessThanOrEqual(newestOf39);
  },
);

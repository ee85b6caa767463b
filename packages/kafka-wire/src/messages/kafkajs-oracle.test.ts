import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { type Api, type Fields, readMessage, type SentOf, writeMessage } from '../message.ts';
import { type Leaf, leavesOf, sampleMessage } from '../testing/sample-message.ts';
import { APIS } from './apis.ts';

type Exchange = {
  readonly request: { encode(): Promise<{ readonly buffer: Buffer }> };
  readonly response: { decode(bytes: Buffer): Promise<unknown> };
};
type KafkajsApi = {
  readonly versions: readonly string[];
  protocol(options: { readonly version: string }): (args: unknown) => Exchange;
};

/** What kafkajs is given, and what it does not read of an answer (or puts nowhere). */
type Case = { readonly folder: string; readonly args: unknown; readonly unread?: readonly string[] };

const requireModule = createRequire(import.meta.url);
const PRODUCER = { transactionalId: 'transactional', producerId: '1152921504606846977', producerEpoch: 3 };
const GROUP = { groupId: 'group', memberId: 'member', groupInstanceId: 'instance' };

const CASES: Readonly<Record<string, Case>> = {
  Produce: {
    folder: 'produce',
    args: {
      acks: -1,
      timeout: 30_000,
      transactionalId: 'transactional',
      topicData: [
        {
          topic: 'orders',
          partitions: [
            {
              partition: 7,
              firstSequence: 0,
              messages: [{ key: Buffer.from('k'), value: Buffer.from('v'), timestamp: 5, headers: {} }],
            },
          ],
        },
      ],
    },
  },
  Fetch: {
    folder: 'fetch',
    args: {
      replicaId: -1,
      maxWaitTime: 501,
      minBytes: 17,
      maxBytes: 1_000_001,
      isolationLevel: 1,
      rackId: 'rack',
      topics: [
        {
          topic: 'orders',
          partitions: [
            { partition: 7, currentLeaderEpoch: 4, fetchOffset: '1099511627777', logStartOffset: 11, maxBytes: 70_001 },
          ],
        },
      ],
    },
  },
  ListOffsets: {
    folder: 'listOffsets',
    args: {
      replicaId: -1,
      isolationLevel: 1,
      topics: [{ topic: 'orders', partitions: [{ partition: 7, timestamp: '1700000000123' }] }],
    },
  },
  Metadata: { folder: 'metadata', args: { topics: ['orders', 'payments'], allowAutoTopicCreation: true } },
  OffsetCommit: {
    folder: 'offsetCommit',
    args: {
      ...GROUP,
      groupGenerationId: 5,
      retentionTime: '77',
      topics: [{ topic: 'orders', partitions: [{ partition: 7, offset: '1099511627777', metadata: 'why' }] }],
    },
  },
  OffsetFetch: {
    folder: 'offsetFetch',
    args: { groupId: 'group', topics: [{ topic: 'orders', partitions: [{ partition: 7 }, { partition: 9 }] }] },
  },
  FindCoordinator: {
    folder: 'findCoordinator',
    args: { coordinatorKey: 'group', coordinatorType: 1, groupId: 'group' },
  },
  JoinGroup: {
    folder: 'joinGroup',
    args: {
      ...GROUP,
      sessionTimeout: 30_001,
      rebalanceTimeout: 60_001,
      protocolType: 'consumer',
      groupProtocols: [{ name: 'range', metadata: Buffer.from('meta') }],
    },
  },
  Heartbeat: { folder: 'heartbeat', args: { ...GROUP, groupGenerationId: 5 } },
  LeaveGroup: {
    folder: 'leaveGroup',
    args: { ...GROUP, members: [{ memberId: 'member', groupInstanceId: 'instance' }] },
  },
  SyncGroup: {
    folder: 'syncGroup',
    args: {
      ...GROUP,
      generationId: 5,
      groupAssignment: [{ memberId: 'member', memberAssignment: Buffer.from('yours') }],
    },
  },
  DescribeGroups: { folder: 'describeGroups', args: { groupIds: ['group', 'other'] } },
  ListGroups: { folder: 'listGroups', args: {} },
  ApiVersions: { folder: 'apiVersions', args: {} },
  CreateTopics: {
    folder: 'createTopics',
    args: {
      validateOnly: true,
      timeout: 5_001,
      topics: [
        {
          topic: 'orders',
          numPartitions: 3,
          replicationFactor: 1,
          replicaAssignment: [{ partition: 7, replicas: [1] }],
          configEntries: [{ name: 'retention.ms', value: '5' }],
        },
      ],
    },
  },
  DeleteTopics: { folder: 'deleteTopics', args: { topics: ['orders', 'payments'], timeout: 5_001 } },
  DeleteRecords: {
    folder: 'deleteRecords',
    args: { timeout: 5_001, topics: [{ topic: 'orders', partitions: [{ partition: 7, offset: '1099511627777' }] }] },
  },
  InitProducerId: { folder: 'initProducerId', args: { transactionalId: 'transactional', transactionTimeout: 60_001 } },
  AddPartitionsToTxn: {
    folder: 'addPartitionsToTxn',
    args: { ...PRODUCER, topics: [{ topic: 'orders', partitions: [7, 9] }] },
  },
  AddOffsetsToTxn: { folder: 'addOffsetsToTxn', args: { ...PRODUCER, groupId: 'group' } },
  EndTxn: { folder: 'endTxn', args: { ...PRODUCER, transactionResult: true } },
  TxnOffsetCommit: {
    folder: 'txnOffsetCommit',
    args: {
      ...PRODUCER,
      groupId: 'group',
      topics: [{ topic: 'orders', partitions: [{ partition: 7, offset: '1099511627777', metadata: 'why' }] }],
    },
  },
  DescribeConfigs: {
    folder: 'describeConfigs',
    args: { includeSynonyms: true, resources: [{ type: 2, name: 'orders', configNames: ['retention.ms'] }] },
  },
  AlterConfigs: {
    folder: 'alterConfigs',
    args: {
      validateOnly: true,
      resources: [{ type: 2, name: 'orders', configEntries: [{ name: 'retention.ms', value: '5' }] }],
    },
  },
  CreatePartitions: {
    folder: 'createPartitions',
    args: {
      validateOnly: true,
      timeout: 5_001,
      topicPartitions: [{ topic: 'orders', count: 9, assignments: [[1], [1]] }],
    },
  },
  DeleteGroups: { folder: 'deleteGroups', args: ['group', 'other'] },
};

function kafkajsApi(folder: string): KafkajsApi {
  return requireModule(`kafkajs/src/protocol/requests/${folder}/index.js`) as KafkajsApi;
}

/** The versions that both speak. */
function sharedVersions({ versions: [oldest, newest] }: Api, theirs: KafkajsApi): readonly number[] {
  return theirs.versions.map(Number).filter((version) => version >= oldest && version <= newest);
}

function encoded<F extends Fields>(fields: F, value: unknown, version: number): Buffer {
  const out = new ByteWriter();
  writeMessage(out, fields, value as SentOf<F>, version, false);
  return Buffer.concat(out.chunks());
}

function exchange({ folder, args }: Case, version: number): Exchange {
  return kafkajsApi(folder).protocol({ version: String(version) })(args);
}

const SHARED = Object.entries(CASES).flatMap(([name, one]) => {
  const api = APIS.find((candidate) => candidate.name === name);
  if (api === undefined) throw new Error(`There is no table of ${name}.`);
  return sharedVersions(api, kafkajsApi(one.folder)).map(
    (version) => [`${name} v${version}`, api, version, one] as const,
  );
});

/** kafkajs has its key and nothing to write or read it with. */
const WITHOUT_ENCODER: readonly string[] = ['IncrementalAlterConfigs'];

test('every API that both have is held', () => {
  const theirs: Readonly<Record<string, number>> = requireModule('kafkajs/src/protocol/requests/apiKeys.js');
  const keys = new Set(Object.values(theirs));
  const both = APIS.filter(({ key }) => keys.has(key)).map(({ name }) => name);
  expect([...Object.keys(CASES), ...WITHOUT_ENCODER].sort()).toEqual(both.sort());
});

/** What kafkajs calls otherwise than the tables do, as `ours theirs`. */
const ALIASES: ReadonlySet<string> = new Set([
  'assignment memberAssignment',
  'configurationKeys configNames',
  'errorCode partitionErrorCode',
  'errorCode topicErrorCode',
  'groupState state',
  'groups groupIds',
  'groupsNames ',
  'inSyncReplicas isr',
  'index partition',
  'index partitionId',
  'key coordinatorKey',
  'leader leaderId',
  'leaderId leader',
  'logAppendTimeMs logAppendTime',
  'logStartOffset lastStartOffset',
  'maxWaitMs maxWaitTime',
  'metadata memberMetadata',
  'name configName',
  'name topic',
  'name topicName',
  'name topics',
  'protocolData protocol',
  'protocolName groupProtocol',
  'rebalanceTimeoutMs rebalanceTimeout',
  'resourceName name',
  'sessionTimeoutMs sessionTimeout',
  'throttleTimeMs clientSideThrottleTime',
  'throttleTimeMs throttleTime',
  'timeoutMs timeout',
  'topicNames topics',
  'transactionTimeoutMs transactionTimeout',
  'value configValue',
]);
const usedAliases = new Set<string>();

describe.each(SHARED)('%s', (_, api, version, one) => {
  test('what kafkajs asks is read as it was meant, and written the same again', async () => {
    const { buffer } = await exchange(one, version).request.encode();
    const request = readMessage(new ByteReader(buffer), api.request, version, false);
    expect(encoded(api.request, request, version).equals(buffer)).toBe(true);
    expectSameNames(leavesOf(request), leavesOf(one.args));
  });

  test('what is answered, kafkajs reads value by value', async () => {
    const answer = sampleMessage(api.response, version);
    const bytes = encoded(api.response, answer, version);
    const read = leavesOf(await exchange(one, version).response.decode(bytes));
    expectSameNames(leavesOf(answer), read);
    const missing = leavesOf(answer).filter(({ text }) => isTelling(text) && !read.some((leaf) => leaf.text === text));
    expect(missing).toEqual([]);
  });
});

test('no alias is left over', () => {
  expect([...ALIASES].filter((pair) => !usedAliases.has(pair))).toEqual([]);
});

/** Each value that both have stands under the same name, or under one that means the same: no two fields are swapped. */
function expectSameNames(ours: readonly Leaf[], theirs: readonly Leaf[]): void {
  for (const { name, text } of ours.filter((leaf) => isTelling(leaf.text))) {
    const names = theirs.filter((leaf) => leaf.text === text).map((leaf) => leaf.name);
    if (names.length === 0 || names.includes(name)) continue;
    const alias = names.map((other) => `${name} ${other}`).find((pair) => ALIASES.has(pair));
    expect(alias, `${name} is ${text}, which kafkajs has as ${names.join(', ')}`).toBeDefined();
    if (alias !== undefined) usedAliases.add(alias);
  }
}

/** Flags and small numbers stand in many places. */
function isTelling(text: string): boolean {
  return (
    text.length > 2 && !['null', 'true', 'false', '-2147483648', '00000000-0000-0000-0000-000000000000'].includes(text)
  );
}

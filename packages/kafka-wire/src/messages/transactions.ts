import { defineApi } from '../message.ts';

const producer = { producerId: 'producerId', producerEpoch: 'int16' } as const;

export const initProducerId = defineApi({
  name: 'InitProducerId',
  key: 22,
  versions: [0, 1],
  flexibleFrom: 2,
  request: { transactionalId: 'nullableString', transactionTimeoutMs: 'int32' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16', ...producer },
});

export const addPartitionsToTxn = defineApi({
  name: 'AddPartitionsToTxn',
  key: 24,
  versions: [0, 2],
  flexibleFrom: 3,
  request: { transactionalId: 'string', ...producer, topics: [{ name: 'string', partitions: ['int32'] }] },
  response: {
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});

export const addOffsetsToTxn = defineApi({
  name: 'AddOffsetsToTxn',
  key: 25,
  versions: [0, 2],
  flexibleFrom: 3,
  request: { transactionalId: 'string', ...producer, groupId: 'string' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16' },
});

export const endTxn = defineApi({
  name: 'EndTxn',
  key: 26,
  versions: [0, 2],
  flexibleFrom: 3,
  request: { transactionalId: 'string', ...producer, committed: 'bool' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16' },
});

export const txnOffsetCommit = defineApi({
  name: 'TxnOffsetCommit',
  key: 28,
  versions: [0, 2],
  flexibleFrom: 3,
  request: {
    transactionalId: 'string',
    groupId: 'string',
    ...producer,
    topics: [
      {
        name: 'string',
        partitions: [
          {
            index: 'int32',
            offset: 'int64',
            leaderEpoch: { type: 'int32', versions: [2, 2], absent: -1 },
            metadata: 'nullableString',
          },
        ],
      },
    ],
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});

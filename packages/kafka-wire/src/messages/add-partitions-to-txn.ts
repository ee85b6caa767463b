import { defineApi } from '../message.ts';

export const addPartitionsToTxn = defineApi({
  name: 'AddPartitionsToTxn',
  key: 24,
  versions: [0, 3],
  flexibleFrom: 3,
  request: {
    transactionalId: 'string',
    producerId: 'producerId',
    producerEpoch: 'int16',
    topics: [{ name: 'string', partitions: ['int32'] }],
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [{ name: 'string', partitions: [{ index: 'int32', errorCode: 'int16' }] }],
  },
});

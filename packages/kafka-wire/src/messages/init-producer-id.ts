import { defineApi } from '../message.ts';

export const initProducerId = defineApi({
  name: 'InitProducerId',
  key: 22,
  versions: [0, 4],
  flexibleFrom: 2,
  request: {
    transactionalId: 'nullableString',
    transactionTimeoutMs: 'int32',
    producerId: { since: 3, type: 'producerId', absent: -1n },
    producerEpoch: { since: 3, type: 'int16', absent: -1 },
  },
  response: { throttleTimeMs: 'int32', errorCode: 'int16', producerId: 'producerId', producerEpoch: 'int16' },
});

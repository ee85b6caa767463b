import { defineApi } from '../message.ts';

export const initProducerId = defineApi({
  name: 'InitProducerId',
  key: 22,
  versions: [0, 1],
  flexibleFrom: 2,
  request: { transactionalId: 'nullableString', transactionTimeoutMs: 'int32' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16', producerId: 'producerId', producerEpoch: 'int16' },
});

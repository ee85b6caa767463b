import { defineApi } from '../message.ts';

export const endTxn = defineApi({
  name: 'EndTxn',
  key: 26,
  versions: [0, 3],
  flexibleFrom: 3,
  request: { transactionalId: 'string', producerId: 'producerId', producerEpoch: 'int16', committed: 'bool' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16' },
});

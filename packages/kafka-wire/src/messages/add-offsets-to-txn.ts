import { defineApi } from '../message.ts';

export const addOffsetsToTxn = defineApi({
  name: 'AddOffsetsToTxn',
  key: 25,
  versions: [0, 3],
  flexibleFrom: 3,
  request: { transactionalId: 'string', producerId: 'producerId', producerEpoch: 'int16', groupId: 'string' },
  response: { throttleTimeMs: 'int32', errorCode: 'int16' },
});

import { defineApi } from '../message.ts';

export const createPartitions = defineApi({
  name: 'CreatePartitions',
  key: 37,
  versions: [0, 3],
  flexibleFrom: 2,
  request: {
    topics: [{ name: 'string', count: 'int32', assignments: [{ brokerIds: ['int32'] }, 'nullable'] }],
    timeoutMs: 'int32',
    validateOnly: 'bool',
  },
  response: {
    throttleTimeMs: 'int32',
    results: [{ name: 'string', errorCode: 'int16', errorMessage: 'nullableString' }],
  },
});

import { defineApi } from '../message.ts';

/** `numPartitions` and `replicationFactor` of −1 leave the choice to the broker. */
export const createTopics = defineApi({
  name: 'CreateTopics',
  key: 19,
  versions: [2, 7],
  flexibleFrom: 5,
  request: {
    topics: [
      {
        name: 'string',
        numPartitions: 'int32',
        replicationFactor: 'int16',
        assignments: [{ partitionIndex: 'int32', brokerIds: ['int32'] }],
        configs: [{ name: 'string', value: 'nullableString' }],
      },
    ],
    timeoutMs: 'int32',
    validateOnly: 'bool',
  },
  response: {
    throttleTimeMs: 'int32',
    topics: [
      {
        name: 'string',
        topicId: { since: 7, type: 'uuid', absent: '00000000-0000-0000-0000-000000000000' },
        errorCode: 'int16',
        errorMessage: 'nullableString',
        numPartitions: { since: 5, type: 'int32', absent: -1 },
        replicationFactor: { since: 5, type: 'int16', absent: -1 },
        configs: {
          since: 5,
          type: [
            { name: 'string', value: 'nullableString', readOnly: 'bool', configSource: 'int8', isSensitive: 'bool' },
            'nullable',
          ],
          absent: [],
        },
      },
    ],
  },
});

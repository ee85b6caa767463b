import { defineApi } from '../message.ts';

/** Resource types: 2 a topic, 4 a broker. */
export const describeConfigs = defineApi({
  name: 'DescribeConfigs',
  key: 32,
  versions: [1, 4],
  flexibleFrom: 4,
  request: {
    resources: [{ resourceType: 'int8', resourceName: 'string', configurationKeys: ['string', 'nullable'] }],
    includeSynonyms: 'bool',
    includeDocumentation: { since: 3, type: 'bool', absent: false },
  },
  response: {
    throttleTimeMs: 'int32',
    results: [
      {
        errorCode: 'int16',
        errorMessage: 'nullableString',
        resourceType: 'int8',
        resourceName: 'string',
        configs: [
          {
            name: 'string',
            value: 'nullableString',
            readOnly: 'bool',
            configSource: 'int8',
            isSensitive: 'bool',
            synonyms: [{ name: 'string', value: 'nullableString', source: 'int8' }],
            configType: { since: 3, type: 'int8', absent: 0 },
            documentation: { since: 3, type: 'nullableString', absent: null },
          },
        ],
      },
    ],
  },
});

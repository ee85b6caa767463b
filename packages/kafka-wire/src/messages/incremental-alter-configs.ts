import { defineApi } from '../message.ts';

/** Operations: 0 set, 1 delete, 2 append, 3 subtract. */
export const incrementalAlterConfigs = defineApi({
  name: 'IncrementalAlterConfigs',
  key: 44,
  versions: [0, 1],
  flexibleFrom: 1,
  request: {
    resources: [
      {
        resourceType: 'int8',
        resourceName: 'string',
        configs: [{ name: 'string', configOperation: 'int8', value: 'nullableString' }],
      },
    ],
    validateOnly: 'bool',
  },
  response: {
    throttleTimeMs: 'int32',
    responses: [{ errorCode: 'int16', errorMessage: 'nullableString', resourceType: 'int8', resourceName: 'string' }],
  },
});

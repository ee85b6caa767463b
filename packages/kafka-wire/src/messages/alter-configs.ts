import { defineApi } from '../message.ts';

export const alterConfigs = defineApi({
  name: 'AlterConfigs',
  key: 33,
  versions: [0, 2],
  flexibleFrom: 2,
  request: {
    resources: [
      { resourceType: 'int8', resourceName: 'string', configs: [{ name: 'string', value: 'nullableString' }] },
    ],
    validateOnly: 'bool',
  },
  response: {
    throttleTimeMs: 'int32',
    responses: [{ errorCode: 'int16', errorMessage: 'nullableString', resourceType: 'int8', resourceName: 'string' }],
  },
});

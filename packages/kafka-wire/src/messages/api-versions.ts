import { defineApi } from '../message.ts';

export const apiVersions = defineApi({
  name: 'ApiVersions',
  key: 18,
  versions: [0, 2],
  flexibleFrom: 3,
  request: {},
  response: {
    errorCode: 'int16',
    apiKeys: [{ apiKey: 'int16', minVersion: 'int16', maxVersion: 'int16' }],
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
  },
});

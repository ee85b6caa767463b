import { defineApi } from '../message.ts';

export const apiVersions = defineApi({
  name: 'ApiVersions',
  key: 18,
  versions: [0, 3],
  flexibleFrom: 3,
  request: {
    clientSoftwareName: { since: 3, type: 'string', absent: '' },
    clientSoftwareVersion: { since: 3, type: 'string', absent: '' },
  },
  response: {
    errorCode: 'int16',
    apiKeys: [{ apiKey: 'int16', minVersion: 'int16', maxVersion: 'int16' }],
    throttleTimeMs: { since: 1, type: 'int32', absent: 0 },
  },
});

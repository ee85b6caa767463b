import { incrementalAlterConfigs } from '@millrace/kafka-wire';
import { CONFIG_OPERATIONS } from '../topics/alter-configs.ts';
import { alterConfigs } from './config-resources.ts';
import { defineDirect } from './handler.ts';

/** Changes single configs and leaves the others. */
export const incrementalAlterConfigsHandler = defineDirect(incrementalAlterConfigs, (state, request) => ({
  throttleTimeMs: 0,
  responses: request.resources.map(({ resourceType, resourceName, configs }) => {
    const changes = configs.map(({ name, configOperation, value }) => ({
      name,
      operation: CONFIG_OPERATIONS[configOperation] ?? 'set',
      value,
    }));
    const answer = alterConfigs(state, resourceType, resourceName, request.validateOnly, () => changes, 'present');
    return { ...answer, resourceType, resourceName };
  }),
}));

import { alterConfigs as api } from '@millrace/kafka-wire';
import { alterConfigs } from './config-resources.ts';
import { defineDirect } from './handler.ts';

/** Replaces all of a topic's configs: what is not named has its initial value again. */
export const alterConfigsHandler = defineDirect(api, (state, request) => ({
  throttleTimeMs: 0,
  responses: request.resources.map(({ resourceType, resourceName, configs }) => {
    const changes = configs.map(({ name, value }) => ({ name, operation: 'set' as const, value }));
    const answer = alterConfigs(state, resourceType, resourceName, request.validateOnly, () => changes, 'nothing');
    return { ...answer, resourceType, resourceName };
  }),
}));

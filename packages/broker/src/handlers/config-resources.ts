import { ERRORS } from '@millrace/kafka-wire';
import { type ConfigChange, changedConfigs } from '../topics/alter-configs.ts';
import { orStorageRefusal } from '../topics/or-storage-refusal.ts';
import { type ConfigValues, configFault } from '../topics/topic-configs.ts';
import type { BrokerState } from './broker-state.ts';
import { errorText } from './error-text.ts';

/** What can be configured, by the protocol's numbers. */
export const RESOURCES = { topic: 2, broker: 4 } as const;

export type ConfigAnswer = { readonly errorCode: number; readonly errorMessage: string | null };

const DONE: ConfigAnswer = { errorCode: ERRORS.NONE, errorMessage: null };

/** Changes a topic's configs; nothing is changed where a part is refused or `validateOnly` is set. */
export function alterConfigs(
  state: BrokerState,
  resourceType: number,
  resourceName: string,
  validateOnly: boolean,
  change: (own: ConfigValues) => readonly ConfigChange[],
  from: 'present' | 'nothing',
): ConfigAnswer {
  if (resourceType !== RESOURCES.topic) {
    const what =
      resourceType === RESOURCES.broker
        ? "This broker's own configs are given at its start"
        : `Resources of type ${resourceType} are not known here`;
    return { errorCode: ERRORS.INVALID_REQUEST, errorMessage: `${what}; configs of topics can be changed.` };
  }
  const topic = state.topics.get(resourceName);
  if (topic === null) {
    return {
      errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
      errorMessage: errorText(`There is no topic ${resourceName}.`),
    };
  }
  const own = from === 'present' ? topic.configs : {};
  const after = changedConfigs(own, state.facts.topicDefaults, change(topic.configs));
  if ('code' in after) return { errorCode: after.code, errorMessage: errorText(after.message) };
  const fault = configFault(after.configs);
  if (fault !== null) return { errorCode: ERRORS.INVALID_CONFIG, errorMessage: errorText(fault) };
  if (validateOnly) return DONE;
  const refusal = orStorageRefusal('Keeping the configs', () => state.topics.configure(topic, after.configs));
  return refusal === undefined ? DONE : { errorCode: refusal.code, errorMessage: errorText(refusal.message) };
}

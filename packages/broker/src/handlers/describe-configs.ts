import { describeConfigs, ERRORS, type MessageOf, type SentOf } from '@millrace/kafka-wire';
import { CONFIG_SOURCES, type DescribedConfig, describedTopicConfigs } from '../topics/described-configs.ts';
import { CONFIG_TYPES } from '../topics/topic-configs.ts';
import type { BrokerState } from './broker-state.ts';
import { RESOURCES } from './config-resources.ts';
import { distinct } from './distinct.ts';
import { errorText } from './error-text.ts';
import { defineDirect } from './handler.ts';

type Result = SentOf<typeof describeConfigs.response>['results'][number];
type Wanted = MessageOf<typeof describeConfigs.request>['resources'][number];

export const describeConfigsHandler = defineDirect(describeConfigs, (state, { resources, includeSynonyms }) => ({
  throttleTimeMs: 0,
  results: distinct(resources, ({ resourceType, resourceName }) => `${resourceType} ${resourceName}`).map((wanted) =>
    describe(state, wanted, includeSynonyms),
  ),
}));

function describe(state: BrokerState, wanted: Wanted, includeSynonyms: boolean): Result {
  const { resourceType, resourceName, configurationKeys } = wanted;
  const found = configsOf(state, resourceType, resourceName);
  if (typeof found === 'string') {
    const errorCode = resourceType === RESOURCES.topic ? ERRORS.UNKNOWN_TOPIC_OR_PARTITION : ERRORS.INVALID_REQUEST;
    return { errorCode, errorMessage: errorText(found), resourceType, resourceName, configs: [] };
  }
  const isWanted = ({ name }: DescribedConfig) => configurationKeys === null || configurationKeys.includes(name);
  const configs = found.filter(isWanted).map((config) => told(config, resourceType, includeSynonyms));
  return { errorCode: ERRORS.NONE, errorMessage: null, resourceType, resourceName, configs };
}

/** The configs of a resource, or why there are none. */
function configsOf({ topics, facts }: BrokerState, type: number, name: string): readonly DescribedConfig[] | string {
  if (type === RESOURCES.topic) {
    const topic = topics.get(name);
    return topic === null ? `There is no topic ${name}.` : describedTopicConfigs(topic.configs, facts.topicDefaults);
  }
  if (type !== RESOURCES.broker)
    return `Resources of type ${type} are not known here; topics (2) and the broker (4) are.`;
  if (name !== '' && name !== String(facts.nodeId)) return `There is no broker ${name}; this is ${facts.nodeId}.`;
  return Object.entries(facts.configs).map(([config, value]) => ({
    name: config,
    value,
    source: 'broker' as const,
    type: 'string' as const,
    synonyms: [{ value, source: 'broker' as const }],
  }));
}

function told({ name, value, source, type, synonyms }: DescribedConfig, resource: number, includeSynonyms: boolean) {
  return {
    name,
    value,
    readOnly: resource === RESOURCES.broker,
    configSource: CONFIG_SOURCES[source],
    isSensitive: false,
    synonyms: includeSynonyms
      ? synonyms.map((one) => ({ name, value: one.value, source: CONFIG_SOURCES[one.source] }))
      : [],
    configType: CONFIG_TYPES[type],
    documentation: null,
  };
}

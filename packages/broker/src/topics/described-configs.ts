import { type ConfigDefinition, type ConfigValues, TOPIC_CONFIGS } from './topic-configs.ts';

/** Where a value comes from, by the numbers of DescribeConfigs. */
export const CONFIG_SOURCES = { topic: 1, broker: 4, initial: 5 } as const;
export type ConfigSource = keyof typeof CONFIG_SOURCES;

export type DescribedConfig = {
  readonly name: string;
  readonly value: string;
  readonly source: ConfigSource;
  readonly type: ConfigDefinition['type'];
  /** Every value that stands for it, the one in force first. */
  readonly synonyms: readonly { readonly value: string; readonly source: ConfigSource }[];
};

/** All configs of a topic: its own values, else the broker's, else Kafka's. */
export function describedTopicConfigs(own: ConfigValues, defaults: ConfigValues): readonly DescribedConfig[] {
  return [...TOPIC_CONFIGS.values()].map(({ name, type, initial }) => {
    const layers: readonly (readonly [ConfigSource, string | undefined])[] = [
      ['topic', own[name]],
      ['broker', defaults[name]],
      ['initial', initial],
    ];
    const synonyms = layers.flatMap(([source, value]) => (value === undefined ? [] : [{ source, value }]));
    const { value, source } = synonyms[0] ?? { value: initial, source: 'initial' as const };
    return { name, value, source, type, synonyms };
  });
}

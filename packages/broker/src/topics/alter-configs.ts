import { ERRORS } from '@millrace/kafka-wire';
import { type ConfigValues, listOf, TOPIC_CONFIGS } from './topic-configs.ts';

/** One change of a config; `append` and `subtract` change the parts of a list. */
export type ConfigChange = {
  readonly name: string;
  readonly operation: 'set' | 'delete' | 'append' | 'subtract';
  readonly value: string | null;
};

/** The numbers of IncrementalAlterConfigs. */
export const CONFIG_OPERATIONS: readonly ConfigChange['operation'][] = ['set', 'delete', 'append', 'subtract'];

/** A topic's own configs after changes, or why they make no sense. Values are not checked here. */
export function changedConfigs(
  own: ConfigValues,
  defaults: ConfigValues,
  changes: readonly ConfigChange[],
): { readonly configs: ConfigValues } | { readonly code: number; readonly message: string } {
  const after = new Map(Object.entries(own));
  const names = new Set<string>();
  for (const { name, operation, value } of changes) {
    if (names.has(name)) return { code: ERRORS.INVALID_REQUEST, message: `${name} is changed twice in one request.` };
    names.add(name);
    if (operation === 'delete') {
      after.delete(name);
      continue;
    }
    if (value === null) return { code: ERRORS.INVALID_CONFIG, message: `${name} needs a value.` };
    if (operation === 'set') {
      after.set(name, value);
      continue;
    }
    const definition = TOPIC_CONFIGS.get(name);
    if (definition?.type !== 'list') {
      const message = `${name} is no list, so nothing can be added to it or taken from it.`;
      return { code: ERRORS.INVALID_CONFIG, message };
    }
    const present = listOf(after.get(name) ?? defaults[name] ?? definition.initial);
    const parts = listOf(value);
    const rest = present.filter((part) => !parts.includes(part));
    after.set(name, (operation === 'append' ? [...rest, ...parts] : rest).join(','));
  }
  return { configs: Object.fromEntries(after) };
}

import { listed, nearest } from '../nearest.ts';

/** What to say where a key names no node. */
export function unknownNode(key: string, nodes: ReadonlyMap<string, unknown>): string {
  const keys = [...nodes.keys()];
  if (keys.length === 0) return `There is no node ${key}. Add it.`;
  const near = nearest(key, keys);
  return `There is no node ${key}. ${near === null ? `The nodes are ${listed(keys)}.` : `Did you mean ${near}?`}`;
}

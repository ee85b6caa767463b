import { type EdgeSchema, formatType, unreachable } from '@millrace/model';
import type { CheckedNode, CheckedPipeline, CheckedSource } from '../check/checked-pipeline.ts';
import { canonicalJson } from './canonical-json.ts';
import { hashText } from './hash-text.ts';
import { normalConfig } from './normal-config.ts';

/**
 * By node id, what the node means, as 16 hexadecimal digits: its type, version and configuration, its inputs and everything
 * before it that decides which rows arrive. Two documents that differ in order, spelling, labels, notes, or in what only steers
 * progress (startFrom, the watermark's settings, partitions of a topic to be made) have the same hashes; state that was built
 * under other hashes has lost its meaning.
 */
export function meaningHashes(checked: CheckedPipeline): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const id of checked.order) {
    const node = checked.nodes.get(id) as CheckedNode;
    const before = checked.edges
      .filter((edge) => edge.to.node === id)
      .map(({ from, to }) => `${to.port} < ${hashes.get(from.node)}.${from.port}`)
      .sort();
    const inputs = Object.fromEntries([...node.inputs].map(([port, schema]) => [port, schemaMeaning(schema)]));
    const { type, version } = node.definition.spec;
    hashes.set(id, hashText(canonicalJson({ type, version, own: ownMeaning(node), inputs, before })));
  }
  return hashes;
}

function ownMeaning(node: CheckedNode): unknown {
  switch (node.role) {
    case 'source':
      return sourceMeaning(node);
    case 'operator':
      return { config: normalConfig(node.definition.spec.form.fields, node.config), onError: node.onError };
    case 'sink': {
      const { topic, key, timestampFormat } = node.description;
      return { topic: topic.kind === 'named' ? topic.name : topic.kind, key, timestampFormat };
    }
    default:
      return unreachable(node);
  }
}

/** Which rows a source gives. What an ingest task makes is also a matter of its settings. */
function sourceMeaning({ description, definition, config }: CheckedSource): unknown {
  const { columns, eventTime, format, topic, isolation } = description;
  return {
    columns: columns.map(({ name, type, required, path }) => ({ name, type: formatType(type), required, path })),
    time: eventTime?.from ?? null,
    format,
    isolation,
    topic: topic.kind === 'existing' ? topic.name : normalConfig(definition.spec.form.fields, config),
  };
}

function schemaMeaning({ columns, time, changelog }: EdgeSchema): unknown {
  return { columns: columns.map(({ name, type, nullable }) => [name, formatType(type), nullable]), time, changelog };
}

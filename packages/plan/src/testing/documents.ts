import { assert, type PipelineDocument, parseDocument } from '@millrace/model';
import { checkDocument } from '../check/check-document.ts';
import type { CheckedPipeline } from '../check/checked-pipeline.ts';

export type NodeJson = { readonly type: string; readonly config?: object; readonly [field: string]: unknown };
export type NodesJson = Readonly<Record<string, NodeJson>>;
/** `a > b`, `per10s.late > late`. */
export type EdgeText = string;

export const BIDS: NodeJson = {
  type: 'kafka-source',
  config: {
    topic: 'bids',
    columns: [
      { name: 'auction', type: 'BIGINT' },
      { name: 'price', type: 'BIGINT' },
      { name: 'date_time', type: 'TIMESTAMP_LTZ(3)' },
    ],
    eventTime: { column: 'date_time', maxOutOfOrder: '2s' },
  },
};
export const DEAR: NodeJson = { type: 'filter', config: { where: 'price > 100' } };
export const PER10S: NodeJson = {
  type: 'tumbling-window',
  config: { size: '10s', groupBy: ['auction'], aggregates: [{ name: 'bids', fn: 'count' }] },
};
export const OUT: NodeJson = { type: 'kafka-sink', config: { topic: 'top-bids', key: ['auction'] } };
export const ORDERS: NodeJson = { type: 'generator', config: { seed: 7, rate: 120 } };

/** A source, a filter, a window and a sink in a row, and a sink for late rows. */
export const NODES: NodesJson = {
  bids: BIDS,
  dear: DEAR,
  per10s: PER10S,
  out: OUT,
  late: { type: 'kafka-sink', config: { topic: 'late-bids' } },
};
export const EDGES: readonly EdgeText[] = ['bids > dear', 'dear > per10s', 'per10s > out', 'per10s.late > late'];

export function documentOf(
  nodes: NodesJson,
  edges: readonly EdgeText[],
  parameters: object = {},
  id?: string,
): PipelineDocument {
  const json = {
    format: 'millrace/pipeline@1',
    id,
    name: 'test',
    parameters,
    nodes,
    edges: edges.map((text) => {
      const [from, to] = text.split(' > ');
      return { from, to };
    }),
  };
  const parsed = parseDocument(JSON.stringify(json));
  assert(parsed.ok, JSON.stringify(parsed.issues));
  return parsed.value;
}

export function checkedOf(nodes: NodesJson, edges: readonly EdgeText[]): CheckedPipeline {
  const checked = checkDocument(documentOf(nodes, edges));
  assert(checked.ok, JSON.stringify(checked.issues));
  return checked.value;
}

/** NODES with some replaced or added. */
export function nodesWith(changes: NodesJson): NodesJson {
  return { ...NODES, ...changes };
}

/** A node with some of its configuration replaced; undefined takes a field out. */
export function configured(node: NodeJson, changes: Readonly<Record<string, unknown>>): NodeJson {
  return { ...node, config: { ...node.config, ...changes } };
}

import { CONNECTORS } from '@millrace/connectors-spec';
import {
  compareStrings,
  type EdgeDocument,
  failure,
  formatInput,
  formatOutput,
  type Issue,
  type PipelineDocument,
  type Result,
  success,
} from '@millrace/model';
import type { CheckedNode, CheckedPipeline } from './checked-pipeline.ts';
import { type DraftNode, draftNode, unreadableNode } from './draft-node.ts';
import { checkWholeGraph, edgesBetween } from './graph-issues.ts';
import { portIssues } from './port-issues.ts';
import { putInParameters } from './put-in-parameters.ts';
import { type ResolvedNode, resolveNodes } from './resolve-nodes.ts';
import { topicIssues } from './topic-issues.ts';

/**
 * Judges a whole document: types and configurations of nodes, edges and their ports, cycles, columns, topics (V1). All mistakes
 * that can be told apart come at once, in an order that depends on the graph alone; a node behind a broken one is checked as far as
 * its own configuration and edges go. `parameters` replace the document's own values of that name.
 */
export function checkDocument(
  written: PipelineDocument,
  parameters: ReadonlyMap<string, string> = new Map(),
): Result<CheckedPipeline> {
  const { document, broken, issues: parameterIssues } = putInParameters(written, parameters);
  const drafts = new Map(
    [...document.nodes].map(([id, node]) => [id, broken.has(id) ? unreadableNode(id, node) : draftNode(id, node)]),
  );
  const graph = checkWholeGraph(document);
  const edges = [...edgesBetween(document.nodes, document.edges)].sort(byEnds);
  const resolved = resolveNodes(drafts, edges, graph.order);
  const issues = sorted([
    ...parameterIssues,
    ...graph.issues,
    ...[...drafts.values()].flatMap((draft) => draft.issues),
    ...portIssues(drafts, document.edges),
    ...[...resolved.values()].flatMap((node) => node.issues),
    ...topicIssues(document.id, [...drafts.values()]),
    ...shapeIssues(drafts, document.edges),
  ]);
  if (issues.some((issue) => issue.severity === 'error')) return failure(issues);
  const nodes = new Map(
    [...resolved].flatMap(([id, node]) => checkedNode(node).map((checked) => [id, checked] as const)),
  );
  return success({ document, order: graph.order, nodes, edges }, issues);
}

/** A pipeline without a result, and rows that nothing takes up. */
function shapeIssues(drafts: ReadonlyMap<string, DraftNode>, edges: readonly EdgeDocument[]): readonly Issue[] {
  const nodes = [...drafts.values()];
  const isSink = ({ definition }: DraftNode) => definition?.spec.role === 'sink';
  const mayBeSink = nodes.some((draft) => draft.definition === null || isSink(draft));
  const sinkTypes = [...CONNECTORS.values()].filter(({ role }) => role === 'sink').map(({ spec }) => spec.type);
  const message = `The pipeline has no sink, so nobody would see a result. Add a ${sinkTypes.join(' or ')} and draw an edge to it.`;
  const unread = nodes
    .filter(({ id, valid }) => (valid?.outputs.length ?? 0) > 0 && !edges.some((edge) => edge.from.node === id))
    .map(({ id }): Issue => {
      const remedy = `Draw an edge from ${id}, or remove it.`;
      return { severity: 'warning', node: id, message: `Nothing takes up what ${id} sends. ${remedy}` };
    });
  return [...(mayBeSink ? [] : [{ severity: 'error', message } satisfies Issue]), ...unread];
}

function checkedNode({ draft, valid, inputs, outputs }: ResolvedNode): CheckedNode[] {
  const { id, definition, node } = draft;
  if (outputs === null || definition === null) return [];
  const { config } = valid;
  const parts = { id, config, inputs, outputs };
  if (!('role' in definition)) return [{ ...parts, role: 'operator', definition, onError: node.onError }];
  if (definition.role === 'source') {
    return [{ ...parts, role: 'source', definition, description: definition.describe(config) }];
  }
  const [input] = inputs.values();
  return input === undefined
    ? []
    : [{ ...parts, role: 'sink', definition, description: definition.describe(config, input) }];
}

/** By node, those of the whole document first; then by field and message. */
function sorted(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort(
    (a, b) =>
      compareStrings(a.node ?? '', b.node ?? '') ||
      compareStrings(a.field ?? '', b.field ?? '') ||
      compareStrings(a.message, b.message),
  );
}

function byEnds(a: EdgeDocument, b: EdgeDocument): number {
  return (
    compareStrings(formatOutput(a.from), formatOutput(b.from)) || compareStrings(formatInput(a.to), formatInput(b.to))
  );
}

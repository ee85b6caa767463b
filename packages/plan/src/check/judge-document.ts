import { CONNECTORS } from '@millrace/connectors-spec';
import {
  compareStrings,
  type EdgeDocument,
  formatInput,
  formatOutput,
  type Issue,
  type PipelineDocument,
} from '@millrace/model';
import { type DraftNode, draftNode, unreadableNode } from './draft-node.ts';
import { checkWholeGraph, edgesBetween } from './graph-issues.ts';
import { portIssues } from './port-issues.ts';
import { putInParameters } from './put-in-parameters.ts';
import { type ResolvedNode, resolveNodes } from './resolve-nodes.ts';
import { topicIssues } from './topic-issues.ts';

/** All that can be said of a document, whether it is right or not; `resolved` has the nodes as far as types could be followed. */
export type JudgedDocument = {
  /** With its parameters put in. */
  readonly document: PipelineDocument;
  readonly graph: { readonly order: readonly string[] };
  readonly edges: readonly EdgeDocument[];
  readonly drafts: ReadonlyMap<string, DraftNode>;
  readonly resolved: ReadonlyMap<string, ResolvedNode>;
  readonly issues: readonly Issue[];
};

/** Looks at every node, edge, column and topic; issues come in an order that depends on the graph alone (V1). */
export function judgeDocument(
  written: PipelineDocument,
  parameters: ReadonlyMap<string, string> = new Map(),
): JudgedDocument {
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
  return { document, graph, edges, drafts, resolved, issues };
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

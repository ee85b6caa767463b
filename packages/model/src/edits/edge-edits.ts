import { MAX_EDGES } from '../graph/document-schema.ts';
import {
  type EdgeDocument,
  formatEdge,
  type PipelineDocument,
  type PortRef,
  sameEdge,
} from '../graph/pipeline-document.ts';
import { issueAt } from '../graph/schema-issues.ts';
import { unknownNode } from '../graph/unknown-node.ts';
import { failure, type Issue, type Result, success } from '../issue.ts';
import { nameFault } from '../values/name.ts';
import type { EditedDocument, EditOf } from './edit.ts';
import { inserted } from './inserted.ts';

export function addEdge(document: PipelineDocument, { edge, at }: EditOf<'addEdge'>): Result<EditedDocument> {
  const edges = inserted(document.edges, edge, at);
  const issues = [...endIssues(document, edge.from), ...endIssues(document, edge.to), ...countIssues(edges)];
  if (document.edges.some((other) => sameEdge(other, edge))) {
    issues.push(issueAt([], `There is an edge from ${formatEdge(edge)} already. Keep that one.`));
  }
  if (issues.length > 0) return failure(issues);
  return success({ document: { ...document, edges }, inverse: { kind: 'removeEdge', edge } });
}

export function removeEdge(document: PipelineDocument, { edge }: EditOf<'removeEdge'>): Result<EditedDocument> {
  const at = document.edges.findIndex((other) => sameEdge(other, edge));
  if (at === -1) return failure([issueAt([], `There is no edge from ${formatEdge(edge)}. Choose one that exists.`)]);
  return success(withEdges(document, document.edges.toSpliced(at, 1)));
}

export function setEdges(document: PipelineDocument, { edges }: EditOf<'setEdges'>): Result<EditedDocument> {
  const issues = [...countIssues(edges), ...edges.flatMap(({ from, to }) => [...nameIssues(from), ...nameIssues(to)])];
  return issues.length > 0 ? failure(issues) : success(withEdges(document, edges));
}

function withEdges(document: PipelineDocument, edges: readonly EdgeDocument[]): EditedDocument {
  return { document: { ...document, edges }, inverse: { kind: 'setEdges', edges: document.edges } };
}

function endIssues({ nodes }: PipelineDocument, end: PortRef): readonly Issue[] {
  return nodes.has(end.node) ? nameIssues(end) : [issueAt([], unknownNode(end.node, nodes))];
}

function nameIssues({ node, port }: PortRef): readonly Issue[] {
  return [nameFault(node), nameFault(port)].filter((fault) => fault !== null).map((fault) => issueAt([], fault));
}

function countIssues(edges: readonly EdgeDocument[]): readonly Issue[] {
  if (edges.length <= MAX_EDGES) return [];
  return [issueAt(['edges'], `A pipeline has at most ${MAX_EDGES} edges. Split it.`)];
}

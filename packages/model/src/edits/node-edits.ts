import { MAX_NODES } from '../graph/document-schema.ts';
import type { EdgeDocument, NodeDocument, PipelineDocument, PortRef } from '../graph/pipeline-document.ts';
import { issueAt } from '../graph/schema-issues.ts';
import { unknownNode } from '../graph/unknown-node.ts';
import { failure, type Issue, type Result, success } from '../issue.ts';
import { unreachable } from '../unreachable.ts';
import { nameFault } from '../values/name.ts';
import type { Edit, EditedDocument, EditOf } from './edit.ts';
import { inserted } from './inserted.ts';
import { nodeIssues } from './node-issues.ts';

type NodeChange = EditOf<'setConfig' | 'setLabel' | 'setNote' | 'setOnError'>;

export function addNode(document: PipelineDocument, { key, node, at }: EditOf<'addNode'>): Result<EditedDocument> {
  const issues = [...keyIssues(document, key), ...nodeIssues(key, node), ...countIssues(document)];
  if (issues.length > 0) return failure(issues);
  return success({
    document: { ...document, nodes: new Map(inserted([...document.nodes], [key, node], at)) },
    inverse: restoring(document.edges, key, { kind: 'removeNode', key }),
  });
}

export function removeNode(document: PipelineDocument, { key }: EditOf<'removeNode'>): Result<EditedDocument> {
  const node = document.nodes.get(key);
  if (node === undefined) return noSuchNode(document, key);
  const at = [...document.nodes.keys()].indexOf(key);
  const nodes = new Map(document.nodes);
  nodes.delete(key);
  return success({
    document: { ...document, nodes, edges: document.edges.filter((edge) => !touches(edge, key)) },
    inverse: restoring(document.edges, key, { kind: 'addNode', key, node, at }),
  });
}

export function renameNode(document: PipelineDocument, { from, to }: EditOf<'renameNode'>): Result<EditedDocument> {
  if (!document.nodes.has(from)) return noSuchNode(document, from);
  const issues = from === to ? [] : keyIssues(document, to);
  if (issues.length > 0) return failure(issues);
  const renamed = (key: string) => (key === from ? to : key);
  const follow = (ref: PortRef): PortRef => (ref.node === from ? { ...ref, node: to } : ref);
  return success({
    document: {
      ...document,
      nodes: new Map([...document.nodes].map(([key, node]) => [renamed(key), node])),
      edges: document.edges.map((edge) => ({ from: follow(edge.from), to: follow(edge.to) })),
    },
    inverse: restoring(document.edges, to, { kind: 'renameNode', from: to, to: from }),
  });
}

/** A setting of one node, by its edit. */
export function changeNode(document: PipelineDocument, edit: NodeChange): Result<EditedDocument> {
  const { key } = edit;
  const before = document.nodes.get(key);
  if (before === undefined) return noSuchNode(document, key);
  const [node, inverse] = changed(before, edit);
  const issues = nodeIssues(key, node);
  if (issues.length > 0) return failure(issues);
  return success({ document: { ...document, nodes: new Map(document.nodes).set(key, node) }, inverse });
}

function changed(before: NodeDocument, edit: NodeChange): readonly [NodeDocument, Edit] {
  switch (edit.kind) {
    case 'setConfig':
      return [
        { ...before, config: edit.config },
        { ...edit, config: before.config },
      ];
    case 'setLabel':
      return [withText(before, 'label', edit.label), { ...edit, label: before.label }];
    case 'setNote':
      return [withText(before, 'note', edit.note), { ...edit, note: before.note }];
    case 'setOnError':
      return [
        { ...before, onError: edit.onError },
        { ...edit, onError: before.onError },
      ];
    default:
      return unreachable(edit);
  }
}

function withText(node: NodeDocument, field: 'label' | 'note', text: string | undefined): NodeDocument {
  const { [field]: _, ...rest } = node;
  return text === undefined ? rest : { ...rest, [field]: text };
}

/** The way back where edges of `key` were there before: they cannot be told from those that the edit brought, or are gone. */
function restoring(edges: readonly EdgeDocument[], key: string, back: Edit): Edit {
  if (!edges.some((edge) => touches(edge, key))) return back;
  return { kind: 'batch', edits: [back, { kind: 'setEdges', edges }] };
}

function touches({ from, to }: EdgeDocument, key: string): boolean {
  return from.node === key || to.node === key;
}

function keyIssues({ nodes }: PipelineDocument, key: string): readonly Issue[] {
  const fault = nodes.has(key) ? `There is a node ${key} already. Choose another name.` : nameFault(key);
  return fault === null ? [] : [issueAt(['nodes', key], fault)];
}

function countIssues({ nodes }: PipelineDocument): readonly Issue[] {
  if (nodes.size < MAX_NODES) return [];
  return [issueAt(['nodes'], `A pipeline has at most ${MAX_NODES} nodes. Split it.`)];
}

function noSuchNode({ nodes }: PipelineDocument, key: string): Result<never> {
  return failure([issueAt([], unknownNode(key, nodes))]);
}
